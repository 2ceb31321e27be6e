import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { showImport } from '#gateway/command/importAnswer.ts';
import { Refusal } from '#gateway/config/refusal.ts';
import { execute } from '#test/support/engineSetup.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { command, commandHere, endAll, serving } from './spawned.ts';

const days = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
const prices = [
  'time,BTC,ETH',
  ...days.map(
    (day, place) => `${day.toISOString().slice(0, 10)},${40_000 + place},${2000 + place}`,
  ),
].join('\n');
const thematics = [
  'thematic_id,thematic_name,symbol,token_name',
  'two,Two of a kind,BTC,Bitcoin',
  'two,Two of a kind,ETH,Ether',
].join('\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-import-'));
  await mkdir(join(folder, 'real'));
  await writeFile(join(folder, 'real', 'daily.csv.gz'), gzipSync(prices));
  await writeFile(join(folder, 'real', 'thematics.csv'), thematics);
  await writeFile(join(folder, 'real', 'README.md'), 'Not imported.');
  await mkdir(join(folder, 'empty'));
  await writeFile(join(folder, 'bad.csv'), 'time,BTC\n2024-01-01,1\n2024-01-02,many\n');
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const dataDir = (name: string) => `--data-dir=${join(folder, name)}`;

/** A folder with a database. */
async function used(name: string): Promise<string> {
  await makeDataFolder(join(folder, name));
  return dataDir(name);
}
const real = () => join(folder, 'real');

async function kindOf(url: string): Promise<string> {
  return (await (await fetch(`${url}/x/capabilities`)).json()).market.kind;
}

test('files go to the process that holds the folder, also while it starts; a second import changes nothing', async () => {
  const running = serving(['--port=0', '--sample-users=4', dataDir('held')]);
  while (!running.output().includes('Creating the database')) await wait(20);
  const first = await commandHere(['import', real(), dataDir('held')]);
  const url = await running.ready;
  expect(first.output).toContain(
    `Sending the files to process ${running.process.pid}, which serves ${url}`,
  );
  expect(first.output).toContain('Prices: 80 new, 0 changed.');
  expect(first.output).toContain('Real prices replaced the simulated market.');
  expect(first.output).toContain('4 sample users were recreated.');
  expect(first.code).toBe(0);
  expect(await kindOf(url)).toBe('stored');
  const again = await commandHere(['import', real(), dataDir('held')]);
  expect([again.code, again.output.includes('Nothing changed')]).toEqual([0, true]);

  const bad = await commandHere(['import', join(folder, 'bad.csv'), dataDir('held')]);
  expect(bad.code).toBe(1);
  expect(bad.output).toMatch(/^bad\.csv line 3, column BTC: "many" is not a price/m);
  expect(bad.output.match(/"many"/g)).toHaveLength(1);

  const header = `time,${Array.from({ length: 999 }, (_, n) => `T${n}`).join(',')}\n`;
  const bomb = join(folder, 'bomb.csv.gz');
  await writeFile(bomb, gzipSync(header + `${','.repeat(999)}\n`.repeat(5000)));
  const refused = await commandHere(['import', bomb, dataDir('held')]);
  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The body is too large: .* 4,000,000 price cells,.* split it into/m,
    ),
  });
});

test('without a running process, files are imported into the database, and the next start has them', async () => {
  const first = await commandHere([
    'import',
    join(real(), 'thematics.csv'),
    join(real(), 'daily.csv.gz'),
    await used('free'),
  ]);
  expect([first.code, first.output.includes('Thematics: 1 created')]).toEqual([0, true]);
  const running = serving(['--port=0', '--sample-users=2', dataDir('free')]);
  const url = await running.ready;
  expect(await kindOf(url)).toBe('stored');
  expect(await (await fetch(`${url}/p/thematics`)).json()).toMatchObject([{ _id: 'two' }]);
  expect(await (await fetch(`${url}/p/users`)).json()).toHaveLength(2);
});

test('holdings of the simulated market block the import until --replace discards them', async () => {
  const running = serving(['--port=0', '--sample-users=0', await used('way')]);
  const url = await running.ready;
  const headers = { 'content-type': 'application/json' };
  const wallets = [{ thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 1 }] }];
  await fetch(`${url}/p/users`, { method: 'PUT', headers, body: '{"customId":"Zoë/β"}' });
  const body = JSON.stringify({ json: JSON.stringify({ wallets }) });
  const held = await fetch(`${url}/p/users/${encodeURIComponent('Zoë/β')}`, {
    method: 'POST',
    headers,
    body,
  });
  expect(held.status).toBe(200);
  const refused = await commandHere(['import', real(), dataDir('way')]);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/^Existing holdings prevent this: .*Zoë\/β/m);
  expect(await kindOf(url)).toBe('simulated');
  const taken = await commandHere(['import', real(), '--replace', dataDir('way')]);
  expect([taken.code, taken.output.includes('Holdings of 1 users')]).toEqual([0, true]);
  expect(await kindOf(url)).toBe('stored');
});

/** Interrupts a long import, then does a short one. */
async function interrupted(name: string) {
  const big = join(folder, `${name}-5m.csv`);
  const rows = Array.from(
    { length: 300_000 },
    (_, n) => `${new Date(Date.UTC(2010, 0, 1) + n * 300_000).toISOString()},${n + 1}`,
  );
  await writeFile(big, ['time,BTC', ...rows].join('\n'));
  const run = command(['import', big, dataDir(name)]);
  while (!run.output().includes(`Reading ${name}-5m.csv`)) await wait(20);
  run.process.kill('SIGINT');
  const code = await run.ended;
  const next = await commandHere(['import', real(), dataDir(name)]);
  return { code, output: run.output(), next };
}

