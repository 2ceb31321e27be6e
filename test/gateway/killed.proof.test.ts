import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { auditedUsers } from '#test/support/auditedUsers.ts';
import { execute } from '#test/support/engineSetup.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { headerOf, openReceiver, type Received, verify } from '#test/support/receiver.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

/** Ten in all; most where what is committed is ours to keep. */
const killsOf = { PGlite: 7, PostgreSQL: 3 };
const writers = 4;
const thematic = 'settlement-layers';
/** What a killed process was at is taken up when its lease ends. */
const leaseEnds = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-killed-'));
});
afterEach(endAll);
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Amounts of KORV that were acknowledged, by user; null: the user was, no holding yet. */
type Acknowledged = Map<string, number | null>;

const send = (url: string, method: string, path: string, body: unknown) =>
  fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates users and records holdings until the process is gone. */
async function write(url: string, name: string, known: Acknowledged): Promise<void> {
  for (let number = 1; ; number += 1) {
    const customId = `${name}/${number}`;
    const created = await send(url, 'PUT', '/p/users', { customId });
    expect(created.status).toBe(201);
    known.set(customId, null);
    const json = JSON.stringify({
      wallets: [{ thematics: thematic, tokens: [{ token: 'KORV', amount: number }] }],
    });
    const stated = await send(url, 'POST', `/p/users/${encodeURIComponent(customId)}`, { json });
    expect(stated.status).toBe(200);
    known.set(customId, number);
  }
}

async function expectAll(url: string, known: Acknowledged): Promise<void> {
  const users: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
  const there = new Set(users.map(({ customId }) => customId));
  expect([...known.keys()].filter((customId) => !there.has(customId))).toEqual([]);
  // Every change has one entry, whether or not it was acknowledged.
  const entries = Map.groupBy(await auditedUsers(url), ({ id }) => id);
  for (const customId of there) {
    const [created, ...changed] = (entries.get(customId) ?? []).map(({ operation }) => operation);
    expect([customId, created]).toEqual([customId, 'createUser']);
    expect(changed.length).toBeLessThanOrEqual(1);
    if ((known.get(customId) ?? null) !== null) expect(changed).toEqual(['updateUser']);
  }
  expect([...entries.keys()].filter((customId) => !there.has(customId))).toEqual([]);
  for (const [customId, amount] of known) {
    if (amount === null) continue;
    const path = `${url}/p/users/${encodeURIComponent(customId)}/wallets`;
    const wallets: { tokens: { amount: number }[] }[] = await (await fetch(path)).json();
    expect([customId, wallets[0]?.tokens[0]?.amount]).toEqual([customId, amount]);
  }
}

/** Everything that was acknowledged was received, signed, under numbers without a hole; what came twice is the same message. */
async function expectAllReceived(
  url: string,
  known: Acknowledged,
  secret: string,
  messages: readonly Received[],
  kills: number,
): Promise<void> {
  const until = Date.now() + leaseEnds;
  for (;;) {
    const { waiting }: { waiting: number } = await (await fetch(`${url}/x/webhooks`)).json();
    if (waiting === 0) break;
    expect(Date.now()).toBeLessThan(until);
    await wait(200);
  }
  messages.forEach((message) => verify(message, secret));
  const byId = Map.groupBy(messages, (message) => headerOf(message, 'webhook-id'));
  for (const same of byId.values()) {
    expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    expect(new Set(same.map((message) => headerOf(message, 'webhook-seq'))).size).toBe(1);
  }
  const published = [...byId.values()].map(([message]) => {
    const { type, data }: { type: string; data: { customId?: string; user?: string } } = JSON.parse(
      message?.body ?? '',
    );
    return `${type} ${data.customId ?? data.user ?? ''}`;
  });
  const heard = new Set(published);
  const expected = [...known].flatMap(([customId, amount]) => [
    `user.created ${customId}`,
    ...(amount === null ? [] : [`wallet.created ${customId}`]),
  ]);
  expect(expected.filter((event) => !heard.has(event))).toEqual([]);
  const numbers = [...byId.values()].map(([message]) =>
    Number(message === undefined ? NaN : headerOf(message, 'webhook-seq')),
  );
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  const again = messages.length - byId.size;
  // No more than was under way when it was killed: eight at a time to one endpoint.
  expect(again).toBeLessThanOrEqual(kills * 8);
  console.log(
    `${kills} kills: ${expected.length} events acknowledged, ${byId.size} messages received, none lost, ${again} of them twice`,
  );
}

const hooks = {
  WEBHOOKS_ALLOW_HTTP: '1',
  WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOKS_MIN_INTERVAL_SECONDS: '0',
};

/**
 * Kills a process as often while it writes to this engine, and holds what is there afterwards against what it said.
 * @returns how many users it said that it made.
 */
async function killAndCompare(
  engine: keyof typeof killsOf,
  own: Record<string, string>,
): Promise<number> {
  const kills = killsOf[engine];
  const receiver = await openReceiver();
  const again = (): Spawned =>
    serving(['--port=0', '--sample-users=0', `--data-dir=${join(folder, engine)}`], {
      ...hooks,
      ...own,
    });
  const known: Acknowledged = new Map();
  let secret = '';
  for (let kill = 1; kill <= kills; kill += 1) {
    const running = again();
    const url = await running.ready;
    if (kill === 1) {
      const registered = await send(url, 'PUT', '/p/webhook', { url: receiver.url, type: '*' });
      ({ secret } = await registered.json());
    }
    const before = known.size;
    const writing = Array.from({ length: writers }, (_, writer) =>
      write(url, `kill ${kill}/writer ${writer}`, known),
    );
    const broken = Promise.allSettled(writing);
    // Somewhere within a write: at another place each time.
    while (known.size < before + 3) await wait(5);
    await wait(Math.random() * 100);
    running.process.kill('SIGKILL');
    await running.ended;
    for (const outcome of await broken) {
      expect(String(outcome.status === 'rejected' && outcome.reason)).toMatch(
        /fetch failed|terminated/,
      );
    }
  }
  const url = await again().ready;
  await expectAll(url, known);
  await expectAllReceived(url, known, secret, receiver.received, kills);
  await receiver.close();
  return known.size;
}

test(
  'killed ten times while it writes, it has everything it acknowledged, and has sent it',
  { timeout: 900_000 },
  async () => {
    const postgres = inject('postgres');
    // Side by side: each waits in the end until the leases of what was killed are over.
    const [embedded, other] = await Promise.all([
      makeDataFolder(join(folder, 'PGlite')).then(() => killAndCompare('PGlite', {})),
      postgres === null ? null : killAndCompare('PostgreSQL', await emptyPostgres(postgres)),
    ]);
    expect(embedded).toBeGreaterThanOrEqual(killsOf.PGlite * 3);
    expect(other ?? Infinity).toBeGreaterThanOrEqual(killsOf.PostgreSQL * 3);
  },
);

/** A database of its own, as the settings of a process name it. */
async function emptyPostgres({ url, template }: { url: string; template: string }) {
  const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
  await execute(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { DATABASE_URL: databaseUrl(url, name) };
}
