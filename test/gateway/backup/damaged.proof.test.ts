import { readdir, readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BackupFault, checkBackup } from '#gateway/backup/read.ts';
import { writeBackup } from '#gateway/backup/write.ts';
import { engines } from '#test/support/engines.ts';
import { at, fill, restore, rewritten, rowsOf, useBackups } from './backups.ts';

const { path, openNew, backup } = useBackups();

describe.each(engines().map(({ name }) => [name]))('on %s', (name) => {
  test('a damaged, truncated, foreign or newer file changes nothing, and the error names the fault', async () => {
    const database = await openNew(name);
    await fill(database);
    const file = await backup(database);
    const before = await rowsOf(file);
    const bytes = await readFile(file);
    const faults: (readonly [string, Buffer, RegExp])[] = [
      ['empty', Buffer.alloc(0), /damaged|not a backup/],
      ['text', Buffer.from('time,BTC\n2024-01-01,1\n'), /not a backup of this product/],
      ['other gzip', gzipSync('{"some":"thing"}\n'), /not a backup of this product/],
      ['cut', bytes.subarray(0, bytes.length - 20), /damaged: it is cut off/],
      ['cut early', bytes.subarray(0, 200), /damaged/],
      ['cut cleanly', gzipSync(gunzipSync(bytes).subarray(0, -1000)), /damaged/],
      [
        'changed',
        gzipSync(gunzipSync(bytes).toString('utf8').replace('"late"', '"lame"')),
        /damaged: its table \w+ was changed/,
      ],
      [
        'newer form',
        gzipSync(gunzipSync(bytes).toString('utf8').replace('"format":1', '"format":2')),
        /version 1\.2\.3 of this product, in a format that this version cannot read/,
      ],
      [
        'newer tables',
        gzipSync(
          gunzipSync(bytes)
            .toString('utf8')
            .replace(/"migration":\d+/, '"migration":9999999999999'),
        ),
        /whose database is newer than this one's/,
      ],
    ];
    for (let n = 0; n < 25; n += 1) {
      const flipped = Buffer.from(bytes);
      const place = 20 + Math.floor(((bytes.length - 40) * n) / 25);
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (n % 8));
      faults.push([`bit ${place}`, flipped, /damaged|not a backup/]);
    }
    for (const [what, content, message] of faults) {
      const other = path('faulty.backup');
      await writeFile(other, content);
      const failure = await checkBackup(other).catch((error: unknown) => error);
      expect([what, failure]).toEqual([what, expect.any(BackupFault)]);
      expect([what, String(failure)]).toEqual([what, expect.stringMatching(message)]);
    }
    // What only the database can notice rolls back all the same.
    const twice = path('twice.backup');
    await rewritten(file, twice, (lines) =>
      lines.flatMap((line) =>
        line.includes('"usr_') && line.includes('"ada"') ? [line, line] : [line],
      ),
    );
    await checkBackup(twice);
    await expect(restore(database, twice)).rejects.toThrow(/users/);
    expect(await rowsOf(await backup(database))).toEqual(before);
  });
});

test('a missing or read-only folder is named, and nothing is left', async () => {
  const database = await openNew('PGlite');
  const options = { database, version: '1', at, secretKey: null, reserve: 0 };
  const missing = path('missing/x.backup');
  await expect(writeBackup(missing, options)).rejects.toThrow(
    /folder \S+missing cannot be used|does not exist/,
  );
  await writeFile(path('file'), '');
  await expect(writeBackup(path('file/x.backup'), options)).rejects.toThrow(/cannot be used: \w/);
  expect((await readdir(path(''))).filter((name) => name.endsWith('.part'))).toEqual([]);
});
