import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditedUsers } from '../support/auditedUsers.ts';
import { makeDataFolder } from '../support/dataFolder.ts';
import { cutDisk, type CutDisk } from '../support/powerCut.ts';
import { endAll, serving } from './spawned.ts';

const cuts = 2;
const writers = 4;

let disk: CutDisk | null;
beforeAll(async () => {
  disk = await cutDisk(400);
});
afterAll(() => disk?.remove());
beforeEach(({ skip }) => {
  if (disk === null) skip();
});
afterEach(endAll);

const dataDir = (name: string) => join(disk?.folder ?? '', name);

const start = (name: string, ...more: string[]) =>
  serving(['--port=0', '--sample-users=0', `--data-dir=${dataDir(name)}`, ...more]);

/** Creates users until the process is gone. Returns the acknowledged ones. */
async function write(url: string, name: string, made: string[]): Promise<void> {
  for (let number = 1; ; number += 1) {
    const customId = `${name} ${number}`;
    const body = JSON.stringify({ customId });
    const headers = { 'content-type': 'application/json' };
    const status = await fetch(`${url}/p/users`, { method: 'PUT', headers, body }).then(
      (response) => response.status,
      () => null,
    );
    if (status !== 201) return;
    made.push(customId);
  }
}

/** Writes, cuts the power in between, and brings it back. */
async function writeAndCut(name: string, round: number, made: string[], ...more: string[]) {
  const spawned = start(name, ...more);
  const url = await spawned.ready;
  const before = made.length;
  const writing = Array.from({ length: writers }, (_, n) => write(url, `${round} ${n}`, made));
  while (made.length < before + 20) await wait(5);
  await wait(37 * round);
  await disk?.cut();
  spawned.process.kill('SIGKILL');
  await Promise.all([...writing, once(spawned.process, 'close')]);
  await disk?.restore();
}

/** Who was acknowledged and is not there. */
async function lost(name: string, made: readonly string[], ...more: string[]): Promise<string[]> {
  const spawned = start(name, ...more);
  const url = await spawned.ready;
  const list: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
  const audited = (await auditedUsers(url)).map(({ id }) => id);
  expect(audited.toSorted()).toEqual(list.map(({ customId }) => customId).toSorted());
  spawned.process.kill('SIGTERM');
  await spawned.ended;
  const there = new Set(list.map(({ customId }) => customId));
  return made.filter((customId) => !there.has(customId));
}

test('acknowledged changes survive a power cut at any moment', async () => {
  const made: string[] = [];
  for (let round = 1; round <= cuts; round += 1) {
    await writeAndCut('kept', round, made);
    expect(await lost('kept', made)).toEqual([]);
  }
  expect(made.length).toBeGreaterThanOrEqual(20 * cuts);
});

test('without DATABASE_SYNC they do not: the power cut is real', async () => {
  await makeDataFolder(dataDir('lost'));
  const first = start('lost', '--database-sync=0');
  await first.ready;
  first.process.kill('SIGTERM');
  await first.ended;
  // Everything is on disk, except for what follows.
  await disk?.restore();
  const made: string[] = [];
  await writeAndCut('lost', 1, made, '--database-sync=0');
  const missing = await lost('lost', made, '--database-sync=0').catch(() => made);
  expect(missing).not.toEqual([]);
});
