import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { devCommand } from '#gateway/command/dev.ts';
import { importCommand } from '#gateway/command/import.ts';
import { samplesCommand } from '#gateway/command/samples.ts';
import { startCommand } from '#gateway/command/start.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { command, endAll, serving } from './spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-process-'));
});

/** A folder with a database. */
async function used(name: string): Promise<string> {
  await makeDataFolder(join(folder, name));
  return dataDir(name);
}
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const dataDir = (name: string) => `--data-dir=${join(folder, name)}`;

/** Starts a request that creates a user, and completes it later. */
async function begun(url: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const under = request(`${url}/p/users`, { method: 'PUT', headers });
  // It may be cut off.
  under.on('error', () => {});
  under.flushHeaders();
  await once(under, 'continue');
  return under;
}

test('--help lists every setting with its default and --version the version, even with other faults', async () => {
  for (const run of [startCommand, devCommand, importCommand, samplesCommand]) {
    const printed: string[] = [];
    const environment = { PORT: 'x' };
    const own = { root: process.cwd(), version: '', print: (text: string) => printed.push(text) };
    expect(await run({ args: ['--help', '--prot'], environment, ...own })).toBe(0);
    expect(printed.join('\n')).toContain('DATA_DIR  --data-dir');
    for (const line of printed.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(96);
  }
  const version = command(['--version'], { PORT: 'x' });
  expect(await version.ended).toBe(0);
  const { version: expected } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(version.output()).toBe(`${expected}\n`);
});

test('wrong settings stop the start with a line each and no stack', async () => {
  const wrong = command(['start', '--prot=1', '--host', '0.0.0.0/0'], {
    PORT: 'abc',
    SECRET_KEY: 'hunter2',
    DATABASE_URL: 'mysql://u:hunter2@h/d',
  });
  expect(await wrong.ended).toBe(2);
  const lines = wrong.output().trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(wrong.output()).not.toMatch(/hunter2|at .*:\d+:\d+/);
  const surplus = command(['start', 'now']);
  expect(await surplus.ended).toBe(2);
  expect(surplus.output()).toMatch(/^npm start takes only flags, not "now"\./);
});

test('a second process on the same folder stops, and names the first one', async () => {
  const first = serving(['--port=0', await used('held')]);
  const url = await first.ready;
  await symlink(join(folder, 'held'), join(folder, 'link'));
  for (const args of [
    ['start', '--port=0', dataDir('link')],
    ['start', '--port=0', dataDir('held')],
  ]) {
    const second = command(args);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^The folder \S+ is in use by process \d+ .*\n$/);
    expect(second.output()).toContain(`process ${first.process.pid} (which serves ${url}`);
  }
  expect((await fetch(`${url}/x/health`)).status).toBe(200);
  if (process.platform !== 'linux') return;
  // A lock whose file is deleted still holds.
  await rm(join(folder, 'held', 'lock.db'));
  const third = serving(['--port=0', dataDir('held')]);
  expect(await third.ended).toBe(1);
  expect(third.output()).toMatch(/^The folder \S+ is in use by process \d+ .*\n$/);
  expect((await fetch(`${url}/x/health`)).status).toBe(200);
});

test('a port in use stops the start with one line, before anything is created', async () => {
  const other = createServer().listen(5179, '127.0.0.1');
  try {
    const taken = command(['start', '--port=5179', dataDir('taken')]);
    expect(await taken.ended).toBe(1);
    expect(taken.output()).toMatch(
      /^Port 5179 of 127\.0\.0\.1 is in use by another program\..*\n$/,
    );
    expect(await readdir(join(folder, 'taken'))).toEqual(['lock.db']);
  } finally {
    other.close();
  }
});

