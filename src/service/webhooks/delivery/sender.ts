import { once } from 'node:events';
import { setImmediate as afterArrivals } from 'node:timers/promises';
import type { Connections } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import { attempt, type AttemptOptions, type AttemptResult } from './attempt.ts';
import { claimDue, isDue, release, type Claimed, type Claiming, type Claims } from './claim.ts';
import { settle, type SettleOptions } from './settle.ts';
import { createSlots } from './slots.ts';
import { stopTimeoutMs } from './timeouts.ts';

export interface Sender {
  wake(): void;
  idle(): Promise<void>;
  /** Stops claiming, waits for the attempts in progress, and records them. */
  stop(): Promise<void>;
}

export interface SenderOptions extends SettleOptions, AttemptOptions {
  readonly database: Connections;
  readonly log: Log;
  readonly onProgress: () => void;
  readonly onAttempt: (attempt: { readonly isSuccess: boolean; readonly ms: number }) => void;
}

/** Another process may have published events, or may have died. */
const pollIntervalMs = 1000;

const noClaims: Claims = { claimed: [], isAll: true };

/** Idle until woken or polled; running one pass at a time, with another after a wake-up; stopped for good. */
type SenderState =
  | { readonly kind: 'idle'; readonly poll?: NodeJS.Timeout }
  | { readonly kind: 'working'; readonly done: Promise<void>; isWoken: boolean }
  | { readonly kind: 'stopped' };

export function createSender(options: SenderOptions): Sender {
  const { database, clock, log, onProgress, onAttempt } = options;
  const slots = createSlots();
  const underWay = new Set<Promise<void>>();
  let state: SenderState = { kind: 'idle' };
  let results: AttemptResult[] = [];
  let toRelease: Claimed[] = [];
  /** When to claim again, by `performance.now()`; 0 while more may be due. */
  let claimAt = 0;

  function startAttempts(): void {
    if (state.kind === 'stopped') return;
    const { started, expiring } = slots.start(clock());
    toRelease.push(...expiring);
    for (const delivery of started) {
      const { endpointSeq } = delivery;
      const work = attempt(delivery, options).then((result) => {
        results.push(result);
        underWay.delete(work);
        // More of this endpoint may be due: it was skipped while its slots were full.
        if (slots.roomFor(endpointSeq) === 0) claimAt = 0;
        const { total } = result.detail.timing;
        onAttempt({ isSuccess: result.fault === null, ms: total });
        slots.finish(endpointSeq, total, result.fault !== null);
        startAttempts();
        run();
      });
      underWay.add(work);
    }
  }

  /**
   * Records results and claims deliveries in one transaction, because each wait for the database delays all that arrive
   * meanwhile. Attempts start after its commit: it assigned their numbers.
   */
  async function pass(): Promise<void> {
    const recorded = results;
    const room = state.kind !== 'stopped' && performance.now() >= claimAt ? slots.room() : 0;
    if (recorded.length === 0 && room <= 0) return;
    results = [];
    if (room > 0) claimAt = performance.now() + pollIntervalMs;
    const { stopped, claimed, isAll } = await commit(recorded, room);
    if (!isAll) claimAt = 0;
    // Deliveries claimed ahead for an endpoint that is now stopped go back to the queue.
    toRelease.push(...stopped.flatMap((endpointSeq) => slots.clear(endpointSeq)));
    for (const { delivery } of recorded) slots.resume(delivery.endpointSeq);
    slots.add(claimed);
    startAttempts();
    if (recorded.length + claimed.length > 0) onProgress();
  }

  async function commit(recorded: readonly AttemptResult[], room: number) {
    try {
      return await database.transaction(async (tx) => ({
        stopped: recorded.length === 0 ? [] : await settle(tx, options, recorded),
        ...(room > 0 ? await claimDue(tx, claiming(room)) : noClaims),
      }));
    } catch (error) {
      // Recorded once the database is back, unless their leases have ended by then.
      results = [...recorded, ...results];
      throw error;
    }
  }

  const claiming = (room: number): Claiming => ({
    room,
    roomFor: slots.roomFor,
    full: slots.full(),
    now: clock(),
  });

  async function giveUpClaims(): Promise<void> {
    const claimed = toRelease;
    toRelease = [];
    if (claimed.length === 0) return;
    claimAt = 0;
    await release(database.queries, claimed);
  }

  async function runPasses(): Promise<void> {
    try {
      for (let isAgain = true; isAgain;) {
        // Records results that arrive together in one transaction: PGlite answers before the network is
        // polled.
        await afterArrivals();
        if (state.kind === 'working') state.isWoken = false;
        await giveUpClaims();
        await pass();
        isAgain = results.length > 0 || toRelease.length > 0 || isWoken();
      }
    } catch (error) {
      log('Webhooks could not be sent', error);
    }
    if (state.kind === 'working')
      state = { kind: 'idle', poll: setTimeout(wake, pollIntervalMs).unref() };
  }

  function isWoken(): boolean {
    return state.kind === 'working' && state.isWoken;
  }

  function run(): void {
    if (state.kind === 'idle') {
      clearTimeout(state.poll);
      state = { kind: 'working', done: runPasses(), isWoken: false };
    } else if (state.kind === 'working') state.isWoken = true;
  }

  function wake(): void {
    claimAt = 0;
    run();
  }

  return {
    wake,
    async idle() {
      for (;;) {
        wake();
        if (state.kind === 'working') await state.done;
        const isDone = underWay.size === 0 && results.length === 0;
        if (isDone && !(await isDue(database.queries, clock()))) return;
        await Promise.race([...underWay, new Promise((resolve) => setTimeout(resolve, 5))]);
      }
    },
    async stop() {
      const before = state;
      state = { kind: 'stopped' };
      if (before.kind === 'idle') clearTimeout(before.poll);
      if (before.kind === 'working') await before.done;
      const timeout = AbortSignal.timeout(stopTimeoutMs);
      const timedOut = once(timeout, 'abort');
      while (underWay.size > 0 && !timeout.aborted) {
        await Promise.race([...underWay, timedOut]);
        await pass().catch((error: unknown) => log('Webhooks could not be recorded', error));
      }
      // Unfinished attempts are due again when their leases end.
      toRelease.push(...slots.clear());
      try {
        await pass();
      } finally {
        await giveUpClaims();
      }
    },
  };
}
