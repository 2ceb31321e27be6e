import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importUsers } from '#contract/operations/userImports.ts';
import { createUser, getUsers } from '#contract/operations/users.ts';
import { userList } from '#contract/user.ts';
import { readLockHolder } from '#gateway/process/lock.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { npmRun, startGateway, type RunningGateway } from '#test/support/process.ts';

let folder: string;
let running: RunningGateway[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-start-'));
});
afterEach(async () => {
  await Promise.all(running.map((gateway) => gateway.stop('SIGKILL')));
  running = [];
  await rm(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<RunningGateway> {
  const gateway = await startGateway({ DATA_DIR: join(folder, 'data'), ...settings });
  running.push(gateway);
  return gateway;
}

async function send(url: string, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}

test('npm start -- --help tells how it is used, and a wrong setting stops the start in a line', async () => {
  const help = await npmRun({}, 'start', '--', '--help');
  expect(help.code).toBe(0);
  expect(help.output).toMatch(/^Starts the Portfolio Service and its dashboard\./);
  expect(help.output).toMatch(/^ {2}PORT {2}--port +Port to listen on/m);
  expect(help.output).toMatch(/^ {2}DATA_DIR {2}--data-dir /m);

  const wrong = await npmRun({ TICK_SECONDS: '0' }, 'start', '--', '--port=eighty');
  expect(wrong.code).toBe(2);
  expect(wrong.output.trim().split('\n')).toEqual([
    'PORT (given as --port) is "eighty"; it must be a whole number from 0 to 65535.',
    'TICK_SECONDS is "0"; it must be a whole number from 1 to 3600.',
  ]);
});

test('a first start makes everything; a second finds it; nobody else gets at the folder meanwhile', async () => {
  const first = await start();
  process.stdout.write(`first start: ${Math.round(first.startedIn)} ms\n`);
  expect(first.output()).toMatch(/^Creating the database in .*^Creating 240 sample users$/ms);
  expect(await read(`${first.url}/`)).toMatch(/<div id="root">/);
  expect(userList.parse(JSON.parse(await read(first.url + getUsers.path)))).toHaveLength(240);
  const notices = await read(`${first.url}/licenses.txt`);
  for (const name of [
    'react',
    '@mantine/core',
    'recharts',
    'zod',
    'd3-scale',
    '@tabler/icons-react',
  ]) {
    expect(notices).toMatch(
      new RegExp(`^## ${name} - [\\d.]+ \\((MIT|ISC)\\)\\n\\n.*(MIT|Copyright)`, 'm'),
    );
  }
  expect(notices).toMatch(/^## @fontsource-variable\/inter .*SIL OPEN FONT LICENSE Version 1\.1/ms);
  await send(first.url, 'PUT', createUser.path, { customId: 'kept' });

  const other = await npmRun({ DATA_DIR: join(folder, 'data'), PORT: '0' }, 'start');
  expect(other.code).toBe(1);
  expect(other.output).toMatch(
    /^The folder .*data is in use by process \d+ \(which serves http:\/\/127\.0\.0\.1:\d+, since .*\)\. Open .*\n$/,
  );
  expect(await first.stop()).toBe(0);
  expect((await readdir(join(folder, 'data'))).toSorted()).toEqual([
    'database',
    'lock.db',
    'secret.key',
  ]);

  const second = await start();
  process.stdout.write(`second start: ${Math.round(second.startedIn)} ms\n`);
  expect(second.output()).not.toContain('Creating');
  const users = userList.parse(JSON.parse(await read(second.url + getUsers.path)));
  expect(users.map(({ customId }) => customId)).toContain('kept');
  expect(users).toHaveLength(241);
  expect(await second.stop('SIGINT')).toBe(0);
});

test('told to stop, it first sends what it is in the middle of sending', async () => {
  await makeDataFolder(join(folder, 'data'));
  const gateway = await start({ SAMPLE_USERS: '0' });
  // More than what the connection itself can hold.
  const rows = Array.from({ length: 180 }, (_, number) => `u/${number},${'x'.repeat(32_000)}`);
  const imported = await fetch(gateway.url + importUsers.path, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: ['customId,mandate', ...rows].join('\n'),
  });
  expect(await imported.text()).toContain('"created":180');
  const call = get(gateway.url + getUsers.path, { agent: false });
  const [response]: IncomingMessage[] = await once(call, 'response');
  if (response === undefined) throw new Error('No response came');
  await once(response, 'readable');

  const ended = gateway.stop();
  // It takes nothing new, and yet it has not ended: nobody reads the rest so far.
  await expect.poll(() => read(`${gateway.url}/`).catch(() => 'refused')).toBe('refused');
  expect(gateway.process.exitCode).toBe(null);
  const chunks = await response.setEncoding('utf8').toArray();
  expect(userList.parse(JSON.parse(chunks.join('')))).toHaveLength(180);
  expect(await ended).toBe(0);
});

/** Makes users one after another until nobody accepts a request; how each is known that was answered. */
async function makeUsers(url: string, prefix: string, made: Set<string>): Promise<unknown> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'content-type': 'application/json' };
  try {
    for (let count = 0; ; count += 1) {
      const customId = `${prefix}-${count}`;
      const call = request(url + createUser.path, { method: createUser.method, headers, agent });
      const [response]: IncomingMessage[] = await once(
        call.end(JSON.stringify({ customId })),
        'response',
      );
      expect(response?.statusCode).toBe(201);
      response?.resume();
      made.add(customId);
    }
  } catch (error) {
    return error;
  } finally {
    agent.destroy();
  }
}

test('npm start passes a signal on, and under load no accepted request is cut', async () => {
  await makeDataFolder(join(folder, 'data'));
  const settings = { DATA_DIR: join(folder, 'data'), SAMPLE_USERS: '0' };
  const gateway = await startGateway(settings, ['npm', 'start']);
  const made = new Set<string>();
  try {
    const clients = Array.from({ length: 20 }, (_, i) => makeUsers(gateway.url, `u${i}`, made));
    await expect.poll(() => made.size).toBeGreaterThan(100);
    const began = performance.now();
    expect(await gateway.stop()).toBe(0);
    const took = performance.now() - began;
    process.stdout.write(`stopped after ${Math.round(took)} ms, ${made.size} users made\n`);
    expect(took).toBeLessThan(15_000);
    expect(await Promise.all(clients)).toEqual(
      clients.map(() => expect.objectContaining({ code: 'ECONNREFUSED' })),
    );
  } finally {
    await endHolder(settings.DATA_DIR);
  }
  const again = await start({ SAMPLE_USERS: '0' });
  const users = userList.parse(JSON.parse(await read(again.url + getUsers.path)));
  expect(new Set(users.map(({ customId }) => customId))).toEqual(made);
});

/** Ends the process that npm has left behind, if it has. */
async function endHolder(dataDir: string): Promise<void> {
  const holder = await readLockHolder(dataDir);
  if (holder !== null) process.kill(holder.pid, 'SIGKILL');
}

test('npm run screenshots takes a picture of a page', async () => {
  const picture = 'thematics-1280-light';
  const taken = await npmRun({ SAMPLE_USERS: '12' }, 'screenshots', '--', folder, picture);
  expect(taken).toEqual({ code: 0, output: `${join(folder, picture)}.png\n` });
  const bytes = await readFile(join(folder, `${picture}.png`));
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1280, 900]);
});
