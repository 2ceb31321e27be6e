import { expect, test, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { eventTypes } from '#contract/events.ts';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import { upstreamLive } from '#contract/upstreamState.ts';
import { webhookList } from '#contract/webhook.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { foreignSecret } from '#test/support/foreign/dialectService.ts';
import { dialectOf, dialects } from '#test/support/foreign/dialects.ts';
import { begun, liveOf, publicUrl, receiving, type Setting } from './receiving.ts';

const { wire, facts, serve } = receiving();

async function listed({ answer }: Setting, prefix = ''): Promise<string> {
  return (await answer(new Request(`http://other.example${prefix}/p/webhook`))).text();
}

test('on a list in pages our webhook is found, and removed, wherever it is', async () => {
  const dialect = dialectOf('seconds');
  const setting = serve(dialect);
  const others = ['a', 'b', 'c'].map((name) => ({
    url: `https://${name}.example/hook`,
    type: dialect.webhook.types?.[0] ?? '*',
  }));
  for (const one of others) {
    await setting.answer(
      new Request(`http://other.example${dialect.prefix}/p/webhook`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(one),
      }),
    );
  }
  const one = await begun(setting);
  const { status } = await one.call('DELETE', '/x/upstream/hook');
  expect(status).toBe(200);
  const again = await one.call('GET', '/p/webhook');
  expect(await again.text()).not.toContain('dashboard.example');
});

test('what changes there is read again here at once, and nothing else', async () => {
  const setting = serve();
  const one = await begun(setting);
  expect(liveOf(one)).toMatchObject({
    by: 'polling',
    registration: { types: ['*'], isSigned: true },
  });
  const [first, second] = setting.truth.users();
  const read = async (customId = '') =>
    (await one.call('GET', pathOf(getUser, { params: { id: customId } }))).text();
  await read(first?.customId);
  await read(second?.customId);
  one.requests.length = 0;
  const before = one.changes();
  setting.truth.setAttributes(first?.customId ?? '', { name: 'Ada the Second' });
  await vi.waitFor(() => expect(wire.sent.map(({ status }) => status)).toEqual([204]));
  expect(one.changes()).toBe(before + 1);
  expect(liveOf(one).by).toBe('webhooks');
  expect(await read(first?.customId)).toContain('Ada the Second');
  await read(second?.customId);
  expect(one.requests).toEqual([
    `GET ${pathOf(getUser, { params: { id: first?.customId ?? '' } })}`,
  ]);
});

test('a webhook stays over restarts, encrypted, and is registered once', async () => {
  const setting = serve();
  const one = await begun(setting);
  const { registration } = liveOf(one);
  expect(registration?.url).toBe(`${publicUrl}/x/upstream/hook/…`);
  const [secret = ''] = /[\w-]{43}/.exec(await listed(setting)) ?? [];
  expect(secret).not.toBe('');
  expect(JSON.stringify(await facts())).not.toContain(secret);
  await one.close();
  const again = await begun(setting);
  expect(liveOf(again).registration).toEqual(registration);
  expect(again.requests).toEqual(['GET /p/webhook']);
  setting.truth.setAttributes(setting.truth.users()[0]?.customId ?? '', { name: 'x' });
  await vi.waitFor(() => expect(liveOf(again).by).toBe('webhooks'));
});

test('it is removed on request, stays away over a restart, and comes back on request', async () => {
  const setting = serve();
  const one = await begun(setting);
  const removed = await answerOf(one.call('DELETE', '/x/upstream/hook'), upstreamLive);
  expect(removed).toMatchObject({ by: 'polling', registration: null });
  expect(await listed(setting)).not.toContain(publicUrl);
  await one.close();
  const again = setting.start();
  again.foreignChanges.begin();
  await vi.waitFor(() => expect(liveOf(again).why).toContain('was removed'));
  expect(again.requests).toEqual([]);
  await answerOf(again.call('POST', '/x/upstream/hook'), upstreamLive);
  expect(await listed(setting)).toContain(publicUrl);
});

