import { offers, type Health } from '#contract/capabilities.ts';
import { getCapabilities, getHealth } from '#contract/operations/about.ts';
import { formatTime } from '#contract/time.ts';
import { UnavailableError, type Database } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { Market } from '#service/prices/market.ts';

const timeoutMs = 3000;

export interface AboutOptions {
  readonly database: Database;
  readonly market: Market;
  readonly currency: string | null;
  readonly version: string;
  /** The state of the system clock. */
  readonly clock: () => Health['clock'];
  /** Milliseconds this process has been up. */
  readonly uptime: () => number;
}

/** What this process is, and whether it is well. */
export function aboutOperations({
  database,
  market,
  currency,
  version,
  clock,
  uptime,
}: AboutOptions): Implementation[] {
  const faultOf = createCheck(database);

  return [
    implement(getCapabilities, () => ({
      service: { name: 'Portfolio Service', version },
      market: {
        kind: market.kind,
        asOf: formatTime(market.asOf()),
        tickSeconds: market.tickSeconds,
      },
      currency,
      offers: [...offers],
    })),

    implement(getHealth, async (_, c) => {
      const reason = await faultOf();
      const ok = reason === null;
      const health = {
        status: ok ? 'ok' : 'unavailable',
        reason,
        database: { engine: database.engine, ok },
        market: { kind: market.kind, asOf: formatTime(market.asOf()) },
        clock: clock(),
        uptimeSeconds: Math.floor(uptime() / 1000),
      } satisfies Health;
      return ok ? health : c.json(health, 503, { 'Cache-Control': 'no-store', 'Retry-After': '5' });
    }),
  ];
}

/**
 * Says why the database accepts no changes, in a sentence; null: it does, promptly. Checked with a change of its own, one for
 * all requests that come meanwhile.
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
      checking = null;
    }
  }
  return async () => {
    checking ??= check();
    const { promise, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(
      resolve,
      timeoutMs,
      `The database did not answer within ${timeoutMs / 1000} s.`,
    );
    const reason = await Promise.race([checking, promise]);
    clearTimeout(timer);
    return reason;
  };
}
