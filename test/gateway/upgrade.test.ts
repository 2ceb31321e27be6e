import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { readConfig } from '#gateway/config/config.ts';
import { openStore } from '#gateway/process/store.ts';
import { embeddedTemplate } from '#test/support/embeddedTemplate.ts';
import { testEngine } from '#test/support/process.ts';

const dump = new URL('../platform/database/written-by-19f6e53/dump.sql.gz', import.meta.url);

test('a start that upgrades the database announces it and the backup to keep; the next start does not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-upgrade-'));
  const folder = join(dataDir, 'database');
  await mkdir(folder);
  const client = await PGlite.create({ dataDir: folder, loadDataDir: await embeddedTemplate() });
  await client.exec(
    'DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public;',
  );
  await client.exec(gunzipSync(await readFile(dump)).toString());
  await client.close();
  const { config } = readConfig([], { DATA_DIR: dataDir, ...testEngine });
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  await (await openStore(config, print)).database.close();
  expect(lines).toEqual([
    expect.stringMatching(
      /^Upgrading the database from version 2 to \d+\. .*keep a backup from before the upgrade/,
    ),
  ]);
  await (await openStore(config, print)).database.close();
  expect(lines).toHaveLength(1);
  await rm(dataDir, { recursive: true });
});
