import { uptime } from 'node:os';
import { sql } from 'drizzle-orm';
import { durationText } from '#contract/duration.ts';
import type { Health } from '#contract/capabilities.ts';
import { formatTime } from '#contract/time.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { wholeOrNull } from '#platform/database/packed.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { endpoints, events, waitingEvents } from '#platform/database/schema/webhooks.ts';
import type { Log } from '#platform/http/errors.ts';

export interface TimeSources {
  /** System clock since 1970, which may be set back. */
  readonly wall: () => number;
  /** Elapsed time, independent of the system clock, without the sleep of the machine. */
  readonly elapsed: () => number;
  /** Elapsed time with sleep; omitted: the system does not report it. */
  readonly uptime?: () => number;
}

const uptimeAgeMs = 20;

/** On Linux this reads a file, which is too slow to repeat several times for each request to another service. */
function createUptime(): () => number {
  let readAt = Number.NEGATIVE_INFINITY;
  let latest = 0;
  return () => {
    const now = performance.now();
    if (now - readAt >= uptimeAgeMs) [readAt, latest] = [now, uptime() * 1000];
    return latest;
  };
}

export const systemTime: Omit<TimeSources, 'wall'> = {
  elapsed: () => performance.now(),
  ...(process.platform === 'linux' ? { uptime: createUptime() } : {}),
};

export interface SteadyClock {
  /** Epoch milliseconds: the system clock, unless it was set back. */
  now(): number;
  /** Milliseconds since some instant, including sleep. */
  passed(): number;
  state(): Health['clock'];
  check(log: Log): void;
}

/** Usual adjustment of a system clock. Until it has caught up, the steady clock pauses. */
const adjustmentMs = 1000;
/** Difference at which the clock is logged and reported as wrong. */
const jumpMs = 5000;
/** Shortest detectable sleep, because `uptime` counts in hundredths of a second, or in seconds. */
const leastSleepMs = 2000;

/** @param notBefore first instant of the clock. If the system clock is behind, it continues from there. */
export function createSteadyClock(sources: TimeSources, notBefore = -Infinity): SteadyClock {
  const { wall, elapsed } = sources;
  const sinceUp = sources.uptime ?? elapsed;
  const upAtFirst = sinceUp() - elapsed();
  let sleptMs = 0;
  let latest = Math.max(wall(), notBefore);
  let latestAt = elapsed();
  let lastJump: Health['clock']['lastJump'] = null;

  const now = () => {
    const shown = wall();
    const at = elapsed() + sleptMs;
    if (shown >= latest) latest = shown;
    // Slower than real time, so that the system clock catches up from any distance.
    else if (latest - shown > adjustmentMs) latest += (at - latestAt) / 2;
    latestAt = at;
    return Math.floor(latest);
  };
  const passed = () => {
    const up = sinceUp();
    const awake = elapsed();
    const unseenMs = up - awake - upAtFirst - sleptMs;
    if (unseenMs >= leastSleepMs) sleptMs += unseenMs;
    return awake + sleptMs;
  };
  let checked = { wall: wall(), at: passed(), sleptMs };

  return {
    now,
    passed,
    state() {
      const aheadMs = now() - wall();
      const aheadSeconds = Math.max(0, Math.round(aheadMs / 1000));
      return { ok: aheadMs <= jumpMs, aheadSeconds, lastJump };
    },
    check(log) {
      const before = checked;
      checked = { at: passed(), wall: wall(), sleptMs };
      const setByMs = checked.wall - before.wall - (checked.at - before.at);
      const sleepMs = checked.sleptMs - before.sleptMs;
      const aheadMs = now() - checked.wall;
      const after =
        aheadMs > adjustmentMs
          ? `the clock of the service is ${lengthText(aheadMs)} ahead and runs at half speed until the system clock catches up.`
          : 'the service follows the system clock.';
      const jumped = (byMs: number, text: string) => {
        lastJump = { at: formatTime(now()), seconds: Math.round(byMs / 1000) };
        log(`${text}: ${after}`);
      };
      if (sleepMs > jumpMs) {
        jumped(sleepMs, `This machine slept for ${lengthText(sleepMs)}`);
      }
      if (setByMs < -jumpMs) {
        jumped(setByMs, `The system clock was set back by ${lengthText(-setByMs)}`);
      } else if (setByMs > jumpMs) {
        const orSlept = sources.uptime === undefined ? ', or this machine slept' : '';
        jumped(setByMs, `The system clock was set ahead by ${lengthText(setByMs)}${orSlept}`);
      }
    },
  };
}

/** Opens the clock of a process. It continues after the latest stored instant, so that new records follow acknowledged ones. */
export async function openClock(
  { queries }: Database,
  sources: TimeSources,
  print: (line: string) => void,
): Promise<SteadyClock> {
  const clock = createSteadyClock(sources, (await latestInstant(queries)) ?? undefined);
  const aheadMs = clock.now() - sources.wall();
  if (aheadMs > adjustmentMs) {
    print(
      `The system clock is ${lengthText(aheadMs)} behind the latest change in the database: the clock of the service continues from that change. Correct the system clock if it is wrong.`,
    );
  }
  return clock;
}

const checkIntervalMs = 1000;

/** Checks a clock periodically. @returns a function that stops it. */
export function watchClock(clock: SteadyClock, log: Log): () => Promise<void> {
  const timer = setInterval(() => clock.check(log), checkIntervalMs).unref();
  return async () => clearInterval(timer);
}

/**
 * Returns the instant of the latest acknowledged change; null: a new database. Statements and events are in order of creation.
 */
async function latestInstant(queries: Queries): Promise<number | null> {
  const [row] = await queries
    .select({
      at: sql`greatest(
        (SELECT ${statements.statedAt} FROM ${statements} ORDER BY ${statements.seq} DESC LIMIT 1),
        (SELECT ${events.createdAt} FROM ${events} ORDER BY ${events.seq} DESC LIMIT 1),
        (SELECT max(${waitingEvents.createdAt}) FROM ${waitingEvents}),
        (SELECT max(greatest(${endpoints.lastSuccessAt}, ${endpoints.lastFailureAt})) FROM ${endpoints})
      )`.mapWith(wholeOrNull),
    })
    .from(sql`(SELECT 1) AS one`);
  return row?.at ?? null;
}

const lengthText = (milliseconds: number): string =>
  durationText(Math.round(milliseconds / 1000) * 1000);
