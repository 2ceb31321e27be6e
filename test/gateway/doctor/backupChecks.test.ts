import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#gateway/config/config.ts';
import { checkBackups } from '#gateway/doctor/backupChecks.ts';
import { backupName } from '#gateway/backup/write.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-backups-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A backup of so many hours ago. */
const write = (hoursAgo: number) =>
  writeFile(join(folder, backupName(new Date(now - hoursAgo * hour))), 'a backup');

async function found(settings: Record<string, string> = {}, isRunning = false): Promise<string[]> {
  const { config } = readConfig([], {
    BACKUP_DIR: folder,
    DATA_DIR: '/proc', // another disk than any
    ...settings,
  });
  const findings = await checkBackups(config, isRunning, now);
  expect(new Set(findings.map(({ area }) => area))).toEqual(new Set(['backups']));
  return findings.map(({ level, text }) => `${level}: ${text.replaceAll(folder, 'FOLDER')}`);
}

const writable = expect.stringMatching(/^ok: FOLDER is writable, with [\d,]+ MB free\.$/);

test('without BACKUP_DIR none are scheduled', async () => {
  expect(await found({ BACKUP_DIR: '' })).toEqual([
    expect.stringMatching(/^ok: None are scheduled/),
  ]);
});

test('a folder that does not exist, is a file, or lacks space', async () => {
  expect(await found({ BACKUP_DIR: join(folder, 'nowhere') })).toEqual([
    expect.stringMatching(/^fail: The folder FOLDER\/nowhere cannot be used: it does not exist\./),
  ]);
  await writeFile(join(folder, 'file'), '');
  expect(await found({ BACKUP_DIR: join(folder, 'file', 'inside') })).toEqual([
    expect.stringMatching(/^fail: .*part of the path is a file\..*set BACKUP_DIR\.$/),
  ]);
  const reserve = String(1_000_000);
  expect(await found({ DISK_RESERVE_MB: reserve })).toEqual([
    expect.stringMatching(/^fail: The disk is full: FOLDER needs [\d,]+ MB free and has/),
  ]);
});

test('no backup is normal before a start, and a warning while the service runs', async () => {
  await mkdir(join(folder, 'portfolio-notes.backup'));
  expect(await found()).toEqual([
    writable,
    'ok: There is no backup in FOLDER yet. The next start writes one.',
  ]);
  expect(await found({}, true)).toEqual([
    writable,
    expect.stringMatching(/^warn: .* yet\. Check that the running service was started with this/),
  ]);
});

test('the age of the newest backup is compared with BACKUP_EVERY_HOURS', async () => {
  await write(100);
  await write(25);
  const every = { BACKUP_EVERY_HOURS: '25' };
  expect(await found(every)).toEqual([
    writable,
    'ok: The newest is from 2026-11-22T11:00:00.000Z, 25 h ago.',
  ]);
  expect(await found({ BACKUP_EVERY_HOURS: '24' })).toEqual([
    writable,
    expect.stringMatching(/^warn: .*, 25 h ago, but BACKUP_EVERY_HOURS is 24\. The next start/),
  ]);
  expect(await found({ BACKUP_EVERY_HOURS: '24' }, true)).toEqual([
    writable,
    expect.stringMatching(/^warn: .*see the log and \/x\/health \(backups\) of the service\.$/),
  ]);
  await write(0.2);
  expect(await found()).toEqual([writable, expect.stringMatching(/less than an hour ago\.$/)]);
  await write(-2);
  expect(await found()).toEqual([
    writable,
    expect.stringMatching(/^warn: .*which is in the future/),
  ]);
});

test('warns of a folder on the same disk as the data', async () => {
  expect(await found({ DATA_DIR: folder })).toContainEqual(
    expect.stringMatching(/^warn: FOLDER is on the same disk as FOLDER: a disk failure/),
  );
});