test('an unusable folder or database stops the start with one line', async () => {
  await writeFile(join(folder, 'a file'), '');
  const file = serving(['--port=0', dataDir('a file')]);
  expect(await file.ended).toBe(1);
  expect(file.output()).toMatch(/^The folder .* cannot be used: it is a file\..*\n$/);

  await mkdir(join(folder, 'broken', 'database', 'base'), { recursive: true });
  await writeFile(join(folder, 'broken', 'database', 'PG_VERSION'), '18\n');
  const broken = serving(['--port=0', dataDir('broken')]);
  expect(await broken.ended).toBe(1);
  expect(broken.output()).toMatch(/^The database in .* cannot be opened: .*\n$/);

  const server = serving(['--port=0', dataDir('none')], {
    DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:5178/d',
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/^The PostgreSQL of DATABASE_URL cannot be opened: .*\n$/);
  expect(server.output()).not.toContain('hunter2');
});

test('of two simultaneous starts on a new folder one stops; the other answers 503 while starting, and after a kill the next start begins again', async () => {
  const args = ['--port=5177', '--sample-users=3', dataDir('new')];
  const both = [serving(args), serving(args)];
  const first = await Promise.race(
    both.map(async (one, index) => {
      expect(await one.ended).toBe(1);
      // If both are this fast, the holder has not written process.json yet.
      expect(one.output()).toMatch(/^The folder \S+ is in use by (process \d+|another process\.)/);
      return both[1 - index];
    }),
  );
  if (first === undefined) throw new Error('Nobody was refused');
  while (!first.output().includes('Creating the database')) await wait(10);
  const response = await fetch('http://127.0.0.1:5177/p/users');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({ code: 'unavailable' });
  const left = async () =>
    (await readdir(join(folder, 'new'))).filter((name) => name.startsWith('database'));
  while (!(await left()).includes('database.new')) await wait(20);
  first.process.kill('SIGKILL');
  await first.ended;

  const second = serving(args);
  const url = await second.ready;
  expect(await (await fetch(`${url}/p/users`)).json()).toHaveLength(3);
  const [kept, aside = '', ...more] = (await left()).toSorted();
  expect([kept, more]).toEqual(['database', []]);
  expect(aside).toMatch(/^database\.unfinished-\d{4}-/);
  expect(second.output()).toContain(
    `Its files are now in ${join(folder, 'new', aside)}, and are not used\n`,
  );
});

test('a new database is never created over the remains of another', async () => {
  const args = ['--port=0', await used('partial')];
  const version = join(folder, 'partial', 'database', 'PG_VERSION');
  const before = (await readdir(join(folder, 'partial', 'database'))).toSorted();
  await rm(version);
  const refused = serving(args);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(
    /^The folder \S+ has files but no PG_VERSION, .* Nothing was changed\..*\n$/,
  );
  await writeFile(version, '18\n');
  expect((await readdir(join(folder, 'partial', 'database'))).toSorted()).toEqual(before);

  // Remains of a start of an older version do not affect a complete database.
  await writeFile(join(folder, 'partial', 'database.unfinished'), '');
  const first = serving(args);
  const made = await fetch(`${await first.ready}/p/users`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"customId":"kept"}',
  });
  expect(made.status).toBe(201);
  first.process.kill('SIGKILL');
  await first.ended;
  await writeFile(join(folder, 'partial', 'database.unfinished'), '');
  const second = serving(args);
  expect((await fetch(`${await second.ready}/p/users/kept`)).status).toBe(200);
});

test('an invalid lock stops the start with one line', async () => {
  for (const [name, spoil] of [
    ['garbage', (path: string) => writeFile(path, 'no database '.repeat(200))],
    ['folder', (path: string) => mkdir(path)],
  ] as const) {
    const args = ['--port=0', await used(name)];
    const lock = join(folder, name, 'lock.db');
    await spoil(lock);
    const refused = serving(args);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^The file \S+lock\.db is not a lock of this service.*\n$/);
  }
});

test('a start with another key reports unreadable secrets and the remedy', async () => {
  const webhook = { url: 'https://hooks.example.com/', type: '*' };
  const first = serving(['--port=0', await used('keys')]);
  const registered = await fetch(`${await first.ready}/p/webhook`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(webhook),
  });
  expect(registered.status).toBe(201);
  first.process.kill('SIGTERM');
  await first.ended;
  const second = serving(['--port=0', dataDir('keys')], { SECRET_KEY: '07'.repeat(32) });
  await second.ready;
  expect(second.output()).toMatch(
    /^Unusable webhook endpoints: 1\. .*another SECRET_KEY.*rotate the secrets\.\n(.*\n)*Ready on /,
  );
});

test('the first signal finishes running requests and accepts no new ones; the second stops at once', async () => {
  const first = serving(['--port=0', await used('stop')]);
  const url = await first.ready;
  const under = await begun(url);
  first.process.kill('SIGTERM');
  while (!first.output().includes('Stopping')) await wait(20);
  await expect(fetch(`${url}/p/users`)).rejects.toThrow('fetch failed');
  const answered = once(under.end('{"customId":"last"}'), 'response');
  const [response]: IncomingMessage[] = await answered;
  expect(response?.statusCode).toBe(201);
  expect(await first.ended).toBe(0);

  const second = serving(['--port=0', dataDir('stop')]);
  const again = await second.ready;
  expect((await fetch(`${again}/p/users/last`)).status).toBe(200);
  // A second signal of a person stops at once. A signal that npm passes on counts as the first.
  await begun(again);
  second.process.kill('SIGINT');
  while (!second.output().includes('Stopping')) await wait(20);
  second.process.kill('SIGINT');
  await wait(600);
  expect(second.process.exitCode).toBe(null);
  second.process.kill('SIGINT');
  expect(await second.ended).toBe(130);
});
