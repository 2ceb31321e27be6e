import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDataFolder } from '../support/dataFolder.ts';
import { smallDisk } from '../support/smallDisk.ts';
import { isRunning, otherUser, postmasterPid, type OtherUser } from './embeddedPostgres.ts';
import { endAll, type Spawned } from './spawned.ts';

/** Each test starts several processes, one after the other. */
const options = { timeout: 400_000 };

let user: OtherUser;
let isHere = false;
beforeEach(async ({ skip }) => {
  const found = await otherUser();
  isHere = found !== null;
  if (found === null) skip();
  else user = found;
});
afterEach(async () => {
  if (!isHere) return;
  const pid = await postmasterPid(user.dataDir);
  await endAll();
  if (pid !== null && (await isRunning(pid))) process.kill(pid, 'SIGQUIT');
  await user.remove();
});

const headers = { 'content-type': 'application/json' };

const make = (url: string, customId: string) =>
  fetch(`${url}/p/users`, { method: 'PUT', headers, body: JSON.stringify({ customId }) });

async function ids(url: string): Promise<string[]> {
  const users: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
  return users.map(({ customId }) => customId);
}

async function stopped(spawned: Spawned, signal: NodeJS.Signals = 'SIGTERM') {
  spawned.process.kill(signal);
  return spawned.ended;
}

async function pidNow(): Promise<number> {
  const pid = await postmasterPid(user.dataDir);
  if (pid === null) throw new Error('PostgreSQL does not run');
  return pid;
}

test(
  'it starts, stops, survives the death of either process, and never trusts a process id',
  options,
  async () => {
    const first = user.start();
    const url = await first.ready;
    expect(first.output()).toMatch(/engine PostgreSQL 18\.4\)/);
    const health = await (await fetch(`${url}/x/health`)).json();
    expect(health).toMatchObject({ status: 'ok', database: { engine: 'postgresql', ok: true } });
    expect((await make(url, 'first')).status).toBe(201);
    const second = user.start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/is in use by process \d+/);
    const place = /database, engine PostgreSQL 18\.4, socket \S+\/database\/\.s\.PGSQL\.5432\)/;
    expect(await user.doctor()).toMatch(place);
    const pid = await pidNow();
    expect(await stopped(first)).toBe(0);
    expect(await isRunning(pid)).toBe(false);
    expect(await postmasterPid(user.dataDir)).toBeNull();
    expect(await user.doctor()).toMatch(place);
    expect(await postmasterPid(user.dataDir)).toBeNull();

    const killed = user.start();
    expect((await make(await killed.ready, 'second')).status).toBe(201);
    const left = await pidNow();
    await stopped(killed, 'SIGKILL');
    expect(await isRunning(left)).toBe(true);

    const again = user.start();
    const there = await again.ready;
    expect(await isRunning(left)).toBe(false);
    expect(await ids(there)).toEqual(['first', 'second']);
    process.kill(await pidNow(), 'SIGKILL');
    const made = ['first', 'second'];
    const statuses = new Set<number>();
    await vi.waitFor(
      async () => {
        const customId = `user ${made.length}`;
        const { status } = await make(there, customId);
        statuses.add(status);
        if (status === 201) made.push(customId);
        expect(status).toBe(201);
        expect(again.output()).toMatch(/The database accepts changes again/);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect([...statuses].filter((status) => status !== 201)).toEqual([503]);
    expect(again.output()).toMatch(/The database ended \(SIGKILL\) and is being restarted/);
    expect(await ids(there)).toEqual(made);
    expect(await stopped(again)).toBe(0);

    // A power cut leaves these files, and the process id may belong to any program after it.
    const database = join(user.dataDir, 'database');
    const lines = [process.pid, database, 1, 5432, database, '', '1 1', 'ready'].join('\n');
    await writeFile(join(database, 'postmaster.pid'), `${lines}\n`, { mode: 0o600 });
    await writeFile(join(database, '.s.PGSQL.5432.lock'), `${lines}\n`, { mode: 0o600 });
    await user.own();
    const afterCut = user.start();
    expect(await ids(await afterCut.ready)).toEqual(made);
    await stopped(afterCut);

    const asPglite = user.start({ EMBEDDED_ENGINE: 'pglite' });
    expect(await asPglite.ended).toBe(1);
    expect(asPglite.output()).toMatch(
      /needs PostgreSQL, but EMBEDDED_ENGINE is pglite\. Nothing was changed/,
    );
  },
);

