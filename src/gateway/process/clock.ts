import { uptime } from 'node:os';
import { sql } from 'drizzle-orm';
import { durationText } from '#contract/duration.ts';
import type { Health } from '#contract/capabilities.ts';
import { formatTime } from '#contract/time.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { wholeOrNull } from '#platform/database/packed.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { endpoints, events } from '#platform/database/schema/webhooks.ts';
import type { Log } from '#platform/http/errors.ts';

/** What a steady clock is made from, each in milliseconds. */
export interface TimeSources {
  /** The system clock since 1970: it may be set, back too. */
  readonly wall: () => number;
  /** Time that passes, whatever the system clock is set to; without that during which the machine sleeps. */
  readonly elapsed: () => number;
  /** The same with the sleep; left out where the system does not say. */
  readonly uptime?: () => number;
}

const uptimeAgeMs = 20;

/** Of Linux it is a file, and too slow to be read several times with each request to another service. */
function createUptime(): () => number {
  let readAt = Number.NEGATIVE_INFINITY;
  let latest = 0;
  return () => {
    const now = performance.now();
    if (now - readAt >= uptimeAgeMs) [readAt, latest] = [now, uptime() * 1000];
    return latest;
  };
}

/** What Node and the system say. */
export const systemTime: Omit<TimeSources, 'wall'> = {
  elapsed: () => performance.now(),
  ...(process.platform === 'linux' ? { uptime: createUptime() } : {}),
};

/** A clock that never goes back. */
export interface SteadyClock {
  /** Epoch milliseconds: the system clock, unless that was set back. */
  now(): number;
  /** Milliseconds that have passed since some instant, sleep included. */
  passed(): number;
  /** The state of the system clock, as `/x/health` shows it. */
  state(): Health['clock'];
  /** Compares the system clock with the time that passed since the last check, and logs where they differ. */
  check(log: Log): void;
}

/** By so much the system clock is adjusted every now and then: until it has caught up, time stands still. */
const adjustmentMs = 1000;
/** A difference to log, and to report the clock as wrong. */
const jumpMs = 5000;
/** `uptime` is in hundredths of a second, or in seconds; a shorter sleep cannot be distinguished from that. */
const leastSleepMs = 2000;

/** @param notBefore the first instant it may show; where the system clock is behind, it goes on from there. */
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
    // Slower than time passes, so that the system clock catches up however far behind it is.
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
          ? `the clock of the service runs at half speed, ${lengthText(aheadMs)} ahead, until the system clock has caught up.`
          : 'the service follows the system clock.';
      const jumped = (byMs: number, what: string) => {
        lastJump = { at: formatTime(now()), seconds: Math.round(byMs / 1000) };
        log(`${what}: ${after}`);
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

/** The clock of a process: it begins where its database ended, so that what was acknowledged stays before what comes. */
export async function openClock(
  { queries }: Database,
  sources: TimeSources,
  print: (line: string) => void,
): Promise<SteadyClock> {
  const clock = createSteadyClock(sources, (await latestInstant(queries)) ?? undefined);
  const aheadMs = clock.now() - sources.wall();
  if (aheadMs > adjustmentMs) {
    print(
      `The system clock is ${lengthText(aheadMs)} behind the latest change in the database: the service goes on from that change. Set the clock right if it is wrong.`,
    );
  }
  return clock;
}

const checkIntervalMs = 1000;

/** Checks a clock periodically. @returns how to stop. */
export function watchClock(clock: SteadyClock, log: Log): () => Promise<void> {
  const timer = setInterval(() => clock.check(log), checkIntervalMs).unref();
  return async () => clearInterval(timer);
}

/** When something was acknowledged last; null in a new database. Statements and events are in the order of their making. */
async function latestInstant(queries: Queries): Promise<number | null> {
  const [row] = await queries
    .select({
      at: sql`greatest(
        (SELECT ${statements.statedAt} FROM ${statements} ORDER BY ${statements.seq} DESC LIMIT 1),
        (SELECT ${events.createdAt} FROM ${events} ORDER BY ${events.seq} DESC LIMIT 1),
        (SELECT max(greatest(${endpoints.lastSuccessAt}, ${endpoints.lastFailureAt})) FROM ${endpoints})
      )`.mapWith(wholeOrNull),
    })
    .from(sql`(SELECT 1) AS one`);
  return row?.at ?? null;
}

const lengthText = (milliseconds: number): string =>
  durationText(Math.round(milliseconds / 1000) * 1000);
