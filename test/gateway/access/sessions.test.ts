import { afterEach, expect, test } from 'vitest';
import {
  accessKeyList,
  openSessionList,
  recentSignInMinutes,
  sessionHours,
  sessionIdleMinutes,
} from '#contract/access.ts';
import { formatTime } from '#contract/time.ts';
import { accessKeys, sessions } from '#platform/database/schema/access.ts';
import { processToken } from '../testGateway.ts';
import { bearer, createAccessGateway, origin, signInWith } from './accessGateway.ts';

const minute = 60_000;
let close = async () => {};
afterEach(() => close());

async function opened(options: Parameters<typeof createAccessGateway>[0] = {}) {
  const running = await createAccessGateway(options);
  close = () => running.tested.close();
  const statusOf = async (headers: Record<string, string>, path = '/p/users', method = 'GET') =>
    (await running.ask(path, { method, headers })).status;
  return { ...running, statusOf };
}

test('a service without a key is open, and the first key closes it at once', async () => {
  const { ask, keyOf, statusOf } = await opened();
  expect([await statusOf({}), await statusOf({}, '/x/metrics')]).toEqual([200, 200]);
  expect(await (await ask('/x/session')).json()).toMatchObject({ role: 'admin', open: true });
  const refused = await ask('/x/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'first', role: 'analyst' }),
  });
  expect(await refused.json()).toMatchObject({ status: 409, code: 'first-key-not-admin' });
  const { key } = await keyOf('admin');
  expect([await statusOf({}), await statusOf({}, '/x/metrics')]).toEqual([401, 401]);
  expect(await statusOf(bearer(key))).toBe(200);
  expect(await (await ask('/x/session')).json()).toMatchObject({ role: null, open: false });
});

test('a process with a provider, or reachable from other machines, is never open', async () => {
  for (const options of [{ isLoopback: false }, { hasProvider: true }]) {
    const { statusOf } = await opened(options);
    expect(await statusOf({})).toBe(401);
    expect(await statusOf(bearer(processToken))).toBe(200);
    await close();
  }
});

test.each([
  [
    'https://portfolio.example',
    /^__Host-portfolio=pfs_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
  ],
  [null, /^portfolio=pfs_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/],
])('the session cookie at %s has its flags, and is not a key', async (publicUrl, flags) => {
  const { ask, keyOf } = await opened({ publicUrl });
  const { key } = await keyOf('admin');
  const response = await ask('/x/session', signInWith(key));
  expect(response.status).toBe(201);
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(flags);
  expect(cookie).not.toContain(key);
  expect(response.headers.has('strict-transport-security')).toBe(publicUrl !== null);
  expect(await response.json()).toMatchObject({ role: 'admin', open: false, name: 'an admin' });
});

test('a session ends when idle or too old, and background requests do not extend it', async () => {
  const { tested, keyOf, cookieOf, statusOf } = await opened();
  const { key } = await keyOf('admin');
  const cookie = await cookieOf(key);
  const step = (sessionIdleMinutes - 1) * minute;
  for (let at = step; at < sessionHours * 60 * minute; at += step) {
    tested.clock.now += step;
    expect(await statusOf({ cookie })).toBe(200);
  }
  tested.clock.now += step;
  expect(await statusOf({ cookie })).toBe(401);

  const other = await cookieOf(key);
  tested.clock.now += step;
  expect(await statusOf({ cookie: other, background: '1' })).toBe(200);
  tested.clock.now += minute;
  expect(await statusOf({ cookie: other })).toBe(401);
});

test('sign-in starts a new session and ends the previous one, so that no session can be fixed', async () => {
  const { ask, keyOf, cookieOf, statusOf } = await opened();
  const { key } = await keyOf('admin');
  const first = await cookieOf(key);
  const response = await ask('/x/session', signInWith(key, { cookie: first }));
  const second = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(second).not.toBe(first);
  expect([await statusOf({ cookie: first }), await statusOf({ cookie: second })]).toEqual([
    401, 200,
  ]);
  const fixed = await ask(
    '/x/session',
    signInWith(key, { cookie: 'portfolio=chosen-by-a-stranger' }),
  );
  expect(fixed.headers.get('set-cookie')).not.toContain('chosen');
  expect(await statusOf({ cookie: 'portfolio=chosen-by-a-stranger' })).toBe(401);
});

