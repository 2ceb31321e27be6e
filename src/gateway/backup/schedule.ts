import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { durationText } from '#contract/duration.ts';
import type { ScheduledBackups } from '#contract/backup.ts';
import { formatTime } from '#contract/time.ts';
import { UnavailableError, type Database } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import type { Config } from '../config/settings.ts';
import { backupName, backupTime, draftEnding, fileFault, FileFault, writeBackup } from './write.ts';

export interface Schedule {
  state(): ScheduledBackups;
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  readonly config: Pick<Config, 'backupDir' | 'backupEveryHours' | 'backupKeep' | 'diskReserveMb'>;
  readonly database: Database;
  readonly version: string;
  readonly now: () => number;
  readonly log: Log;
  readonly checkIntervalMs?: number;
  readonly retryMs?: number;
}

/**
 * Writes a backup into a folder periodically, and deletes the oldest ones. The file names hold the schedule, so that a restart or
 * a changed clock hardly affects it. Logs a failure once and retries.
 */
export function scheduleBackups({
  config: { backupDir, backupEveryHours, backupKeep, diskReserveMb },
  database,
  version,
  now,
  log,
  checkIntervalMs = 60_000,
  retryMs = 300_000,
}: ScheduleOptions): Schedule {
  if (backupDir === null) return { state: () => null, stop: async () => {} };
  const everyMs = backupEveryHours * 3_600_000;
  let reason: string | null = null;
  let lastAt: number | null = null;
  let retryAt = 0;
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function check(): Promise<void> {
    const names = await readdir(backupDir ?? '');
    const times = names.flatMap((name) => backupTime(name) ?? []).toSorted((a, b) => a - b);
    lastAt = times.at(-1) ?? null;
    const at = now();
    // A backup from the future was written before the clock was corrected.
    const isDue = lastAt === null || Math.abs(at - lastAt) >= everyMs;
    if (!isDue) return;
    for (const name of names.filter((one) => one.endsWith(draftEnding))) await remove(name);
    const file = join(backupDir ?? '', backupName(new Date(at)));
    await writeBackup(file, {
      database,
      version,
      at: new Date(at),
      secretKey: null,
      reserve: diskReserveMb * 1e6,
    });
    lastAt = at;
    const old = times.slice(0, Math.max(0, times.length + 1 - backupKeep));
    for (const time of old) await remove(backupName(new Date(time)));
  }

  const remove = (name: string) => rm(join(backupDir ?? '', name), { force: true });

  async function attempt(): Promise<void> {
    try {
      await check();
      if (reason !== null) log('Scheduled backups are written again');
      reason = null;
    } catch (error) {
      if (isStopped) return;
      const known = fileFault(backupDir ?? '', error) ?? error;
      const isKnown = known instanceof FileFault || known instanceof UnavailableError;
      const text = isKnown ? known.message : 'For the reason, see the log.';
      const line = `The scheduled backup failed: ${text} Retrying every ${durationText(retryMs)}.`;
      if (text !== reason) {
        if (isKnown) log(line);
        else log(line, error);
      }
      reason = text;
      retryAt = performance.now() + retryMs;
    }
  }

  const checkIfIdle = () => {
    if (performance.now() < retryAt) return;
    running ??= attempt().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(checkIfIdle, checkIntervalMs).unref();
  checkIfIdle();
  return {
    state: () => ({
      ok: reason === null,
      reason,
      lastAt: lastAt === null ? null : formatTime(lastAt),
    }),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
