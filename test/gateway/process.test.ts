import { createServer } from 'node:http';
import { mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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
/** What Node wants of a request whose body is a stream; the browser's types do not know it. */
const streamed = { duplex: 'half' };
const few = ['--port=0', '--sample-users=3'];

test('--help tells every setting with its default, --version the version, whatever else is wrong', async () => {
  for (const name of ['start', 'dev', 'import', 'samples']) {
    const help = command([name, '--help', '--prot'], { PORT: 'x' });
    expect(await help.ended).toBe(0);
    expect(help.output()).toContain('DATA_DIR  --data-dir');
    for (const line of help.output().split('\n')) expect(line.length).toBeLessThanOrEqual(96);
  }
  const version = command(['--version'], { PORT: 'x' });
  expect(await version.ended).toBe(0);
  const { version: expected } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(version.output()).toBe(`${expected}\n`);
});

test('wrong settings stop the start with a line each and no stack', async () => {
  const wrong = command(['start', '--prot=1', '--host', '0.0.0.0'], {
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
  expect(surplus.output()).toMatch(/^npm start takes flags alone, not "now"\./);
});

test('a second process on the same folder is refused and told who holds it', async () => {
  const first = serving(['--port=0', await used('held')]);
  const url = await first.ready;
  await symlink(join(folder, 'held'), join(folder, 'link'));
  for (const args of [
    ['start', '--port=0', dataDir('link')],
    ['samples', 'remove', dataDir('held')],
  ]) {
    const second = command(args);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^The folder \S+ is in use by process \d+ .*\n$/);
    expect(second.output()).toContain(`process ${first.process.pid} (which serves ${url}`);
  }
  expect((await fetch(`${url}/x/health`)).status).toBe(200);
});

test('two that start at once on a new folder: one serves, the other is refused', async () => {
  const both = [serving([...few, dataDir('race')]), serving([...few, dataDir('race')])];
  const outcomes = await Promise.all(
    both.map(({ ready, ended }) => Promise.race([ready.catch(() => ended), ended])),
  );
  expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(1);
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(1);
});

test('a port that is taken is told in a line, before anything is made', async () => {
  const other = createServer().listen(5179, '127.0.0.1');
  try {
    const taken = command(['start', '--port=5179', dataDir('taken')]);
    expect(await taken.ended).toBe(1);
    expect(taken.output()).toMatch(/^Port 5179 of 127\.0\.0\.1 is taken by another program\..*\n$/);
    expect(await readdir(join(folder, 'taken'))).toEqual(['lock.db']);
  } finally {
    other.close();
  }
});

test('a folder or database that cannot be used is told in a line', async () => {
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

test('a first start that was killed begins anew, beside what it left', async () => {
  const first = serving([...few, dataDir('cut')]);
  while (!first.output().includes('Making the database')) await wait(20);
  const left = async () =>
    (await readdir(join(folder, 'cut'))).filter((name) => name.startsWith('database'));
  while (!(await left()).includes('database.new')) await wait(20);
  first.process.kill('SIGKILL');
  await first.ended;
  const second = serving([...few, dataDir('cut')]);
  const url = await second.ready;
  expect(await (await fetch(`${url}/p/users`)).json()).toHaveLength(3);
  const [kept, aside = '', ...more] = (await left()).toSorted();
  expect([kept, more]).toEqual(['database', []]);
  expect(aside).toMatch(/^database\.unfinished-\d{4}-/);
  expect(second.output()).toContain(`that is in ${join(folder, 'cut', aside)} now, and not used\n`);
});

test('a database is never begun anew over what is left of one', async () => {
  const args = ['--port=0', await used('partial')];
  const version = join(folder, 'partial', 'database', 'PG_VERSION');
  const before = (await readdir(join(folder, 'partial', 'database'))).toSorted();
  await rm(version);
  const refused = serving(args);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(
    /^The folder \S+ holds files but no PG_VERSION, .* Nothing was changed\..*\n$/,
  );
  await writeFile(version, '18\n');
  expect((await readdir(join(folder, 'partial', 'database'))).toSorted()).toEqual(before);

  // What an older version left there while it made one says nothing about a database that is complete.
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

test.runIf(process.platform === 'linux')('a lock whose file is deleted still holds', async () => {
  const first = serving(['--port=0', await used('unlocked')]);
  const url = await first.ready;
  await rm(join(folder, 'unlocked', 'lock.db'));
  const second = serving(['--port=0', dataDir('unlocked')]);
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/^The folder \S+ is in use by process \d+ .*\n$/);
  expect((await fetch(`${url}/x/health`)).status).toBe(200);
});

test('a lock that is none is told in a line', async () => {
  for (const [name, spoil] of [
    ['garbage', (path: string) => writeFile(path, 'no database '.repeat(200))],
    ['folder', (path: string) => mkdir(path)],
  ] as const) {
    const args = ['--port=0', await used(name)];
    const lock = join(folder, name, 'lock.db');
    await spoil(lock);
    const refused = serving(args);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^The file \S+lock\.db is no lock of this service.*\n$/);
  }
});

test('while it starts it answers 503 and says when to come again; told twice, it stops at once', async () => {
  const first = serving(['--port=5177', '--sample-users=0', dataDir('starting')]);
  while (!first.output().includes('Making the database')) await wait(10);
  const response = await fetch('http://127.0.0.1:5177/p/users');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({ code: 'unavailable' });
  const url = await first.ready;
  expect((await fetch('http://127.0.0.1:5177/p/users')).status).toBe(200);

  // Told to stop twice, it does not wait for what is under way.
  const open = fetch(`${url}/p/users`, {
    method: 'PUT',
    body: new ReadableStream({ pull: () => new Promise(() => {}) }),
    ...streamed,
  });
  open.catch(() => {});
  await wait(200);
  first.process.kill('SIGINT');
  while (!first.output().includes('Stopping')) await wait(20);
  first.process.kill('SIGINT');
  expect(await first.ended).toBe(130);
});

test('started with another key, it says that secrets cannot be read, and what helps', async () => {
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
    /^Webhook endpoints that nothing can be sent to: 1\. .*another SECRET_KEY.*rotate them\.\nReady on /,
  );
});

test('told to stop, it finishes what is under way and takes nothing new', async () => {
  const first = serving(['--port=0', await used('stop')]);
  const url = await first.ready;
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const under = fetch(`${url}/p/users`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: body.readable,
    ...streamed,
  });
  await writer.write(Buffer.from('{"customId":'));
  await wait(200);
  first.process.kill('SIGTERM');
  while (!first.output().includes('Stopping')) await wait(20);
  await expect(fetch(`${url}/p/users`)).rejects.toThrow('fetch failed');
  await writer.write(Buffer.from('"last"}'));
  await writer.close();
  expect((await under).status).toBe(201);
  expect(await first.ended).toBe(0);
  const second = serving(['--port=0', dataDir('stop')]);
  expect((await fetch(`${await second.ready}/p/users/last`)).status).toBe(200);
});
