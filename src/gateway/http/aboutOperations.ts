import { durationText } from '#contract/duration.ts';
import type { ScheduledBackups } from '#contract/backup.ts';
import type { Context } from 'hono';
import { type Health, type HealthStatus } from '#contract/capabilities.ts';
import { offersWithout } from '#contract/operations/offers.ts';
import {
  getCapabilities,
  getHealth,
  getLiveness,
  getReadiness,
} from '#contract/operations/about.ts';
import { formatTime } from '#contract/time.ts';
import { UnavailableError, type Database } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';
import type { TickSource } from '#platform/live/live.ts';
import { callOf } from '#platform/http/caller.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { retryAfter } from '#platform/http/problem.ts';
import { deliveriesPausedSince } from '#service/webhooks/delivery/pause.ts';

const timeoutMs = 3000;
const checkIntervalMs = 1000;

export interface AboutOptions {
  readonly database: Database;
  readonly market: Omit<TickSource, 'version'>;
  /** Host of the connected service; null: the service is in this process. */
  readonly connectedTo: string | null;
  /** Start of that service's current fault, in epoch milliseconds; null if it works or there is none. */
  readonly faultSince: () => number | null;
  /** Reasons of operations answered with 501, by method and path. */
  readonly notOffered: Readonly<Record<string, string>>;
  readonly currency: string | null;
  readonly version: string;
  readonly clock: () => Health['clock'];
  readonly backups: () => ScheduledBackups;
  /** Milliseconds since the process started. */
  readonly uptime: () => number;
  readonly isStopping: () => boolean;
}

export function aboutOperations({
  database,
  market,
  connectedTo,
  faultSince,
  notOffered,
  currency,
  version,
  clock,
  backups,
  uptime,
  isStopping,
}: AboutOptions): Implementation[] {
  const faultOf = createCheck(database);

  return [
    implement(getCapabilities, () => {
      const since = faultSince();
      return {
        service: {
          name: 'Portfolio Service',
          version,
          connectedTo,
          faultSince: since === null ? null : formatTime(since),
        },
        market: {
          kind: market.kind,
          asOf: formatTime(market.asOf()),
          tickSeconds: market.tickSeconds,
        },
        currency,
        offers: offersWithout(notOffered).flatMap(({ offer, why }) => (why === null ? offer : [])),
        notOffered: { ...notOffered },
      };
    }),

    implement(getHealth, async (_, c) => {
      const reason = await faultOf();
      const ok = reason === null;
      const status = ok ? 'ok' : 'unavailable';
      const health = {
        status,
        reason,
        database: { engine: database.engine, ok },
        market: { kind: market.kind, asOf: formatTime(market.asOf()) },
        clock: clock(),
        deliveriesPausedSince: ok ? await deliveriesPausedSince(database.queries) : null,
        backups: backups(),
        uptimeSeconds: Math.floor(uptime() / 1000),
      } satisfies Health;
      const { caller, isLocal } = callOf(c);
      return answered(c, caller.role !== null || isLocal ? health : { status });
    }),

    implement(getLiveness, () => ({ status: 'ok' as const })),

    implement(getReadiness, async (_, c) => {
      const isReady = !isStopping() && (await faultOf()) === null;
      return answered(c, { status: isReady ? 'ok' : 'unavailable' });
    }),
  ];
}

function answered<Answer extends HealthStatus>(c: Context, answer: Answer): Answer | Response {
  if (answer.status === 'ok') return answer;
  return c.json(answer, 503, { 'Cache-Control': 'no-store', ...retryAfter(5) });
}

/**
 * Returns why the database does not accept changes promptly, as a sentence, or null if it does. The check writes to the
 * database, and anyone may request it, so requests within one second share it.
 */
function createCheck({ background }: Database): () => Promise<string | null> {
  let checking: Promise<string | null> | null = null;
  async function check(): Promise<string | null> {
    const tried = { name: 'health', value: new Date().toISOString() };
    try {
      await background.transaction((tx) =>
        tx.insert(facts).values(tried).onConflictDoUpdate({ target: facts.name, set: tried }),
      );
      return null;
    } catch (error) {
      return error instanceof UnavailableError
        ? error.message
        : 'The database did not accept a test change.';
    } finally {
      setTimeout(() => {
        checking = null;
      }, checkIntervalMs).unref();
    }
  }
  return async () => {
    checking ??= check();
    const { promise, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(
      resolve,
      timeoutMs,
      `The database did not answer within ${durationText(timeoutMs)}.`,
    );
    const reason = await Promise.race([checking, promise]);
    clearTimeout(timer);
    return reason;
  };
}
