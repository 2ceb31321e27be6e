import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { execute } from '#test/support/engineSetup.ts';
import { everyAnswer } from '#test/support/everyAnswer.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { openReceiver, type Receiver } from '#test/support/receiver.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { commandHere, endAll, serving } from '../spawned.ts';

let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-move-'));
  receiver = await openReceiver();
});
afterEach(endAll);
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

const dataDir = (name: string) => `--data-dir=${join(folder, name)}`;
const file = (name: string) => join(folder, `${name}.backup`);
const local = ['--webhooks-allow-http=1', '--webhooks-allow-networks=127.0.0.0/8'];

const start = (name: string, settings: Record<string, string> = {}, ...more: string[]) =>
  serving(['--port=0', '--sample-users=0', ...local, dataDir(name), ...more], settings);

/** What a command printed, which has to succeed. */
async function run(args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { code, output } = await commandHere(args, settings);
  expect([output, code]).toEqual([output, 0]);
  return output;
}

async function refused(args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { code, output } = await commandHere(args, settings);
  expect(code).toBe(1);
  expect(output).not.toMatch(/^\s+at /m);
  return output;
}

async function send(url: string, method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  expect([path, response.ok, response.ok ? '' : await response.text()]).toEqual([path, true, '']);
}

const days = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
/** With prices before and after it, and with holdings. */
const past = '2024-01-20T00:00:00.000Z';
const prices = [
  'time,BTC,ETH',
  ...days.map((at, day) => `${at.toISOString().slice(0, 10)},${40_000.1 + day / 3},${2000 + day}`),
].join('\n');
const thematics = [
  'thematic_id,thematic_name,symbol,token_name',
  'two,Two of a kind,BTC,Bitcoin',
  'two,Two of a kind,ETH,Ether',
].join('\n');

/** Real prices, whose as of stands still, users, holdings and messages that were sent. */
async function fill(url: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([prices]), 'daily.csv');
  form.append('file', new Blob([thematics]), 'thematics.csv');
  const imported = await fetch(`${url}/x/import`, { method: 'POST', body: form });
  expect(await imported.text()).toContain('"summary"');
  await send(url, 'PUT', '/p/webhook', { url: receiver.url, type: '*' });
  for (const [index, customId] of ['ada', 'a/b?c#d e%2F', '日本'].entries()) {
    await send(url, 'PUT', '/p/users', { customId });
    const wallets = [1, 2, 3].map((month) => ({
      thematics: 'two',
      tokens: [
        { token: 'BTC', amount: month / 3 + index },
        { token: 'ETH', amount: 0.1 + 0.2 },
      ],
      at: `2024-01-0${month}T12:00:00Z`,
    }));
    const json = JSON.stringify({
      name: `Nr. ${index}`,
      list: [1e308, 5e-324, '\u{1F9EE}'],
      wallets,
    });
    await send(url, 'POST', `/p/users/${encodeURIComponent(customId)}`, { json });
  }
  await vi.waitUntil(async () => {
    const { waiting } = await (await fetch(`${url}/x/webhooks`)).json();
    return waiting === 0 && receiver.received.length >= 6;
  }, 60_000);
}