test('sign-out ends one session, everywhere all sessions of the key, and revoking the key ends everything', async () => {
  const { ask, keyOf, cookieOf, statusOf } = await opened();
  const { key } = await keyOf('admin');
  const { key: another, _id: id } = await keyOf('analyst');
  const cookies = [
    await cookieOf(key),
    await cookieOf(key),
    await cookieOf(key),
    await cookieOf(another),
  ];
  const [one = '', two = ''] = cookies;
  const statuses = () => Promise.all(cookies.map((cookie) => statusOf({ cookie })));
  const out = await ask('/x/session', { method: 'DELETE', headers: { cookie: one, origin } });
  expect(out.headers.get('set-cookie')).toMatch(/^portfolio=; Path=\/; Max-Age=0;/);
  expect(await statuses()).toEqual([401, 200, 200, 200]);
  await ask('/x/sessions', { method: 'DELETE', headers: { cookie: two, origin } });
  expect(await statuses()).toEqual([401, 401, 401, 200]);
  await ask(`/x/keys/${id}`, { method: 'DELETE', headers: bearer(key) });
  expect(await statuses()).toEqual([401, 401, 401, 401]);
});

test('sign-in and later activity count as uses of a key', async () => {
  const { tested, ask, keyOf, cookieOf, statusOf } = await opened();
  const { key: other } = await keyOf('admin');
  const { key, _id: id } = await keyOf('analyst');
  const lastUsed = async () => {
    const keys = accessKeyList.parse(
      await (await ask('/x/keys', { headers: bearer(other) })).json(),
    );
    return keys.find(({ _id }) => _id === id)?.lastUsedAt;
  };
  expect(await lastUsed()).toBeNull();
  const at = tested.clock.now;
  const cookie = await cookieOf(key);
  expect(await lastUsed()).toBe(formatTime(at));
  for (const [passed, headers, used] of [
    [minute - 1, { cookie }, at],
    [1, { cookie, background: '1' }, at],
    [0, { cookie }, at + minute],
  ] as const) {
    tested.clock.now += passed;
    expect(await statusOf(headers)).toBe(200);
    expect(await lastUsed()).toBe(formatTime(used));
  }
});

test('an analyst sees and ends their own sessions, an admin all', async () => {
  const { tested, ask, keyOf, cookieOf, statusOf } = await opened();
  const admin = await cookieOf((await keyOf('admin')).key);
  const { key } = await keyOf('analyst');
  const analyst = await cookieOf(key);
  tested.clock.now += 1000;
  const elsewhere = await cookieOf(key);
  const listed = async (cookie: string) =>
    openSessionList.parse(await (await ask('/x/sessions', { headers: { cookie } })).json());
  expect((await listed(analyst)).map(({ name, current }) => [name, current])).toEqual([
    ['an analyst', false],
    ['an analyst', true],
  ]);
  const all = await listed(admin);
  expect(all).toHaveLength(3);
  const end = async (cookie: string, id = '') =>
    statusOf({ cookie, origin }, `/x/sessions/${id}`, 'DELETE');
  const ofAdmin = all.find(({ current }) => current)?._id;
  expect(await end(analyst, ofAdmin)).toBe(404);
  const other = (await listed(analyst)).find(({ current }) => !current)?._id;
  expect(await end(analyst, other)).toBe(204);
  expect(await statusOf({ cookie: elsewhere })).toBe(401);
  const last = (await listed(analyst))[0]?._id;
  expect(await end(admin, last)).toBe(204);
  expect([await statusOf({ cookie: analyst }), await statusOf({ cookie: admin })]).toEqual([
    401, 200,
  ]);
});

