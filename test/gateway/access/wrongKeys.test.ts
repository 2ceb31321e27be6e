import { afterEach, expect, test } from 'vitest';
import { triesPerMinute } from '#contract/access.ts';
import { bearer, createAccessGateway, signInWith } from './accessGateway.ts';

const minute = 60_000;
let close = async () => {};
afterEach(() => close());

async function opened() {
  const running = await createAccessGateway();
  close = () => running.tested.close();
  const statusOf = async (headers: Record<string, string>, path = '/p/users', method = 'GET') =>
    (await running.ask(path, { method, headers })).status;
  return { ...running, statusOf };
}

test('after five wrong keys in a minute, even the right key must wait', async () => {
  const { tested, ask, keyOf } = await opened();
  const { key } = await keyOf('admin');
  const statuses = async (keys: string[]) =>
    Promise.all(keys.map(async (one) => (await ask('/x/session', signInWith(one))).status));
  expect(await statuses(Array.from({ length: triesPerMinute + 3 }, () => 'wrong'))).toEqual([
    ...Array.from({ length: triesPerMinute }, () => 401),
    429,
    429,
    429,
  ]);
  const waits = await ask('/x/session', signInWith(key));
  expect([waits.status, waits.headers.get('retry-after')]).toEqual([429, '60']);
  tested.clock.now += minute;
  for (let again = 0; again < 7; again += 1) expect(await statuses([key])).toEqual([201]);
});

test('wrong keys in headers and sign-ins count together, and a right key in a header always works', async () => {
  const { tested, ask, keyOf, statusOf } = await opened();
  const { key } = await keyOf('admin');
  const signIn = async () => (await ask('/x/session', signInWith('wrong'))).status;
  const wrong = bearer('pfk_wrong');
  // An answer to everyone would tell a guesser as well which key is right.
  const paths = ['/p/users', '/x/session', '/x/health'];
  expect(await Promise.all(paths.map((path) => statusOf(wrong, path)))).toEqual([401, 200, 200]);
  expect([await signIn(), await signIn()]).toEqual([401, 401]);
  expect(await Promise.all(paths.map((path) => statusOf(wrong, path)))).toEqual([429, 429, 429]);
  expect(await signIn()).toBe(429);
  const refused = await ask('/p/users', { headers: wrong });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({
    code: 'rate-limited',
    detail: '5 wrong keys came from your address within a minute. Try again in 60 s.',
  });
  expect([await statusOf(bearer(key)), await statusOf({})]).toEqual([200, 401]);
  // Probes of a supervisor would restart the process; a webhook has a header of its sender.
  expect(await statusOf(wrong, '/x/health/live')).toBe(200);
  expect(await statusOf(wrong, '/x/webhooks/inspector/mine', 'POST')).toBe(204);
  tested.clock.now += minute;
  expect([await statusOf(wrong), await signIn()]).toEqual([401, 401]);
});
