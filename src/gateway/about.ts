import type { Hono } from 'hono';
import { offers, type Capabilities, type Health, type Session } from '#contract/capabilities.ts';
import { formatTime } from '#contract/time.ts';
import type { Database } from '#service/database/database.ts';
import { sendPrivate } from '#service/http/conditions.ts';
import { resource } from '#service/http/resource.ts';
import type { Market } from '#service/market/market.ts';

const answersWithin = 3000;

export interface AboutOptions {
  readonly database: Database;
  readonly market: Market;
  readonly currency: string | null;
  readonly version: string;
  /** Milliseconds this process has been up. */
  readonly uptime: () => number;
}

/** GET /x/capabilities, /x/health and /x/session: what this process is. */
export function aboutRoutes(
  app: Hono,
  { database, market, currency, version, uptime }: AboutOptions,
): void {
  resource(app, '/x/capabilities', {
    GET: {
      handle: (c) =>
        sendPrivate(c, {
          service: { name: 'Portfolio Service', version },
          market: {
            kind: market.kind,
            asOf: formatTime(market.asOf()),
            tickSeconds: market.tickSeconds,
          },
          currency,
          offers: [...offers],
        } satisfies Capabilities),
    },
  });

  resource(app, '/x/health', {
    GET: {
      handle: async (c) => {
        const ok = await answers(database);
        const health = {
          status: ok ? 'ok' : 'unavailable',
          database: { engine: database.engine, ok },
          market: { kind: market.kind, asOf: formatTime(market.asOf()) },
          uptimeSeconds: Math.floor(uptime() / 1000),
        } satisfies Health;
        return ok
          ? sendPrivate(c, health)
          : c.json(health, 503, { 'Cache-Control': 'no-store', 'Retry-After': '5' });
      },
    },
  });

  resource(app, '/x/session', {
    // No keys exist yet: everyone on this machine is admin.
    GET: { handle: (c) => sendPrivate(c, { role: 'admin', open: true } satisfies Session) },
  });
}

/** Whether the database answers, and soon. */
async function answers({ queries }: Database): Promise<boolean> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, answersWithin, new Error('The database does not answer.'));
  try {
    await Promise.race([queries.execute('SELECT 1'), tooLate]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
