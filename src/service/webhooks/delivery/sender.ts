import { setImmediate as afterArrivals, setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../http/errors.ts';
import { attempt, type Attempting } from './attempt.ts';
import { claimDue, isDue, release, type Claimed } from './claim.ts';
import { createLanes } from './lanes.ts';
import { type Ended, settle, type Settling } from './settle.ts';

export interface Sender {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Resolves when nothing that is due by the clock is left, and nothing is under way. */
  idle(): Promise<void>;
  /** Takes nothing more, waits for 15 s at most for what is under way, and writes it down. */
  stop(): Promise<void>;
}

export interface SenderOptions extends Settling, Attempting {
  readonly log: Log;
  /** Is called when attempts were begun, or written down. */
  readonly onProgress: () => void;
}

const longestStop = 15_000;
/** Where nothing wakes it, it looks by itself: another process may have written, or one may have died. */
const look = 1000;

/**
 * Sends what is due: claims it, attempts it, writes down how that ended. The table of deliveries is its queue; what it
 * holds in memory is under way, and after a crash is due again.
 */
export function createSender(options: SenderOptions): Sender {
  const { database, clock, log, onProgress } = options;
  const lanes = createLanes();
  const underWay = new Set<Promise<void>>();
  let ended: Ended[] = [];
  /** Claimed, and not to be begun any more. */
  let given: Claimed[] = [];
  let isStopped = false;
  /** Something is to be written down or looked for. */
  let isWoken = true;
  /** More may be due than was claimed. */
  let isMoreDue = true;
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const begin = () => {
    if (isStopped) return;
    const { begun, late } = lanes.take(clock());
    given.push(...late);
    for (const delivery of begun) {
      const work = attempt(delivery, options).then((end) => {
        ended.push(end);
        underWay.delete(work);
        // What waits for it was not looked at while its lane was full.
        isMoreDue ||= lanes.mostOf(delivery.endpointSeq) === 0;
        lanes.ended(delivery.endpointSeq, end.detail.timing.total, end.fault !== null);
        begin();
        go();
      });
      underWay.add(work);
    }
  };

  /** One round: writes down what ended, then takes what there is room for. @returns whether there may be more to do. */
  async function round(): Promise<boolean> {
    isWoken = false;
    const done = ended;
    ended = [];
    if (done.length > 0) {
      try {
        const stopped = await settle(options, done);
        // What was claimed ahead for one that is left alone now waits with the rest.
        given.push(...stopped.flatMap((endpointSeq) => lanes.clear(endpointSeq)));
        for (const { delivery } of done) lanes.judged(delivery.endpointSeq);
        begin();
        onProgress();
      } catch (error) {
        // It is written down when the database is there again, unless its lease has ended by then.
        ended = [...done, ...ended];
        throw error;
      }
    }
    await giveBack();
    const room = lanes.room();
    if (!isStopped && room > 0 && (isMoreDue || performance.now() - lookedAt >= look)) {
      isMoreDue = false;
      lookedAt = performance.now();
      const at = clock();
      const { mostOf } = lanes;
      const claiming = { room, mostOf, full: lanes.full(), now: at };
      const { claimed, isAll } = await claimDue(database, claiming);
      isMoreDue ||= !isAll;
      lanes.add(claimed, at);
      begin();
      if (claimed.length > 0) onProgress();
    }
    return ended.length > 0 || isWoken;
  }

  async function giveBack(): Promise<void> {
    const claimed = given;
    given = [];
    if (claimed.length === 0) return;
    isMoreDue = true;
    await release(database.queries, claimed);
  }

  /** @returns whether the database could be asked. */
  async function run(): Promise<boolean> {
    try {
      // What arrived meanwhile is written down together: the embedded database answers before the network is looked at.
      do await afterArrivals();
      while (await round());
      return true;
    } catch (error) {
      log('Webhooks could not be sent', error);
      return false;
    }
  }

  function go(): void {
    isWoken = true;
    if (running !== null) return;
    clearTimeout(timer);
    running = run().then((isWell) => {
      running = null;
      if (isStopped) return;
      // What woke it while it was ending is looked at now, but not where the database is away.
      if (isWoken && isWell) go();
      else timer = setTimeout(wake, look).unref();
    });
  }

  function wake(): void {
    isMoreDue = true;
    go();
  }

  return {
    wake,
    async idle() {
      for (;;) {
        wake();
        await running;
        if (underWay.size === 0 && ended.length === 0 && !(await isDue(database.queries, clock())))
          return;
        await Promise.race([...underWay, new Promise((resolve) => setTimeout(resolve, 5))]);
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // What has not ended by then is due again when its lease ends.
      await Promise.race([Promise.all(underWay), wait(longestStop, undefined, { ref: false })]);
      await running;
      given.push(...lanes.clear());
      try {
        if (ended.length > 0) await settle(options, ended);
      } finally {
        await giveBack();
      }
    },
  };
}
