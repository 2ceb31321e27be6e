import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callerRoles, createdAccessKey } from '#contract/access.ts';
import { createKey, createSession } from '#contract/operations/access.ts';
import { getHealth, getLiveness, getMetrics, getReadiness } from '#contract/operations/about.ts';
import { createUser, getUser, getUsers } from '#contract/operations/users.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { requestIdHeader } from '#gateway/operate/requests.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { endAll, serving, type Spawned } from '../spawned.ts';

let folder: string;
let running: Spawned;
let url: string;
/** All that must be in no line of the log and no figure. */
const secrets: string[] = [];
const keys: Record<string, { readonly id: string; readonly headers: Record<string, string> }> = {};
const customId = 'hidden-customer';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-operate-'));
  await makeDataFolder(folder);
  running = serving(['--port=0', '--sample-users=3', `--data-dir=${folder}`], {
    LOG_FORMAT: 'json',
    WEBHOOKS_ALLOW_HTTP: '1',
    WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  url = await running.ready;
  const { token } = z
    .object({ token: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'process.json'), 'utf8')));
  secrets.push(token, customId);
  for (const role of callerRoles) {
    const made = await send(createKey, { role, name: 'Ada' }, { authorization: `Bearer ${token}` });
    const { _id, key } = createdAccessKey.parse(await made.json());
    keys[role] = { id: _id, headers: { authorization: `Bearer ${key}` } };
    secrets.push(key);
  }
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

const as = (role: string) => keys[role]?.headers ?? {};
const read = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });
const send = (
  { method, path }: { readonly method: string; readonly path: string },
  body: unknown,
  headers: Record<string, string>,
) =>
  fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const forwarded = { 'x-forwarded-for': '192.0.2.7' };

test('liveness and readiness are public, the reason requires sign-in', async () => {
  for (const { path } of [getLiveness, getReadiness, getHealth]) {
    const response = await read(path, forwarded);
    expect([path, response.status, await response.json()]).toEqual([path, 200, { status: 'ok' }]);
  }
  expect(await (await read(getHealth.path, as('analyst'))).json()).toMatchObject({
    status: 'ok',
    reason: null,
    database: { engine: 'pglite', ok: true },
    clock: { ok: true },
  });
});

const statusOf = async (headers: Record<string, string>) =>
  (await read(getMetrics.path, headers)).status;

test('metrics need the key of an admin or a monitor, on this machine too', async () => {
  for (const from of [{}, forwarded]) {
    expect(await statusOf(from)).toBe(401);
    expect(await statusOf({ ...from, ...as('analyst') })).toBe(403);
    expect(await statusOf({ ...from, ...as('admin') })).toBe(200);
    expect(await statusOf({ ...from, ...as('monitor') })).toBe(200);
  }
});

