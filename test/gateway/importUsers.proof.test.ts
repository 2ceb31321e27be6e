import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { importUsers } from '#contract/operations/userImports.ts';
import { getUsers } from '#contract/operations/users.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import { statementList } from '#contract/statement.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { usersCsv } from '#test/support/usersCsv.ts';
import { command, endAll, serving } from './spawned.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { userList } from '#test/support/embedded.ts';

const holdable = { thematic: 'settlement-layers', tokens: ['KORV', 'AUGRY'] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-users-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

/** A folder with a database. */
async function used(name: string): Promise<string> {
  await makeDataFolder(join(folder, name));
  return dataDir(name);
}
const dataDir = (name: string) => `--data-dir=${join(folder, name)}`;

/** What a command printed, and its exit code. */
async function run(...args: string[]) {
  const started = command(args);
  return { code: await started.ended, output: started.output() };
}

const usersAt = async (url: string) =>
  userList.parse(await (await fetch(url + getUsers.path)).json());

test('a command imports users: first a dry run, then the import, with failed rows in a file', async () => {
  const file = join(folder, 'people.csv.gz');
  const failures = join(folder, 'failures.csv');
  const rows = [
    'ID,name,thematic,token,amount',
    `ada,Ada,${holdable.thematic},KORV,2`,
    `bob,Bob,${holdable.thematic},NOPE,2`,
    'eve,Eve,,,',
  ];
  await writeFile(file, gzipSync(rows.join('\n')));
  const own = [await used('command'), '--sample-users=0'];
  const dry = await run('import', file, '--dry-run', ...own);
  expect(dry).toEqual({
    code: 1,
    output: expect.stringMatching(
      /users: 2 created, 0 updated, 0 unchanged, 1 failed\. This was a dry run/,
    ),
  });
  const done = await run('import', file, `--failures=${failures}`, ...own);
  expect(done.code).toBe(1);
  expect(done.output).toContain(
    'people.csv.gz line 3, column token, user "bob": token: there is no token "NOPE".',
  );
  expect(done.output).toContain('3 rows; users: 2 created, 0 updated, 0 unchanged, 1 failed.');
  const written = await readFile(failures, 'utf8');
  expect(written.split('\r\n').slice(0, 2)).toEqual([
    'line (import),reason (import),ID,name,thematic,token,amount',
    `3,"token: there is no token ""NOPE"".",bob,Bob,${holdable.thematic},NOPE,2`,
  ]);

  const running = serving(['--port=0', ...own]);
  const url = await running.ready;
  await writeFile(failures, written.replace('NOPE,2', 'AUGRY,2'));
  const corrected = await run('import', failures, dataDir('command'));
  expect(corrected).toEqual({
    code: 0,
    output: expect.stringContaining('1 rows; users: 1 created, 0 updated, 0 unchanged, 0 failed.'),
  });
  expect((await usersAt(url)).map(({ customId, name }) => [customId, name])).toEqual([
    ['ada', 'Ada'],
    ['eve', 'Eve'],
    ['bob', 'Bob'],
  ]);
  const refused = await run('import', file, '--existing=replace', dataDir('command'));
  expect(refused).toEqual({
    code: 2,
    output: expect.stringMatching(/^--existing is replace; it must be update or skip\.$/m),
  });

  const mails = join(folder, 'mails.csv');
  await writeFile(mails, 'E-Mail,id,Notes\nann@example.com,007,secret\n');
  const map = { 'E-Mail': 'customId', id: { attribute: 'code', as: 'text' }, Notes: 'ignored' };
  const mapped = await run('import', mails, `--map=${JSON.stringify(map)}`, dataDir('command'));
  expect(mapped.code).toBe(0);
  const ann = (await usersAt(url)).at(-1);
  expect(ann).toMatchObject({ customId: 'ann@example.com', code: '007' });
  expect(ann).not.toHaveProperty('Notes');
  const unread = await run('import', mails, '--map=E-Mail', dataDir('command'));
  expect(unread).toEqual({
    code: 2,
    output: expect.stringMatching(/^--map is E-Mail; it must be/m),
  });
}, 300_000);

test('after kill -9 during an import, importing the same file again stores each user and statement once', async () => {
  const count = 1500;
  const csv = usersCsv(count, holdable);
  const own = ['--port=0', '--sample-users=0', await used('killed')];
  const post = (url: string) =>
    fetch(url + pathOf(importUsers, {}), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: csv,
    });
  const first = serving(own);
  const url = await first.ready;
  const answer = await post(url);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while ((seen.match(/"created"/g) ?? []).length < 10) seen += (await reader?.read())?.value ?? '';
  first.process.kill('SIGKILL');
  await first.ended;
  await reader?.cancel().catch(() => {});

  const second = serving(own);
  const after = await second.ready;
  const before = await usersAt(after);
  expect(before.length).toBeGreaterThanOrEqual(10);
  expect(before.length).toBeLessThan(count);
  expect(before.every(({ name, walletCount }) => name !== undefined && walletCount === 1)).toBe(
    true,
  );
  const lines = (await (await post(after)).text()).trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    result: { created: count - before.length, unchanged: before.length, failed: 0 },
  });
  const users = await usersAt(after);
  expect(users.map(({ customId }) => customId)).toEqual(
    Array.from({ length: count }, (_, index) => `u-${index}`),
  );
  // Those of the transactions around the kill, and some others.
  const edge = users.slice(Math.max(0, before.length - 250), before.length + 50);
  for (const { customId } of [...users.slice(0, 20), ...edge, ...users.slice(-20)]) {
    const statements = statementList.parse(
      await (await fetch(after + pathTo(getStatements, customId))).json(),
    );
    expect(statements.map(({ tokens }) => tokens.length)).toEqual([2]);
  }
  expect(users.every(({ walletCount }) => walletCount === 1)).toBe(true);
}, 180_000);
