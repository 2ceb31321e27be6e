import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerRoles } from '#contract/access.ts';
import { operations } from '#contract/operations/operations.ts';
import type { Operation } from '#contract/operation.ts';
import { problemOf } from '#test/support/calls.ts';
import { processToken } from '../testGateway.ts';
import { bearer, createAccessGateway, origin, type AccessGateway } from './accessGateway.ts';

let running: AccessGateway;
let callers: Record<string, Record<string, string>>;
let signedIn: () => Promise<Record<string, Record<string, string>>>;
const hour = 3_600_000;

beforeAll(async () => {
  running = await createAccessGateway();
  const { tested, ask, keyOf, cookieOf } = running;
  const in1h = new Date(tested.clock.now + hour).toISOString();
  const admin = await keyOf('admin');
  const analyst = await keyOf('analyst');
  const monitor = await keyOf('monitor');
  const revoked = await keyOf('admin');
  const expired = await keyOf('admin', in1h);
  const ended = await cookieOf(admin.key);
  await ask('/x/session', { method: 'DELETE', headers: { cookie: ended, origin } });
  const ofRevoked = await cookieOf(revoked.key);
  await ask(`/x/keys/${revoked._id}`, { method: 'DELETE', headers: bearer(processToken) });
  tested.clock.now += 2 * hour;
  // Keys of their own: one of the operations ends all sessions of the key that calls it.
  const keys = [await keyOf('analyst'), await keyOf('monitor')];
  signedIn = async () => {
    const sessions = keys.map(async ({ key, role }) => {
      return [`a session of ${role}`, { cookie: await cookieOf(key), origin }] as const;
    });
    return Object.fromEntries(await Promise.all(sessions));
  };
  callers = {
    'no key': {},
    'an unknown key': bearer('pfk_0000000000000000000000000000000000000000000'),
    'no Bearer': { authorization: `Basic ${btoa(`:${admin.key}`)}` },
    'a revoked key': bearer(revoked.key),
    'an expired key': bearer(expired.key),
    'a session that was signed out': { cookie: ended, origin },
    'a session of a revoked key': { cookie: ofRevoked, origin },
    'a made-up session': { cookie: ended.replace(/.$/, 'A'), origin },
    analyst: bearer(analyst.key),
    monitor: bearer(monitor.key),
    admin: bearer(admin.key),
    'a command on this machine': bearer(processToken),
  };
});
afterAll(() => running.tested.close());

/** What the roles of a caller and of an operation come to. */
function expectedFor(caller: string, { role }: Operation): 'in' | '401' | '403' {
  if (role === 'anyone') return 'in';
  const isAdmin = caller === 'admin' || caller === 'a command on this machine';
  if (isAdmin) return 'in';
  const own = callerRoles.find((one) => caller.endsWith(one));
  if (own !== undefined) return role === own ? 'in' : '403';
  return '401';
}

async function outcomeOf(operation: Operation, headers: Record<string, string>): Promise<string> {
  const { method, path } = operation;
  const response = await running.ask(
    path.replace('{historyType}', 'day').replaceAll(/\{\w+\}/g, 'none'),
    { method, headers },
  );
  if (response.status !== 401 && response.status !== 403) {
    await response.body?.cancel();
    return 'in';
  }
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.has('www-authenticate')).toBe(response.status === 401);
  return String(response.status);
}

test.each(Object.entries<Operation>(operations))(
  '%s is answered to whom its role says, and to nobody else',
  async (_, operation) => {
    const found: string[] = [];
    const expected: string[] = [];
    // Three of these callers send a wrong key, of which an address has five a minute.
    running.tested.clock.now += 60_000;
    const all = { ...callers, ...(await signedIn()) };
    for (const [caller, headers] of Object.entries(all)) {
      found.push(`${caller}: ${await outcomeOf(operation, headers)}`);
      expected.push(`${caller}: ${expectedFor(caller, operation)}`);
    }
    expect(found).toEqual(expected);
  },
);

test('a monitor reads metrics and health, and nothing else that needs a role', () => {
  const own = Object.entries<Operation>(operations).filter(([, { role }]) => role === 'monitor');
  expect(own.map(([name]) => name)).toEqual(['getMetrics']);
});

test('a forbidden operation names the required role', async () => {
  const { monitor = {}, analyst = {} } = callers;
  const detailOf = async (path: string, headers: Record<string, string>) =>
    (await problemOf(running.ask(path, { headers }), 'forbidden')).detail;
  expect(await detailOf('/p/users', monitor)).toBe(
    'This needs the role analyst, and you are signed in as monitor. Ask an admin for access.',
  );
  expect(await detailOf('/x/metrics', analyst)).toMatch(/^This needs the role monitor, and you/);
  const health = await running.ask('/x/health', { headers: monitor });
  expect(await health.json()).toMatchObject({ status: 'ok', reason: null });
});

test('unknown operations are 404 before any check of the caller, and the page is public', async () => {
  for (const path of ['/p/nothing', '/x/nothing', '/x/keys/a/b']) {
    expect((await running.ask(path)).status).toBe(404);
  }
  for (const path of ['/', '/users/a', '/p/docs', '/p/openapi.json', '/x/health']) {
    expect((await running.ask(path)).status).toBe(200);
  }
});
