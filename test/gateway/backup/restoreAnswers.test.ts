import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { backupMediaType } from '#contract/backup.ts';
import { importLine } from '#contract/prices.ts';
import { problemOf } from '#test/support/calls.ts';
import { createTestGateway, type TestGateway } from '../testGateway.ts';
import { rewritten, useBackups } from './backups.ts';

const { backup, path } = useBackups();
let gateway: TestGateway;
let file: string;
beforeAll(async () => {
  gateway = await createTestGateway(3);
  file = await backup(gateway.tested.database);
});

const restore = (body: BodyInit, query = '', init: RequestInit = {}) =>
  gateway.ask(`/x/restore${query}`, {
    method: 'POST',
    headers: { 'content-type': backupMediaType },
    body,
    ...init,
  });

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => importLine.parse(JSON.parse(line)));

/** The backup with a change of its text. */
const changed = async (change: (text: string) => string) =>
  gzipSync(change(gunzipSync(await readFile(file)).toString()), { level: 1 });

const faulty: readonly (readonly [string, () => Promise<Buffer<ArrayBuffer>>, RegExp])[] = [
  ['no gzip', async () => Buffer.from('not a backup'), /not a backup of this product/],
  ['zeros', async () => gzipSync(Buffer.alloc(100_000_000)), /not a backup of this product/],
  [
    'a header without end',
    async () => gzipSync(`{"backup":"portfolio","format":1,"version":"${'1'.repeat(100_000)}"}\n`),
    /not a backup of this product/,
  ],
  [
    'of a newer version',
    () => changed((text) => text.replace(/"migration":\d+/, '"migration":9999999999999')),
    /whose database is newer/,
  ],
  ['damaged', () => changed((text) => text.replace('"users"', '"losers"')), /damaged/],
  [
    'a line without end',
    () => changed((text) => text.replace('\n[', `\n["${'a'.repeat(17 * 1024 * 1024)}",`)),
    /a line over 16 MiB/,
  ],
  [
    'more rows than its header says',
    () => changed((text) => text.replace(/\n\[.*/, (row) => row.repeat(1000))),
    /its table \w+ was changed/,
  ],
];

test.each(faulty)('a restore from a file that is %s gets 422', async (_, make, why) => {
  const answer = await restore(await make(), '?replace=1');
  expect((await problemOf(answer, 'invalid-backup')).detail).toMatch(why);
  expect(answer.status).toBe(422);
});

test('a restore into a store with content gets 409 before its file is read', async () => {
  await gateway.ask('/p/users', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"customId":"ada"}',
  });
  const body = new ReadableStream({
    pull() {
      throw new Error('It was read');
    },
  });
  const answer = await restore(body, '', Object.assign({ duplex: 'half' }));
  expect((await problemOf(answer, 'store-not-empty')).status).toBe(409);
});

test('a backup can run while the file of a restore arrives, and a disconnect ends the restore', async () => {
  const caller = new AbortController();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from([0x1f, 0x8b]));
      // As a connection that ends.
      caller.signal.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
  });
  const options = Object.assign({ duplex: 'half' }, { signal: caller.signal });
  const answer = restore(body, '?replace=1', options);
  expect((await gateway.ask('/x/backup')).status).toBe(200);
  expect((await problemOf(restore('x', '?replace=1'), 'backup-running')).status).toBe(409);
  caller.abort();
  expect((await problemOf(answer, 'invalid-body')).detail).toMatch(/^The import was stopped/);
  await problemOf(restore('x', '?replace=1'), 'invalid-backup');
});

test('rows that only the database rejects are a fault of the file', async () => {
  const twice = path('twice.backup');
  await rewritten(file, twice, (lines) =>
    lines.flatMap((line) => (line.startsWith('["1", "usr_') ? [line, line] : [line])),
  );
  const answer = await restore(await readFile(twice), '?replace=1');
  expect((await problemOf(answer, 'invalid-backup')).detail).toMatch(
    /The table users of the file has duplicate keys/,
  );
});

test('the last line of a successful restore is its summary', async () => {
  const answer = await restore(await readFile(file), '?replace=1');
  const lines = linesOf(await answer.text());
  expect(lines[0]).toMatchObject({ progress: 'Restoring' });
  expect(lines.at(-1)).toMatchObject({ summary: [expect.stringMatching(/^Restored the backup/)] });
});
