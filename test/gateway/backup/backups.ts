import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { insertKey } from '#gateway/access/keyStore.ts';
import { createSums } from '#gateway/backup/format.ts';
import { restoreWithin } from '#gateway/backup/restoreWithin.ts';
import { writeBackup } from '#gateway/backup/write.ts';
import type { Database } from '#platform/database/database.ts';
import { priceChunks, tokens, users } from '#platform/database/schema/portfolio.ts';
import { savedViews, viewHomes } from '#platform/database/schema/views.ts';
import { engines } from '#test/support/engines.ts';
import { createTestService } from '#test/support/service.ts';
import { deliverDue } from '#test/support/webhooks.ts';

/** The key of its secrets. */
export const secretKey = new Uint8Array(32).fill(7);
export const at = new Date(Date.UTC(2026, 5, 17, 14, 30));

export const adminNamed = (name: string) => ({ name, role: 'admin', expiresAt: null }) as const;
export const createdThen = { createdBy: 'a test', now: at.getTime() };

/** A store with something in every table, and with values that a careless copy would change. */
export async function fill(database: Database) {
  const service = await createTestService({ database, sampleUsers: 20 });
  const texts = [
    '日本 \u{1F9EE}',
    'tab\tline\nquote"back\\slash',
    "O'Hara; DROP TABLE",
    '\u2028é\u0301',
  ];
  for (const customId of ['a/b?c#d e%2F', '日本', 'ada']) {
    await service.call('PUT', '/p/users', { customId });
    const json = `{"name":${JSON.stringify(texts)},"big":1e308,"small":5e-324,"n":0.1,"order":{"z":1,"a":2}}`;
    await service.call('POST', `/p/users/${encodeURIComponent(customId)}`, { json });
  }
  const wallets = [
    {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 0.1 + 0.2 }],
      at: '2024-01-01T00:00:00Z',
    },
    { thematics: 'data-feeds', tokens: [], at: '2025-01-01T00:00:00Z' },
  ];
  await service.call('POST', '/p/users/ada', { json: JSON.stringify({ wallets }) });
  await service.call('PUT', '/p/webhook', {
    type: '*',
    url: 'https://example.com/hook?token=secret',
  });
  await service.call('PUT', '/p/users', { customId: 'late' });
  await deliverDue(service, { status: 500 });
  await service.call('PUT', '/p/users', { customId: 'later' });
  const bytes = Buffer.concat([
    randomBytes(4000),
    Buffer.from('000000000000f07f010000000000f87f', 'hex'),
  ]);
  await database.queries.insert(tokens).values({ id: 'BTC', symbol: 'BTC', name: 'Bitcoin' });
  await database.queries
    .insert(priceChunks)
    .values({ tokenId: 'BTC', stepMs: 300_000, chunk: 3, prices: bytes });
  // Sequences are further than the rows that are left.
  await database.queries.delete(users).where(eq(users.customId, 'later'));
  await database.transaction((tx) => insertKey(tx, adminNamed('Ada'), createdThen));
  await fillViews(database);
  expect(service.logged).toEqual([]);
  return { service };
}

async function fillViews({ queries }: Database): Promise<void> {
  const view = { owner: 'oidc:ada', ownerName: 'Ada', address: '/users?q=a', isShared: true };
  const then = { updatedAt: at.getTime(), deletedAt: null };
  const [row] = await queries
    .insert(savedViews)
    .values({ id: 'v1', name: 'Large', ...view, ...then })
    .returning();
  await queries.insert(viewHomes).values({ person: 'role:analyst', viewSeq: row?.seq ?? 0 });
}

export const restore = (database: Database, file: string, key: Uint8Array = secretKey) =>
  database.transaction((tx) => restoreWithin(tx, file, { secretKey: key, at, progress: () => {} }));

/** All lines of a backup but its header, which names the engine. */
export const linesOf = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1);

/** The rows, without those that a restore itself writes. */
export const rowsOf = async (file: string) =>
  (await linesOf(file)).filter((line) => !/^\["(restored|deliveries paused|event)"|^\{/.test(line));

/** A file of other lines, with sums as if it had been written so. */
export async function rewritten(
  file: string,
  other: string,
  change: (lines: string[]) => string[],
): Promise<void> {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const sums = createSums();
  let rows = 0;
  const counts: Record<string, number> = {};
  let table = '';
  const changed = change(lines);
  for (const line of changed) {
    if (line.startsWith('{"table"')) table = JSON.parse(line).table;
    else if (line.startsWith('[')) counts[table] = (counts[table] ?? 0) + 1;
    else if (line.startsWith('{"rows"')) counts[table] ??= 0;
  }
  const [header = '', ...rest] = changed;
  const out: string[] = [];
  const add = (line: string) => {
    sums.add(`${line}\n`);
    out.push(line);
  };
  add(JSON.stringify({ ...JSON.parse(header), tables: counts }));
  let count = 0;
  for (const line of rest) {
    if (line.startsWith('{"end"')) break;
    if (line.startsWith('{"rows"')) {
      add(JSON.stringify({ ...JSON.parse(line), rows: count, sha256: sums.endTable() }));
      rows += count;
      continue;
    }
    add(line);
    if (line.startsWith('[')) count += 1;
    else {
      count = 0;
      sums.endTable();
    }
  }
  out.push(JSON.stringify({ end: true, rows, sha256: sums.end() }));
  await writeFile(other, gzipSync(`${out.join('\n')}\n`));
}

export interface BackupFolder {
  /** A path in a folder that ends with the test file. */
  readonly path: (name: string) => string;
  /** An empty database on an engine, closed after the test. */
  readonly openNew: (engine: string | undefined) => Promise<Database>;
  /** Writes a backup, with the key if one is given. */
  readonly backup: (database: Database, key?: Uint8Array) => Promise<string>;
}

/** A folder of backups, and databases, for the tests of a file. */
export function useBackups(): BackupFolder {
  let folder = '';
  let files = 0;
  const opened: Database[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => rm(folder, { recursive: true }));
  return {
    path: (name) => join(folder, name),
    async openNew(name) {
      const engine = engines().find((one) => one.name === name);
      if (engine === undefined) throw new Error(`There is no ${name} here`);
      const database = await engine.open();
      opened.push(database);
      return database;
    },
    async backup(database, key) {
      files += 1;
      const file = join(folder, `${files}.backup`);
      await writeBackup(file, {
        database,
        version: '1.2.3',
        at,
        secretKey: key ?? null,
        reserve: 0,
      });
      return file;
    },
  };
}