test('only the page can change data with a session', async () => {
  const { keyOf, cookieOf, statusOf } = await opened();
  const cookie = await cookieOf((await keyOf('admin')).key);
  const write = (headers: Record<string, string>) =>
    statusOf({ cookie, ...headers }, '/x/webhooks/inspector', 'DELETE');
  expect(await write({ origin })).toBe(204);
  expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(204);
  expect(await write({})).toBe(403);
  expect(await write({ origin: 'https://evil.example' })).toBe(403);
  expect(await write({ origin, 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('the last admin key cannot be revoked, any other key can', async () => {
  const { ask, keyOf } = await opened();
  const { key, _id: first } = await keyOf('admin');
  await keyOf('analyst');
  const revoke = async (id: string) =>
    (await ask(`/x/keys/${id}`, { method: 'DELETE', headers: bearer(key) })).json();
  expect(await revoke(first)).toMatchObject({ status: 409, code: 'last-admin-key' });
  expect(await revoke('key_none')).toMatchObject({ status: 404, code: 'key-not-found' });
  const { _id: second } = await keyOf('admin');
  expect(await revoke(second)).toMatchObject({ _id: second, revokedAt: expect.any(String) });
  expect(await revoke(first)).toMatchObject({ code: 'last-admin-key' });
});

test('a session creates and revokes keys for 15 minutes after sign-in; a key in the header always can', async () => {
  const { ask, keyOf, cookieOf, tested } = await opened();
  const { key } = await keyOf('admin');
  const { _id: other } = await keyOf('analyst');
  const body = JSON.stringify({ name: 'Bo', role: 'analyst' });
  const create = (headers: Record<string, string>) =>
    ask('/x/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body,
    });
  const revoke = (headers: Record<string, string>) =>
    ask(`/x/keys/${other}`, { method: 'DELETE', headers: { origin, ...headers } });
  const cookie = await cookieOf(key);
  tested.clock.now += recentSignInMinutes * minute - 1;
  expect((await create({ cookie })).status).toBe(201);
  tested.clock.now += 1;
  for (const refused of [await create({ cookie }), await revoke({ cookie })]) {
    expect(await refused.json()).toMatchObject({ status: 403, code: 'sign-in-too-old' });
  }
  // It reads and changes all else as before.
  expect((await ask('/x/keys', { headers: { cookie } })).status).toBe(200);
  expect((await create(bearer(key))).status).toBe(201);
  const again = { cookie: await cookieOf(key) };
  expect((await create(again)).status).toBe(201);
  expect(await (await revoke(again)).json()).toMatchObject({ revokedAt: expect.any(String) });
});

test('keys and session tokens are not in the database', async () => {
  const { tested, keyOf, cookieOf } = await opened();
  const { key } = await keyOf('admin');
  const cookie = await cookieOf(key);
  const { queries } = tested.database;
  const rows = JSON.stringify([
    await queries.select().from(accessKeys),
    await queries.select().from(sessions),
  ]);
  expect(rows).toContain('an admin');
  for (const secret of [key, cookie.split('=')[1] ?? '', processToken]) {
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('a live stream closes when its key is revoked or its session ends', async () => {
  const { ask, keyOf, cookieOf } = await opened();
  const { key } = await keyOf('admin');
  const { key: another, _id: id } = await keyOf('analyst');
  const cookie = await cookieOf(key);
  const readTo = async (headers: Record<string, string>) => {
    const reader = (await ask('/x/live', { headers })).body?.getReader();
    await reader?.read();
    return async () => {
      while ((await reader?.read())?.done === false);
      return 'ended';
    };
  };
  const byKey = await readTo(bearer(another));
  const bySession = await readTo({ cookie });
  await ask(`/x/keys/${id}`, { method: 'DELETE', headers: bearer(key) });
  expect(await byKey()).toBe('ended');
  await ask('/x/session', { method: 'DELETE', headers: { cookie, origin } });
  expect(await bySession()).toBe('ended');
});
