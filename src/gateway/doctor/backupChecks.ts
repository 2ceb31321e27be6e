import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hour, minute } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { backupName, backupTime } from '../backup/write.ts';
import type { Config } from '../config/settings.ts';
import { inMegabytes, megabyte, roomFault } from '../disk/faults.ts';
import { findingsOf, type Finding } from './finding.ts';

/** Accepted delay of a backup: it starts within a minute, takes a while, and is retried after five. */
const slackMs = 15 * minute;

type BackupConfig = Pick<
  Config,
  'backupDir' | 'backupEveryHours' | 'dataDir' | 'databaseUrl' | 'diskReserveMb'
>;

/**
 * Checks the folder of the scheduled backups, its free space, and the age of the newest one.
 * @param isRunning a process serves the data now, and therefore writes the backups.
 */
export async function checkBackups(
  { backupDir, backupEveryHours, dataDir, databaseUrl, diskReserveMb }: BackupConfig,
  isRunning: boolean,
  now: number = Date.now(),
): Promise<Finding[]> {
  const { ok, warn, fail } = findingsOf('backups');
  if (backupDir === null) {
    return [
      ok('None are scheduled. To schedule them, set BACKUP_DIR to a folder on another disk.'),
    ];
  }
  const reserve = diskReserveMb * megabyte;
  const fault = await roomFault(backupDir, reserve);
  if (fault !== null) {
    return [
      fail(
        `${fault.text} No backup is written until ${fault.until}. Create or clear the folder, or set BACKUP_DIR.`,
      ),
    ];
  }
  const { bavail, bsize } = await statfs(backupDir);
  const free = bavail * bsize;
  const found = [ok(`${backupDir} is writable, with ${inMegabytes(free)} free.`)];
  if (databaseUrl === null && (await deviceOf(backupDir)) === (await deviceOf(dataDir))) {
    found.push(
      warn(
        `${backupDir} is on the same disk as ${dataDir}: a disk failure loses both. Set BACKUP_DIR to a folder on another disk.`,
      ),
    );
  }
  const times = (await readdir(backupDir)).flatMap((name) => backupTime(name) ?? []);
  if (times.length === 0) {
    const none = `There is no backup in ${backupDir} yet.`;
    found.push(
      isRunning
        ? warn(`${none} Check that the running service was started with this BACKUP_DIR.`)
        : ok(`${none} The next start writes one.`),
    );
    return found;
  }
  const newest = Math.max(...times);
  const { size } = await stat(join(backupDir, backupName(new Date(newest))));
  if (free < reserve + size) {
    found.push(
      warn(
        `The newest backup has ${inMegabytes(size)}, but only ${inMegabytes(free - reserve)} are available besides the reserve (DISK_RESERVE_MB). Free more space, or lower BACKUP_KEEP.`,
      ),
    );
  }
  found.push(ageFinding(newest, { now, backupEveryHours, isRunning }));
  return found;
}

interface Age {
  readonly now: number;
  readonly backupEveryHours: number;
  readonly isRunning: boolean;
}

function ageFinding(newest: number, { now, backupEveryHours, isRunning }: Age): Finding {
  const { ok, warn } = findingsOf('backups');
  const hours = (now - newest) / hour;
  const newestText = `The newest is from ${formatTime(newest)}`;
  if (now < newest - slackMs) {
    return warn(`${newestText}, which is in the future. Correct the system clock.`);
  }
  const age = `${newestText}, ${hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`} ago`;
  if (now - newest <= backupEveryHours * hour + slackMs) return ok(`${age}.`);
  return warn(
    `${age}, but BACKUP_EVERY_HOURS is ${backupEveryHours}. ${
      isRunning
        ? 'For the reason, see the log and /x/health (backups) of the service.'
        : 'The next start writes one.'
    }`,
  );
}

/** Returns the disk of a folder; undefined: the folder does not exist. */
async function deviceOf(folder: string): Promise<number | undefined> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  );
}