const nothingKept = {
  code: 130,
  output: expect.stringMatching(/^Interrupted: nothing was imported/m),
  next: { code: 0, output: expect.stringContaining('Prices: 80 new, 0 changed.') },
};

test('an interrupted import leaves nothing in the folder, and releases it at once', async () => {
  await used('unserved');
  expect(await interrupted('unserved')).toEqual(nothingKept);
});

test('an interrupted import leaves nothing in the process, which accepts the next one at once', async () => {
  const running = serving(['--port=0', '--sample-users=0', await used('served')]);
  const url = await running.ready;
  expect(await interrupted('served')).toEqual(nothingKept);
  expect(await kindOf(url)).toBe('stored');
});

test('invalid input stops an import with one line, before any folder is created', async () => {
  const cases = [
    [[], /^Name a folder or files: /],
    [[join(folder, 'gone')], /^\S*gone does not exist\.$/m],
    [[join(folder, 'empty')], /^The folder .*empty has no \.csv or \.csv\.gz file\.$/m],
    [[join(real(), 'README.md')], /README\.md is neither a \.csv nor a \.csv\.gz file\.$/m],
    [[real(), '--replce'], /Did you mean --replace\?/],
  ] as const;
  for (const [args, expected] of cases) {
    const { code, output } = await commandHere(['import', ...args, dataDir('unmade')]);
    expect([code, output.trimEnd()]).toEqual([2, expect.stringMatching(expected)]);
  }
  expect(existsSync(join(folder, 'unmade'))).toBe(false);
});

test('sample users are created and removed', async () => {
  const made = await commandHere(['samples', 'make', '5', await used('samples')]);
  expect(made).toEqual({
    code: 0,
    output: expect.stringContaining('5 sample users created.'),
  });
  const removed = await commandHere(['samples', 'remove', dataDir('samples')]);
  expect(removed).toEqual({ code: 0, output: '5 sample users removed.\n' });
  for (const args of [
    [],
    ['remove', '5'],
    ['make'],
    ['make', '-1'],
    ['make', 'x'],
    ['make', '1', '2'],
    ['mak'],
  ]) {
    expect((await commandHere(['samples', ...args, dataDir('samples')])).code).toBe(2);
  }
});

test('sample users are replaced in the process that holds the folder', async () => {
  const running = serving(['--port=0', '--sample-users=4', await used('samplesHeld')]);
  const url = await running.ready;
  const count = async () => (await (await fetch(`${url}/x/directory?limit=1`)).json()).of;
  expect(await count()).toBe(4);
  const made = await commandHere(['samples', 'make', '7', dataDir('samplesHeld')]);
  expect(made.output).toContain(`which serves ${url}, replaces its sample users`);
  expect(made.output).toContain('4 sample users replaced by 7 new ones.');
  expect(made.code).toBe(0);
  await expect.poll(count, { timeout: 20_000 }).toBe(7);
  const removed = await commandHere(['samples', 'remove', dataDir('samplesHeld')]);
  expect(removed.output).toContain('7 sample users removed.');
  await expect.poll(count, { timeout: 20_000 }).toBe(0);
});

test('two processes on one PostgreSQL both load what a command imports', async ({ skip }) => {
  const postgres = inject('postgres');
  skip(postgres === null, 'There is no PostgreSQL here.');
  if (postgres === null) return;
  const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
  await execute(postgres.url, `CREATE DATABASE ${name}`);
  try {
    const environment = {
      DATABASE_URL: databaseUrl(postgres.url, name),
      SECRET_KEY: '07'.repeat(32),
    };
    const both = [1, 2].map(() => serving(['--port=0', dataDir('unmade')], environment));
    const urls = await Promise.all(both.map(({ ready }) => ready));
    expect(await Promise.all(urls.map(kindOf))).toEqual(['simulated', 'simulated']);
    expect(await (await fetch(`${urls[0]}/p/users`)).json()).toEqual([]);
    const imported = await commandHere(['import', real(), dataDir('unmade')], environment);
    expect([imported.code, imported.output.includes('within seconds')]).toEqual([0, true]);
    await expect
      .poll(() => Promise.all(urls.map(kindOf)), { timeout: 30_000 })
      .toEqual(['stored', 'stored']);
    both.forEach(({ process }) => process.kill('SIGTERM'));
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  } finally {
    await endAll();
    await execute(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test.each([
  [
    'breaks off',
    (controller: ReadableStreamDefaultController) => controller.error(new TypeError('terminated')),
    /^The connection to the process was lost before the import ended\./,
  ],
  [
    'is none of an import',
    (controller: ReadableStreamDefaultController) => {
      controller.enqueue(Buffer.from('{"secret":1}\n'));
      controller.close();
    },
    /^This version cannot read the answer of the process/,
  ],
])('an answer that %s gets a plain error', async (_, end, words) => {
  const progress = Buffer.from('{"progress":"Reading","done":1,"of":null}\n');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(progress),
    pull: end,
  });
  const printed: string[] = [];
  const shown = showImport(new Response(body), (line) => printed.push(line));
  await expect(shown).rejects.toBeInstanceOf(Refusal);
  await expect(shown).rejects.toThrow(words);
  expect(printed).toEqual(['  Reading']);
});
