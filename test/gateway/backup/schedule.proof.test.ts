import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkBackup } from '#gateway/backup/read.ts';
import { scheduleBackups, type Schedule } from '#gateway/backup/schedule.ts';
import { backupName, writeBackup } from '#gateway/backup/write.ts';
import type { Database } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { smallDisk, type SmallDisk } from '#test/support/smallDisk.ts';

const hour = 3_600_000;
const begin = Date.UTC(2026, 5, 17, 12);

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openFromTemplate();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-schedule-'));
});
const schedules: Schedule[] = [];
afterEach(async () => {
  for (const schedule of schedules.splice(0)) await schedule.stop();
  await rm(folder, { recursive: true });
});

/** Every six hours, three are kept; looked at each 10 ms. */
function scheduled(backupDir: string, diskReserveMb = 0) {
  const clock = { now: begin };
  const logged: string[] = [];
  const schedule = scheduleBackups({
    config: { backupDir, backupEveryHours: 6, backupKeep: 3, diskReserveMb },
    database,
    version: '1.2.3',
    now: () => clock.now,
    log: (line) => logged.push(line),
    checkIntervalMs: 10,
    retryMs: 30,
  });
  schedules.push(schedule);
  /** Resolves once there is one of that time. */
  const written = (at: number) =>
    vi.waitUntil(() => schedule.state()?.lastAt === new Date(at).toISOString(), 10_000);
  return { clock, logged, schedule, written };
}

const nameAt = (at: number) => backupName(new Date(at));

test('a backup is written when due, and the newest ones are kept, also over restarts', async () => {
  await writeFile(join(folder, 'mine.txt'), 'not theirs');
  await writeFile(join(folder, `${nameAt(begin - hour)}.part`), 'of a killed process');
  const { clock, logged, written, schedule } = scheduled(folder);
  for (let count = 0; count < 5; count += 1) {
    await written(clock.now);
    clock.now += 6 * hour;
  }
  await written(clock.now);
  const kept = [begin + 18 * hour, begin + 24 * hour, begin + 30 * hour].map(nameAt);
  expect((await readdir(folder)).toSorted()).toEqual(['mine.txt', ...kept]);
  for (const name of kept) expect((await checkBackup(join(folder, name))).version).toBe('1.2.3');
  await schedule.stop();
  const again = scheduled(folder);
  again.clock.now = clock.now + 5 * hour;
  await again.written(clock.now);
  expect(await readdir(folder)).toHaveLength(4);
  expect([...logged, ...again.logged]).toEqual([]);
});

test('a clock that jumps back an hour and forward again skips no backup', async () => {
  const { clock, logged, written } = scheduled(folder);
  await written(begin);
  clock.now = begin + 6 * hour;
  await written(begin + 6 * hour);
  clock.now -= hour;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await readdir(folder)).toHaveLength(2);
  clock.now = begin + 12 * hour;
  await written(begin + 12 * hour);
  expect(await readdir(folder)).toHaveLength(3);
  expect(logged).toEqual([]);
});

test('a missing folder is logged once, and used as soon as it exists', async () => {
  const missing = join(folder, 'missing');
  const { logged, schedule, written } = scheduled(missing);
  await vi.waitUntil(() => schedule.state()?.ok === false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(schedule.state()?.reason).toMatch(/missing cannot be written: it does not exist\.$/);
  expect(logged).toEqual([
    expect.stringMatching(/^The scheduled backup failed: .* does not exist/),
  ]);
  await mkdir(missing);
  await written(begin);
  expect(schedule.state()).toMatchObject({ ok: true, reason: null });
  expect(logged[1]).toBe('Scheduled backups are written again');
});

describe('on a separate disk', () => {
  let disk: SmallDisk | null;
  beforeAll(async () => {
    disk = await smallDisk(40);
  });
  afterAll(() => disk?.remove());
  beforeEach(({ skip }) => {
    if (disk === null) skip();
  });

  test('a full and a read-only disk are logged, leave no partial file, and are used again automatically', async () => {
    const target = disk?.folder ?? '';
    await disk?.leave(8e6);
    const { clock, logged, schedule, written } = scheduled(target, 10);
    await vi.waitUntil(() => schedule.state()?.ok === false);
    expect(schedule.state()?.reason).toMatch(
      /^The disk is full: \S+ needs 10 MB free and has \d MB\.$/,
    );
    expect((await readdir(target)).filter((name) => name !== 'filler')).toEqual([]);
    await disk?.empty();
    await written(begin);
    await disk?.setReadOnly(true);
    clock.now += 6 * hour;
    await vi.waitUntil(() => schedule.state()?.ok === false);
    expect(schedule.state()?.reason).toMatch(/is read-only\.$/);
    await disk?.setReadOnly(false);
    await written(clock.now);
    expect(logged).toHaveLength(4);
    expect(await readdir(target)).toEqual([begin, clock.now].map(nameAt));
  });

  test('a disk that becomes full ends the backup, and delays nothing', async () => {
    const large = await openFromTemplate();
    await large.queries.execute(sql`
      INSERT INTO facts (name, value)
      SELECT n::text, string_agg(gen_random_uuid()::text, '')
      FROM generate_series(1, 600) AS n, generate_series(1, 1000) AS part GROUP BY n`);
    const target = disk?.folder ?? '';
    await disk?.leave(3e6);
    const left = await readdir(target);
    const options = { database: large, version: '1', at: new Date(), secretKey: null, reserve: 0 };
    await expect(writeBackup(join(target, 'large.backup'), options)).rejects.toThrow(
      /large\.backup cannot be written: the disk is full\.$/,
    );
    expect(await readdir(target)).toEqual(left);
    await large.transaction((tx) => tx.insert(facts).values({ name: 'after', value: '' }));
    const rows = await large.queries
      .select({ name: sql`relname` })
      .from(sql`pg_class`)
      .where(sql`relname LIKE 'snapshot%'`);
    expect(rows).toEqual([]);
    await large.close();
  });
});
