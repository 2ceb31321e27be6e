import { setTimeout as wait } from 'node:timers/promises';
import { deliveryList } from '#contract/delivery.ts';
import { inspector } from '#contract/inspector.ts';
import { getDeliveries } from '#contract/operations/endpoints.ts';
import { getInspector, putInspector } from '#contract/operations/inspector.ts';
import { updateUser } from '#contract/operations/users.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { pathTo } from '#test/support/pathTo.ts';

const customId = 'meridian-treasury';

/** Registers webhooks and makes changes, so that there are deliveries of every kind: arrived, retried, to nobody. */
export async function sendWebhooks(base: string): Promise<void> {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  };
  const change = (note: string) =>
    call('POST', pathTo(updateUser, customId), { json: JSON.stringify({ note }) });
  /** Waits until there is a delivery of that kind. */
  const until = async (query: string) => {
    for (;;) {
      const found = deliveryList.parse(await call('GET', `${getDeliveries.path}?${query}`));
      if (found.some(({ attempts }) => attempts > 0)) return;
      await wait(200);
    }
  };
  const { url } = inspector.parse(await call('GET', getInspector.path));
  for (const [address, type] of [
    [`${url}portfolio`, 'user.updated'],
    [`${url}portfolio`, 'wallet.updated'],
    ['https://hooks.acme.example/portfolio', 'user.updated'],
    ['https://risk.meridian.example/v2/ingest?source=portfolio', 'thematic.updated'],
  ]) {
    await call('PUT', putWebhook.path, { url: address, type });
  }
  for (let note = 1; note <= 8; note += 1) await change(`note ${note}`);
  await until('state=delivered');
  await call('PUT', putInspector.path, { status: 503, delaySeconds: 0 });
  await change('while it is broken');
  await until('state=pending');
  // The first retry comes after five seconds, and fails too.
  await wait(8000);
}