test('the list of webhooks shows ours without its secret, and it goes from there too', async () => {
  const setting = serve();
  const one = await begun(setting);
  const [secret = ''] = /[\w-]{43}/.exec(await listed(setting)) ?? [];
  const list = await (await one.call('GET', '/p/webhook')).text();
  const url = `${publicUrl}/x/upstream/hook/…`;
  expect(list).toContain(url);
  expect(list).not.toContain(secret);
  await problemOf(one.call('PUT', '/p/webhook', { url, type: 'user.created' }), 'invalid-url');
  const theirs = { url: 'https://receiver.example', type: '*' };
  await one.call('PUT', '/p/webhook', theirs);
  const webhooks = await answerOf(one.call('GET', '/p/webhook'), webhookList);
  expect(webhooks).toMatchObject([{ url, isOwn: true }, theirs]);
  expect(webhooks[1]).not.toHaveProperty('isOwn');
  expect((await one.call('DELETE', '/p/webhook', { url, type: '*' })).status).toBe(204);
  // Of another of its types: they go as one.
  expect((await one.call('DELETE', '/p/webhook', { url, type: 'user.created' })).status).toBe(204);
  expect(await listed(setting)).not.toContain(publicUrl);
  expect(liveOf(one).registration).toBeNull();
});

test('where * is refused, it is registered for the types of the service and our own', async () => {
  const dialect = dialects.find(
    ({ webhook }) => webhook.types !== null && !webhook.types.includes('*'),
  );
  if (dialect === undefined) throw new Error('No dialect refuses *');
  const setting = serve(dialect);
  const known = dialect.webhook.types ?? [];
  // Its list shows one of its own types.
  const body = JSON.stringify({ url: 'https://elsewhere.example/', type: known[0] });
  const path = `http://other.example${dialect.prefix}/p/webhook`;
  await setting.answer(new Request(path, { method: 'PUT', body }));
  const one = await begun(setting);
  const expected = known.filter(
    (type) => type === known[0] || eventTypes.some((own_) => own_ === type),
  );
  expect(liveOf(one).registration?.types.toSorted()).toEqual(expected.toSorted());
});

test('where nobody can send to us, it says why and polls', async () => {
  const setting = serve();
  const one = setting.start(null);
  one.foreignChanges.begin();
  expect(liveOf(one)).toMatchObject({ by: 'polling', tickSeconds: 30, registration: null });
  expect(liveOf(one).why).toContain('PUBLIC_URL');
  expect(one.requests).toEqual([]);
  await problemOf(one.call('POST', '/x/upstream/hook'), 'not-offered');
});

test('what is shown is read again every tick, until it ends', () => {
  vi.useFakeTimers();
  try {
    const one = serve().start(null);
    vi.advanceTimersByTime(61_000);
    expect(one.changes()).toBe(2);
    one.foreignChanges.stop();
    vi.advanceTimersByTime(61_000);
    expect(one.changes()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('another address, a wrong signature and too many messages are refused', async () => {
  const setting = serve();
  const one = await begun(setting);
  const [secret = ''] = /[\w-]{43}/.exec(await listed(setting)) ?? [];
  const path = `/x/upstream/hook/${secret}`;
  const before = one.changes();
  await problemOf(one.call('POST', `${path.slice(0, -1)}!`, {}), 'route-not-found');
  const at = new Date();
  const signed = (by: string, body: unknown) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('m1', at, JSON.stringify(body)),
  });
  const wrong = `whsec_${btoa('another secret of thirty-two bytes')}`;
  await problemOf(one.call('POST', path, { a: 1 }, signed(wrong, { a: 1 })), 'unauthenticated');
  await problemOf(
    one.call('POST', path, { a: 2 }, signed(foreignSecret, { a: 1 })),
    'unauthenticated',
  );
  expect(one.changes()).toBe(before);
  expect((await one.call('POST', path, { a: 1 }, signed(foreignSecret, { a: 1 }))).status).toBe(
    204,
  );
  expect((await one.call('POST', path, 'x'.repeat(300_000))).status).toBe(413);
  const statuses = await Promise.all(
    Array.from({ length: 1200 }, async () => (await one.call('POST', path, {})).status),
  );
  expect(new Set(statuses)).toEqual(new Set([204, 429]));
  expect(await listed(setting)).toContain(secret);
});
