import type { MiddlewareHandler } from 'hono';
import { createSession } from '#contract/operations/access.ts';
import { getLiveness, getReadiness } from '#contract/operations/about.ts';
import { getInspector } from '#contract/operations/inspector.ts';
import { registerHook } from '#contract/operations/upstream.ts';
import { callOf } from '#platform/http/caller.ts';
import { rateLimited } from '#platform/http/problem.ts';
import { isUncounted } from './limits.ts';
import { networkOf } from '../access/address.ts';
import { minute } from '#contract/historyType.ts';
import { secondsUntil, type Counts } from '../access/counts.ts';
import type { WrongKeys } from '../access/wrongKeys.ts';

const shareIntervalMs = 1000;
const sweepEvery = 1000;

export interface RateLimits {
  /** Requests per minute with one key, or in all sessions of one subject; 0: no limit. */
  readonly ratePerKey: number;
  readonly ratePerAddress: number;
}

export interface RateOptions extends RateLimits {
  readonly counts: Counts;
  readonly clock: () => number;
}

/** Limits requests per minute. Callers of an open service and commands of this machine are exempt. */
export function limitRates({
  counts,
  clock,
  ratePerKey,
  ratePerAddress,
}: RateOptions): MiddlewareHandler {
  const count = createQuickCounts(counts, clock);
  return async (c, next) => {
    const {
      caller: { via, subject, failure },
      address,
    } = callOf(c);
    const path = new URL(c.req.url).pathname;
    // A caller that cannot be identified may be exempt: the failed lookup rejects it, not the limit.
    const isUnknown = failure !== undefined;
    const isFree =
      isUnknown || via === 'open' || via === 'process' || isUncounted(path) || hasOwnLimit(path);
    const limit = subject === null ? ratePerAddress : ratePerKey;
    if (isFree || limit === 0) return next();
    const { count: sent, endsAt } = count(`rate ${subject ?? networkOf(address)}`);
    if (sent <= limit) return next();
    const source = subject === null ? 'from your address without a key' : 'with your key';
    throw rateLimited(
      `The limit of ${limit} requests per minute ${source} is exceeded.`,
      secondsUntil(endsAt, clock()),
    );
  };
}

/**
 * Rejects an address after too many wrong keys in the Authorization header, on every path that could distinguish a wrong key from
 * a right one. A right key always works, so that one program cannot stop another one at its address.
 */
export function limitWrongKeys(wrongKeys: WrongKeys): MiddlewareHandler {
  return async (c, next) => {
    const { caller, address } = callOf(c);
    const { pathname } = new URL(c.req.url);
    const isForProbes = pathname === getLiveness.path || pathname === getReadiness.path;
    if (caller.isWrongKey === true && !isForProbes && !takesMessages(pathname)) {
      await wrongKeys.count(address);
    }
    await next();
  };
}

/** Sign-in counts wrong keys instead. */
function hasOwnLimit(path: string): boolean {
  return path === createSession.path || takesMessages(path);
}

/**
 * Returns whether a path belongs to the built-in receiver, or to our webhook at a connected service. A change of many users sends
 * thousands of messages there, and their Authorization header belongs to the sender.
 */
function takesMessages(path: string): boolean {
  return path.startsWith(`${getInspector.path}/`) || path.startsWith(`${registerHook.path}/`);
}

interface QuickCount {
  shared: number;
  own: number;
  endsAt: number;
  sharedAt: number;
}

/**
 * Counts without making requests wait. Each process adds its count to the shared one once a second, so that with several
 * processes a client may exceed the limit for a second.
 */
function createQuickCounts(counts: Counts, clock: () => number) {
  const counted = new Map<string, QuickCount>();
  let added = 0;

  async function share(name: string, one: QuickCount): Promise<void> {
    const { own } = one;
    one.own = 0;
    one.shared += own;
    // One at a time: a database that waits for its standby would keep a connection for each.
    one.sharedAt = Infinity;
    try {
      const { count, endsAt } = await counts.add(name, minute, own);
      Object.assign(one, { shared: count, endsAt });
    } finally {
      one.sharedAt = clock();
    }
  }

  return (name: string) => {
    const now = clock();
    added += 1;
    if (added % sweepEvery === 0) {
      for (const [old, { endsAt }] of counted) if (endsAt <= now) counted.delete(old);
    }
    let one = counted.get(name);
    if (one === undefined || one.endsAt <= now) {
      one = { shared: 0, own: 0, endsAt: now + minute, sharedAt: -Infinity };
      counted.set(name, one);
    }
    one.own += 1;
    // Without the database, each process counts alone.
    if (now - one.sharedAt >= shareIntervalMs) share(name, one).catch(() => {});
    return { count: one.shared + one.own, endsAt: one.endsAt };
  };
}
