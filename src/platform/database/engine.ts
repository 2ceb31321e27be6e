import { setTimeout as wait } from 'node:timers/promises';
import { durationText } from '#contract/duration.ts';
import { UnavailableError } from './database.ts';
import {
  errorMessage,
  openThread,
  type EngineThreadData,
  type EngineSession,
  type Thread,
} from './engineThread.ts';

export interface EngineOptions extends EngineThreadData {
  readonly storageFault: () => string | null;
  readonly log: (line: string) => void;
}

export interface Engine {
  session(): Promise<EngineSession>;
  /** Why changes are refused now, as a sentence; null if they are not. */
  writeFault(): string | null;
  committed(): void;
  close(): Promise<void>;
}

/** Some statements take minutes. */
const silenceLimitMs = 600_000;
const openTimeoutMs = 10_000;
const maxDelayWhenFullMs = 30_000;
const watchIntervalMs = 1000;
const closeTimeoutMs = 15_000;
/** The pause for changes after a file error; each further error doubles it. */
const firstPauseMs = 2000;
const maxPauseMs = 60_000;

/**
 * Opens the embedded PostgreSQL in its own worker and keeps it open without blocking this thread. If PostgreSQL breaks
 * down (on a full disk it panics and then loops forever), ends the worker and opens the database again, which recovers
 * all commits, as after any crash.
 */
export async function createEngine({
  storageFault,
  log,
  ...beginning
}: EngineOptions): Promise<Engine> {
  const { dataDir, isSynced } = beginning;
  let thread = await openThread(beginning, broken);
  let isClosed = false;
  let opening: Promise<Thread> | null = null;
  let isDown = false;
  let fault: string | null = null;
  let pauseMs = firstPauseMs;
  let pausedUntil = 0;
  let brokenAt = -Infinity;

  const watch = setInterval(() => {
    if (thread.silenceMs() <= silenceLimitMs) return;
    broken(thread, `no answer for ${durationText(silenceLimitMs)}`, true);
  }, watchIntervalMs).unref();

  function broken(from: Thread, reason: string, isFatal: boolean): void {
    if (isClosed || from !== thread || isDown || opening !== null) return;
    // Reopen, because PostgreSQL may cache wrong facts about a file that it could not use ("File exists"). But not
    // repeatedly, and not while data is still readable on a full disk.
    if (!isFatal && (performance.now() < pausedUntil || storageFault() !== null)) return;
    if (fault === null) log(`The database failed and is being reopened: ${reason}`);
    fault = reason;
    brokenAt = performance.now();
    pausedUntil = brokenAt + pauseMs;
    pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    isDown = true;
    const ended = from.end(new UnavailableError(refusal()));
    if (dataDir !== undefined) void reopen(ended);
  }

  /**
   * Retries until the database opens: at once if there is disk space, otherwise now and then, because reading may need
   * none.
   */
  async function reopen(ended: Promise<unknown>): Promise<void> {
    await ended;
    let delayMs = watchIntervalMs;
    // oxlint-disable-next-line no-unmodified-loop-condition -- close() sets it during an await
    while (!isClosed) {
      const isFull = storageFault() !== null;
      opening = openThread({ dataDir, isSynced }, broken);
      try {
        thread = await opening;
        isDown = false;
        return;
      } catch (error) {
        if (!isFull) log(`The database could not be reopened: ${errorMessage(error)}`);
      } finally {
        opening = null;
      }
      delayMs = Math.min(2 * delayMs, isFull ? maxDelayWhenFullMs : maxPauseMs);
      for (let waitedMs = 0; waitedMs < delayMs; waitedMs += watchIntervalMs) {
        await wait(watchIntervalMs, undefined, { ref: false });
        if (isFull && storageFault() === null) break;
      }
    }
  }

  async function closeThread(): Promise<void> {
    await opening?.catch(() => {});
    await thread.close().catch(() => {});
    await thread.end(new UnavailableError('The service is stopping.'));
  }

  function refusal(): string {
    return (
      storageFault() ?? 'The database could not access its files. It is tried again in a moment.'
    );
  }

  return {
    async session() {
      if (isClosed) throw new UnavailableError('The service is stopping.');
      if (opening !== null) {
        const timeout = wait(openTimeoutMs, null, { ref: false });
        const opened = await Promise.race([opening.catch(() => null), timeout]);
        if (opened === null) throw new UnavailableError(refusal());
        return opened;
      }
      if (isDown) throw new UnavailableError(refusal());
      return thread;
    },
    writeFault: () => storageFault() ?? (performance.now() < pausedUntil ? refusal() : null),
    committed() {
      if (fault === null || isDown) return;
      log('The database accepts changes again');
      fault = null;
      // Wait longer when a fault returns soon.
      if (performance.now() - brokenAt > maxPauseMs) pauseMs = firstPauseMs;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(watch);
      await Promise.race([closeThread(), wait(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
