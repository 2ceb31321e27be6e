import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '#gateway/audit/chain.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { auditTrail } from '#platform/database/schema/audit.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { commandHere, endAll, serving } from '../spawned.ts';

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-audit-'));
  dataDir = join(folder, 'data');
  await makeDataFolder(dataDir);
  await writeFile(join(folder, 'users.csv'), 'customId,tier\nada,private\ngrace,retail\n');
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const run = async (...args: string[]) => (await commandHere(args, { DATA_DIR: dataDir })).output;

test('records commands that open the database folder themselves, and the next start verifies the trail', async () => {
  const created = await run('keys', 'create', '--role', 'admin', '--name', 'Ada');
  await run('keys', 'list');
  await run('samples', 'make', '3');
  await run('import', join(folder, 'users.csv'), '--dry-run');
  await run('import', join(folder, 'users.csv'));
  const database = await openEmbedded({ dataDir: join(dataDir, 'database') });
  const rows = await database.queries.select().from(auditTrail).orderBy(asc(auditTrail.seq));
  const verified = await verifyChain(database.queries, { now: 0 });
  await database.close();
  const command = { actorName: 'a command on this machine', via: 'command', address: null };
  expect(rows).toMatchObject([
    { ...command, operation: 'createKey', subjectId: created.split(' ')[0], subjectName: 'Ada' },
    { ...command, operation: 'putSamples', details: '{"removed":0,"made":3}' },
    { ...command, operation: 'importUsers', result: 'started' },
    {
      ...command,
      operation: 'importUsers',
      result: 'ok',
      subjectKind: 'import',
      details: expect.stringContaining('"created":2'),
    },
  ]);
  expect(verified).toMatchObject({ intact: true, entries: 4 });

  const started = serving(['--port=0', `--data-dir=${dataDir}`]);
  await started.ready;
  await expect
    .poll(() => started.output(), { timeout: 20_000 })
    .toContain(`Audit trail: 4 entries, all unchanged. Last entry: 4:${rows[3]?.hash}`);
});
