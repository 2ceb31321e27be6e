import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRole } from '#contract/access.ts';
import { delivery, deliveryList } from '#contract/delivery.ts';
import { endpointList } from '#contract/endpoint.ts';
import type { Operation } from '#contract/operation.ts';
import { getDeliveries, getEndpoints, testEndpoint } from '#contract/operations/endpoints.ts';
import { operations } from '#contract/operations/operations.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { localTargets, openReceiver, type Receiver } from '#test/support/receiver.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { bearer, createAccessGateway, type AccessGateway } from './accessGateway.ts';
import { thematicList, userList } from '#test/support/embedded.ts';

const token = 's3cret';
const query = `?token=${token}&again=%22${token}`;
const signature = /v1,[\w+/]{43}=/;

let running: AccessGateway;
let receiver: Receiver;
let admin: Record<string, string>;
let analyst: Record<string, string>;
/** Ids by the collection that they follow in a path. */
let ids: Record<string, readonly string[]>;

beforeAll(async () => {
  receiver = await openReceiver();
  running = await createAccessGateway({}, { service: { webhookTargets: localTargets } });
  const { tested, ask, keyOf } = running;
  admin = bearer((await keyOf('admin')).key);
  analyst = bearer((await keyOf('analyst')).key);
  const engine = createWebhookEngine(tested.dependencies);
  receiver.answer = ({ path }, response) =>
    response
      .writeHead(302, { location: `http://elsewhere.example${path}`, 'x-path': path })
      .end(`You came to ${path}`);
  for (const [url, type] of [
    [`https://hooks.example/a${query}`, 'thematic.created'],
    [`${receiver.url}${query}`, '*'],
  ]) {
    await tested.call('PUT', '/p/webhook', { url, type });
  }
  const read = async (path: string): Promise<unknown> =>
    (await ask(path, { headers: admin })).json();
  const [first, second] = endpointList.parse(await read(getEndpoints.path));
  const sent = await tested.call('POST', pathTo(testEndpoint, second?._id ?? ''), {
    type: 'user.created',
  });
  delivery.parse(await sent.json());
  // Published to the other endpoint, with the address of this one in its message.
  await tested.call('POST', `/x/webhooks/endpoints/${first?._id}/disable`);
  const recovery = await tested.call('POST', `/x/webhooks/endpoints/${second?._id}/recover`, {
    since: '2026-01-01T00:00:00Z',
  });
  await engine.idle();
  await engine.stop();
  const disabled = receiver.received.find(({ body }) => body.includes('webhook.disabled'));
  await ask(`/x/webhooks/inspector/mine${query}`, {
    method: 'POST',
    headers: { ...bearer(token), 'webhook-signature': 'v1,'.padEnd(46, 'A').concat('=') },
    body: disabled?.body ?? '',
  });
  ids = {
    users: userList.parse(await read('/p/users')).map(({ customId }) => customId),
    thematics: thematicList.parse(await read('/p/thematics')).map(({ _id }) => _id),
    tokens: ['AUGRY'],
    endpoints: [first?._id ?? '', second?._id ?? ''],
    deliveries: deliveryList.parse(await read(getDeliveries.path)).map(({ _id }) => _id),
    recoveries: [JSON.parse(await recovery.text())._id],
  };
});
afterAll(async () => {
  await running.tested.close();
  await receiver.close();
});

const reads = Object.entries<Operation>(operations).filter(([, { method }]) => method === 'GET');

/** All paths of operations to existing resources, also as CSV if offered. */
function pathsOf({ path, query: parameters = {} }: Operation): string[] {
  const plain = [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].reduce<string[]>(
    (paths, [part, collection = '', name]) => {
      const own = name === 'historyType' ? ['week'] : (ids[collection] ?? ['none']);
      return paths.flatMap((one) =>
        own.slice(0, 3).map((id) => one.replace(part, `${collection}/${encodeURIComponent(id)}`)),
      );
    },
    [path],
  );
  return plain.flatMap((one) => ('format' in parameters ? [one, `${one}?format=csv`] : [one]));
}

async function answered(path: string, headers: Record<string, string>): Promise<string> {
  const isStream = path === operations.getLive.path;
  const response = await running.ask(isStream ? `${path}?before=60` : path, { headers });
  const answer = [...response.headers].map((header) => header.join(': ')).join('\n');
  if (!isStream) return answer + (await response.text());
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return answer + new TextDecoder().decode(first?.value);
}

test.each(reads)('%s shows an analyst no token, secret or signature', async (_, operation) => {
  for (const path of pathsOf(operation)) {
    const text = await answered(path, analyst);
    expect(text).not.toContain(token);
    expect(text).not.toMatch(signature);
    expect(text).not.toContain('whsec_');
    if (!hasRole('analyst', operation.role)) continue;
    // The rest of the answer is there.
    const complete = await answered(path, admin);
    expect(text.length).toBeGreaterThan(complete.length / 4);
  }
});

test('an admin sees all of it, in these operations only', async () => {
  const telling: string[] = [];
  for (const [name, operation] of reads) {
    const texts = await Promise.all(pathsOf(operation).map((path) => answered(path, admin)));
    if (texts.some((text) => text.includes(token))) telling.push(name);
  }
  expect(telling.toSorted()).toEqual([
    'getDeliveries',
    'getDelivery',
    'getEndpoint',
    'getEndpoints',
    'getInspector',
    'getWebhooks',
  ]);
});

test('an analyst sees that a query exists, which message was sent, and that it was answered', async () => {
  const addresses = endpointList.parse(JSON.parse(await bodyOf(getEndpoints.path)));
  expect(addresses.map(({ url }) => url)).toEqual([
    'https://hooks.example/a?…',
    `${receiver.url}?…`,
  ]);
  const paths = ids.deliveries?.map((id) => `${getDeliveries.path}/${id}`) ?? [];
  const shown = await Promise.all(paths.map(bodyOf));
  const disabled = JSON.parse(shown.find((text) => text.includes('webhook.disabled')) ?? '');
  expect(JSON.parse(disabled.body).data).toMatchObject({
    url: 'https://hooks.example/a?…',
    reason: expect.any(String),
  });
  expect(disabled.history[0]).toMatchObject({
    status: 302,
    answer: null,
    isAnswerHidden: true,
    request: { 'webhook-id': disabled.message },
  });
  const inspector = JSON.parse(await bodyOf('/x/webhooks/inspector'));
  expect(inspector.messages).toMatchObject([{ name: 'mine?…', answered: 204 }]);
});

const bodyOf = async (path: string) => (await running.ask(path, { headers: analyst })).text();
