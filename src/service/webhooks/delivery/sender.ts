import { once } from 'node:events';
import { setImmediate as afterArrivals } from 'node:timers/promises';
import type { Log } from '#platform/http/errors.ts';
import { attempt, type AttemptOptions, type AttemptResult } from './attempt.ts';
import { claimDue, isDue, release, type Claimed } from './claim.ts';
import { settle, type SettleOptions } from './settle.ts';
import { createSlots } from './slots.ts';
import { stopTimeoutMs } from './timeouts.ts';

export interface Sender {
  /** Something may be due: checks immediately. */
  wake(): void;
  /** Resolves when nothing is due by the clock, and no attempt is under way. */
  idle(): Promise<void>;
  /** Claims nothing more, waits for the attempts under way, and records them. */
  stop(): Promise<void>;
}

export interface SenderOptions extends SettleOptions, AttemptOptions {
  readonly log: Log;
  /** Called when attempts began, or were recorded. */
  readonly onProgress: () => void;
  /** Called with each attempt that ended. */
  readonly onAttempt: (attempt: { readonly isSuccess: boolean; readonly ms: number }) => void;
}

/** It looks by itself, too: another process may have published events, or may have died. */
const pollIntervalMs = 1000;

/**
 * Idle until something wakes it, or until it polls. Working in rounds, one at a time; woken during a round it does one more.
 * Stopped for good.
 */
type State =
  | { readonly kind: 'idle'; readonly poll?: NodeJS.Timeout }
  | { readonly kind: 'working'; readonly done: Promise<void>; isWoken: boolean }
  | { readonly kind: 'stopped' };

/**
 * Sends the deliveries that are due: claims them, attempts them, records the results. The table of deliveries is the queue;
 * what is held in memory is under way, and is due again after a crash.
 */
export function createSender(options: SenderOptions): Sender {
  const { database, clock, log, onProgress, onAttempt } = options;
  const slots = createSlots();
  const underWay = new Set<Promise<void>>();
  let state: State = { kind: 'idle' };
  /** Results to record. */
  let results: AttemptResult[] = [];
  /** Claims to give up: they will not be started. */
  let unwanted: Claimed[] = [];
  /** When to look for deliveries that are due, by `performance.now()`; 0 while there may be more than were claimed. */
  let claimAt = 0;

  function startAttempts(): void {
    if (state.kind === 'stopped') return;
    const { started, expiring } = slots.start(clock());
    unwanted.push(...expiring);
    for (const delivery of started) {
      const { endpointSeq } = delivery;
      const work = attempt(delivery, options).then((result) => {
        results.push(result);
        underWay.delete(work);
        // More of this endpoint may be due: it was not looked at while its slots were full.
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

  async function record(): Promise<void> {
    if (results.length === 0) return;
    const recorded = results;
    results = [];
    try {
      const stopped = await settle(options, recorded);
      // What was claimed ahead for an endpoint that is not sent to now waits with the rest.
      unwanted.push(...stopped.flatMap((endpointSeq) => slots.clear(endpointSeq)));
      for (const { delivery } of recorded) slots.resume(delivery.endpointSeq);
    } catch (error) {
      // They are recorded when the database is back, unless their leases have ended by then.
      results = [...recorded, ...results];
      throw error;
    }
    startAttempts();
    onProgress();
  }

  async function giveUpClaims(): Promise<void> {
    const claimed = unwanted;
    unwanted = [];
    if (claimed.length === 0) return;
    claimAt = 0;
    await release(database.queries, claimed);
  }

  async function claim(): Promise<void> {
    const room = slots.room();
    if (state.kind === 'stopped' || room <= 0 || performance.now() < claimAt) return;
    claimAt = performance.now() + pollIntervalMs;
    const now = clock();
    const { claimed, isAll } = await claimDue(database, {
      room,
      roomFor: slots.roomFor,
      full: slots.full(),
      now,
    });
    if (!isAll) claimAt = 0;
    slots.add(claimed);
    startAttempts();
    if (claimed.length > 0) onProgress();
  }

  async function runRounds(): Promise<void> {
    try {
      for (let isAgain = true; isAgain;) {
        // Results that arrive at the same time are recorded together: the embedded database answers before the network is polled.
        await afterArrivals();
        if (state.kind === 'working') state.isWoken = false;
        await record();
        await giveUpClaims();
        await claim();
        isAgain = results.length > 0 || isWoken();
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
      state = { kind: 'working', done: runRounds(), isWoken: false };
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
        await record().catch((error: unknown) => log('Webhooks could not be recorded', error));
      }
      // What has not ended by now is due again when its lease ends.
      unwanted.push(...slots.clear());
      try {
        await record();
      } finally {
        await giveUpClaims();
      }
    },
  };
}