/** Answers that depend on every kind of data, without the time of the call. */
async function answersOf(url: string): Promise<unknown> {
  const paths = [
    '/p/users',
    '/p/users/u%2F1/wallets',
    '/p/thematics',
    '/x/webhooks',
    '/x/events',
    '/x/keys',
  ];
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(url + path);
      return [path, response.status, await response.json()];
    }),
  );
}

test(
  'a database of PGlite is moved to PostgreSQL, also after a kill halfway, and answers the same',
  options,
  async () => {
    await makeDataFolder(user.dataDir);
    await user.own();
    const still = {
      TICK_SECONDS: '3600',
      WEBHOOKS_ALLOW_HTTP: '1',
      WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
    };
    const old = user.start({ ...still, EMBEDDED_ENGINE: 'pglite', SAMPLE_USERS: '30' });
    const before = await old.ready;
    expect((await make(before, 'u/1')).status).toBe(201);
    const holdings = JSON.stringify({
      wallets: [{ thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 2.5 }] }],
    });
    const body = JSON.stringify({ json: holdings });
    await fetch(`${before}/p/users/u%2F1`, { method: 'POST', headers, body });
    const endpoint = JSON.stringify({ url: 'http://127.0.0.1:9/hook', type: '*' });
    await fetch(`${before}/p/webhook`, { method: 'PUT', headers, body: endpoint });
    const expected = await answersOf(before);
    await stopped(old);

    const halfway = user.start(still);
    await vi.waitFor(() => access(join(user.dataDir, 'database.moving/PG_VERSION')), {
      timeout: 60_000,
      interval: 5,
    });
    await stopped(halfway, 'SIGKILL');
    expect(await readFile(join(user.dataDir, 'database/PG_VERSION'), 'utf8')).toMatch(/\d/);
    expect(halfway.output()).not.toMatch(/All data was moved/);

    const moved = user.start(still);
    const after = await moved.ready;
    expect(moved.output()).toMatch(/^Moving the data from PGlite to PostgreSQL 18\.4/);
    expect(moved.output()).toMatch(/ 100 % moved\nAll data was moved/);
    expect(await answersOf(after)).toEqual(expected);
    expect(await readdir(user.dataDir)).toContain('database.pglite');
    expect((await make(after, 'later')).status).toBe(201);
    expect(await stopped(moved)).toBe(0);
    expect((await readdir(user.dataDir)).toSorted()).toEqual([
      'database',
      'lock.db',
      'postgresql-libraries',
      'secret.key',
    ]);
    const last = user.start(still);
    expect(await ids(await last.ready)).toContain('later');
    expect(last.output()).not.toMatch(/Moving/);
  },
);

test(
  'changes are rejected while the disk is full, and nothing is lost',
  options,
  async ({ skip }) => {
    const disk = await smallDisk(250);
    if (disk === null) {
      skip();
      return;
    }
    const onDisk = await otherUser(disk.folder);
    if (onDisk === null) {
      skip();
      return;
    }
    try {
      const start = () => onDisk.start({ DISK_RESERVE_MB: '40' });
      const spawned = start();
      const url = await spawned.ready;
      expect((await make(url, 'before')).status).toBe(201);
      await disk.leave(30e6);
      const problem = await vi.waitFor(
        async () => {
          const response = await make(url, 'rejected');
          expect(response.status).toBe(503);
          return response.json();
        },
        { timeout: 10_000 },
      );
      expect(problem).toMatchObject({
        code: 'unavailable',
        detail: expect.stringMatching(/^The disk is full: \S+ needs 40 MB free and has \d+ MB\./),
      });
      expect((await ids(url))[0]).toBe('before');
      await stopped(spawned, 'SIGKILL');
      await disk.leave(0);
      const full = start();
      expect(await full.ended).toBe(1);
      expect(full.output()).toMatch(/disk is full.* start again/i);
      await disk.empty();
      const again = start();
      const there = await again.ready;
      expect(await ids(there)).toContain('before');
      expect((await make(there, 'after')).status).toBe(201);
      expect(await stopped(again)).toBe(0);
    } finally {
      await endAll();
      await disk.remove();
    }
  },
);