/** A line of the format: of its type, what it means, or a series. */
const typeLine = /^# TYPE (\S+) (?:counter|gauge|histogram)$/;
const helpLine = /^# HELP [a-z_\d]+ \S.*$/;
const seriesLine =
  /^(([a-z_\d]+?)(?:_bucket|_sum|_count)?(?:\{(?:\w+="[^"\\]*",?)+\})?) (-?[\d.e+-]+|Nan)$/;

/** The series of an answer by their names and labels, as a strict reader of the format takes them. */
async function figures(): Promise<Map<string, number>> {
  const response = await read(getMetrics.path, as('monitor'));
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.split('\n').filter((line) => line !== '');
  const types = lines.flatMap((line) => typeLine.exec(line)?.[1] ?? []);
  expect(new Set(types).size).toBe(types.length);
  const rest = lines.filter((line) => !typeLine.test(line) && !helpLine.test(line));
  const found = rest.map((line) => seriesLine.exec(line) ?? []);
  expect(rest.filter((_, i) => !types.includes(found[i]?.[2] ?? ''))).toEqual([]);
  const series = new Map(found.map(([, key = '', , value]) => [key, Number(value)]));
  expect(series.size).toBe(rest.length);
  for (const secret of secrets) expect([...series.keys()].join()).not.toContain(secret);
  return series;
}

test('requests and their durations are counted by operation, never by path', async () => {
  const counted = 'portfolio_http_requests_total{operation="getUser",method="GET",status="404"}';
  const took = 'portfolio_http_request_duration_seconds';
  const before = await figures();
  for (let i = 0; i < 5; i += 1) {
    const response = await read(pathTo(getUser, `${customId}-${i}`), as('analyst'));
    expect(response.status).toBe(404);
  }
  expect((await send(createUser, { customId }, as('admin'))).status).toBe(201);
  await expect
    .poll(async () => (await figures()).get(counted))
    .toBe((before.get(counted) ?? 0) + 5);
  const after = await figures();
  expect(after.get(`${took}_count{operation="getUser"}`)).toBe(
    (before.get(`${took}_count{operation="getUser"}`) ?? 0) + 5,
  );
  const buckets = [...after].filter(
    ([key]) => key.startsWith(`${took}_bucket{`) && key.endsWith('operation="getUser"}'),
  );
  expect(buckets.map(([, count]) => count)).toEqual(
    buckets.map(([, count]) => count).toSorted((a, b) => a - b),
  );
  expect(buckets.at(-1)?.[0]).toContain('le="+Inf"');
  expect(buckets.at(-1)?.[1]).toBe(after.get(`${took}_count{operation="getUser"}`));
});

test('deliveries, the age of their queue and of prices, memory, and the delay of the event loop', async () => {
  const webhook = { url: 'http://127.0.0.1:9/hook', type: '*' };
  const made = await send(putWebhook, webhook, as('admin'));
  expect(made.status).toBe(201);
  secrets.push(z.object({ secret: z.string() }).parse(await made.json()).secret);
  expect((await send(createUser, { customId: 'another' }, as('admin'))).status).toBe(201);
  const failures = 'portfolio_webhook_attempt_duration_seconds_count{result="failure"}';
  await expect.poll(async () => (await figures()).get(failures)).toBeGreaterThan(0);
  const now = await figures();
  const pending = ['enabled', 'paused', 'disabled'].map((endpoint) =>
    now.get(`portfolio_deliveries_pending{endpoint="${endpoint}"}`),
  );
  expect(pending.reduce<number>((sum, count = NaN) => sum + count, 0)).toBeGreaterThan(0);
  expect(now.get('portfolio_delivery_queue_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(now.get('portfolio_price_age_seconds')).toBeLessThan(60);
  expect(now.get('portfolio_database_up')).toBe(1);
  expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(50e6);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await figures()).get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

const lineOfLog = z.object({
  time: z.iso.datetime(),
  level: z.enum(['info', 'error']),
  message: z.string(),
  requestId: z.optional(z.uuid()),
  operation: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.number())),
  caller: z.optional(z.nullable(z.string())),
});

const lines = () =>
  running
    .output()
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('Used '))
    .map((text) => z.parse(lineOfLog, JSON.parse(text)));

test('each log line is JSON, one per request with the id of its answer, and without secrets', async () => {
  const signedIn = await send(createSession, { key: as('admin')['authorization']?.slice(7) }, {});
  const cookie = /^[^=]+=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
  expect(cookie).not.toBe('');
  secrets.push(cookie);
  const answers = [
    await read(pathTo(getUser, customId), as('analyst')),
    await read(`${getUsers.path}?customId=${customId}`, as('analyst')),
    await read(getUsers.path, { authorization: 'Bearer not-a-key-but-secret' }),
    await read('/users/hidden-customer?token=not-a-key-but-secret'),
    await read('/p/not-a-key-but-secret'),
    await read(`${getUsers.path}?key=not-a-key-but-secret`, as('analyst')),
  ];
  secrets.push('not-a-key-but-secret');
  const expected = answers.map((response) => ({
    requestId: response.headers.get(requestIdHeader),
    status: response.status,
  }));
  await expect
    .poll(() =>
      lines()
        .filter(({ requestId }) => requestId !== undefined)
        .slice(-6),
    )
    .toMatchObject(expected);
  const analyst = keys['analyst']?.id;
  const last = lines().slice(-6);
  expect(last.map(({ operation, caller }) => [operation, caller])).toEqual([
    ['getUser', analyst],
    ['getUsers', analyst],
    ['getUsers', null],
    [null, null],
    [null, null],
    ['getUsers', analyst],
  ]);
  expect(new Set(lines().map(({ requestId }) => requestId)).size).toBeGreaterThan(20);
  expect(lines().some(({ message }) => message.startsWith('Ready on '))).toBe(true);
  for (const secret of secrets) expect(running.output()).not.toContain(secret);
});
