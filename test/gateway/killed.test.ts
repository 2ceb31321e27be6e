import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endAll, serving, type Spawned } from './spawned.ts';

const kills = 20;
const writers = 4;
const thematic = 'settlement-layers';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-killed-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

/** Amounts of KORV that were acknowledged, by user; null: the user was, no holding yet. */
type Acknowledged = Map<string, number | null>;

const send = (url: string, method: string, path: string, body: unknown) =>
  fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates users and states what they hold until the process is gone. */
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

function again(): Spawned {
  return serving(['--port=0', '--sample-users=0', `--data-dir=${join(folder, 'data')}`]);
}

async function expectAll(url: string, known: Acknowledged): Promise<void> {
  const users: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
  const there = new Set(users.map(({ customId }) => customId));
  expect([...known.keys()].filter((customId) => !there.has(customId))).toEqual([]);
  for (const [customId, amount] of known) {
    if (amount === null) continue;
    const path = `${url}/p/users/${encodeURIComponent(customId)}/wallets`;
    const wallets: { tokens: { amount: number }[] }[] = await (await fetch(path)).json();
    expect([customId, wallets[0]?.tokens[0]?.amount]).toEqual([customId, amount]);
  }
}

test(
  `killed ${kills} times while it writes, it has everything it acknowledged`,
  { timeout: 300_000 },
  async () => {
    const known: Acknowledged = new Map();
    for (let kill = 1; kill <= kills; kill += 1) {
      const running = again();
      const url = await running.ready;
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
    expect(known.size).toBeGreaterThan(kills * 3);
    await expectAll(await again().ready, known);
  },
);