test('embedded → PostgreSQL → embedded: every answer is identical', async ({ skip }) => {
  const postgres = inject('postgres');
  if (postgres === null) skip();
  if (postgres === null) return;
  const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
  await execute(postgres.url, `CREATE DATABASE ${name}`);
  const server = { DATABASE_URL: databaseUrl(postgres.url, name) };
  try {
    await makeDataFolder(join(folder, 'first'));
    const first = start('first');
    const url = await first.ready;
    await fill(url);
    const expected = await everyAnswer(url, past);
    expect(expected.size).toBeGreaterThan(80);
    expect([...expected].filter(([, answer]) => !/^(200|404) /.test(answer))).toEqual([]);
    expect(await run(['backup', file('a'), '--with-key', dataDir('first')])).toMatch(
      /Wrote and checked \S+a\.backup, .*: 3 users, 3 wallets, 2 tokens/,
    );

    expect(await run(['restore', file('a'), dataDir('keys')], server)).toContain('are paused');
    const second = start('keys', server);
    expect(await everyAnswer(await second.ready, past)).toEqual(expected);
    await run(['backup', file('b'), '--with-key', dataDir('keys')], server);

    await makeDataFolder(join(folder, 'third'));
    const third = start('third', {}, '--sample-users=5');
    const there = await third.ready;
    // Something of it is in memory.
    expect(await everyAnswer(there, past)).not.toEqual(expected);
    await run(['restore', file('b'), dataDir('third')]);
    expect(await everyAnswer(there, past)).toEqual(expected);

    const { deliveriesPausedSince } = await (await fetch(`${there}/x/health`)).json();
    expect(deliveriesPausedSince).toMatch(/^20/);
    const sent = receiver.received.length;
    await send(there, 'PUT', '/p/users', { customId: 'after' });
    await wait(2500);
    expect(receiver.received).toHaveLength(sent);
    expect(await run(['restore', 'resume', dataDir('third')])).toContain('Deliveries are resumed');
    await vi.waitUntil(() => receiver.received.length > sent, 20_000);

    // The other process on the same PostgreSQL follows, without a word to it.
    await send(await second.ready, 'PUT', '/p/users', { customId: 'after' });
    await run(['restore', file('b'), '--replace', dataDir('keys')], server);
    // Its database answers at once, its cache after it was reloaded.
    await vi.waitFor(
      async () => expect(await everyAnswer(await second.ready, past)).toEqual(expected),
      {
        timeout: 60_000,
        interval: 500,
      },
    );
  } finally {
    await endAll();
    await execute(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test('on a running service a store with content is unchanged without --replace; live clients read everything again', async () => {
  await makeDataFolder(join(folder, 'kept'));
  const service = start('kept');
  const url = await service.ready;
  await send(url, 'PUT', '/p/users', { customId: 'ada' });
  await run(['backup', file('kept'), dataDir('kept')]);
  expect(await refusedUse(['backup', file('kept'), dataDir('kept')])).toMatch(
    /exists and is not overwritten/,
  );
  await send(url, 'PUT', '/p/users', { customId: 'later' });
  const stream = await fetch(`${url}/x/live`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();

  expect(await refused(['restore', file('kept'), dataDir('kept')])).toMatch(
    /^The store is not empty \(users other than samples: 2\)\. .* --replace/m,
  );
  const damaged = file('damaged');
  await run(['backup', damaged, dataDir('kept')]);
  await truncate(damaged, 1500);
  expect(await refused(['restore', damaged, '--replace', dataDir('kept')])).toMatch(
    /it is cut off/,
  );
  // The same without the command, which looks first.
  const sent = await fetch(`${url}/x/restore?replace=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/gzip' },
    body: 'not a backup at all',
  });
  expect(await sent.text()).toMatch(/"code":"invalid-backup"/);
  expect((await fetch(`${url}/p/users/later`)).status).toBe(200);

  await run(['restore', file('kept'), '--replace', dataDir('kept')]);
  expect((await fetch(`${url}/p/users/later`)).status).toBe(404);
  expect((await fetch(`${url}/p/users/ada`)).status).toBe(200);
  // The stream has ended, and clients that continue from its last event must read everything again.
  for (;;) if ((await reader?.read())?.done !== false) break;
  const again = await fetch(`${url}/x/live`, { headers: { 'last-event-id': '2' } });
  const next = again.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/event: (resync|user\.created)/.test(text)) text += (await next?.read())?.value ?? '';
  expect(text).toContain('event: resync');
  await next?.cancel();
  const trail = await (await fetch(`${url}/x/audit`)).text();
  expect(trail).toMatch(/restoreBackup/);
  expect(await (await fetch(`${url}/x/audit/verification`)).json()).toMatchObject({ intact: true });
  // Nothing that was sent or received stays.
  expect((await readdir(join(folder, 'kept'))).filter((one) => one.startsWith('spool-'))).toEqual(
    [],
  );
});

async function refusedUse(args: string[]): Promise<string> {
  const { code, output } = await commandHere(args);
  expect(code).toBe(2);
  return output;
}

test('changes during a backup and a restore are answered, and no change acknowledged afterwards is lost', async () => {
  await makeDataFolder(join(folder, 'busy'));
  const url = await start('busy').ready;
  await send(url, 'PUT', '/p/users', { customId: 'first' });
  const made: { readonly customId: string; readonly at: number }[] = [];
  const statuses = new Set<number>();
  const state = { isDone: false };
  const writing = (async () => {
    for (let n = 0; !state.isDone; n += 1) {
      const customId = `busy ${n}`;
      const response = await fetch(`${url}/p/users`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ customId }),
      });
      statuses.add(response.status);
      if (response.status === 503 && !response.headers.has('retry-after')) statuses.add(0);
      if (response.status === 201) made.push({ customId, at: performance.now() });
      await response.text();
    }
  })();
  await run(['backup', file('busy'), dataDir('busy')]);
  await run(['restore', file('busy'), '--replace', dataDir('busy')]);
  const restoredAt = performance.now();
  await wait(1000);
  state.isDone = true;
  await writing;
  expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
  const users: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
  const there = new Set(users.map(({ customId }) => customId));
  const after = made.filter(({ at }) => at > restoredAt);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ customId }) => !there.has(customId))).toEqual([]);
});
