import { forgetTold, takeDue } from '../events/held.ts';
import type { Dependencies } from '../dependencies.ts';
import { releaseAll } from './delivery/claim.ts';
import { createConnections } from './delivery/connections.ts';
import { createSender } from './delivery/sender.ts';
import { forgetOld } from './delivery/retention.ts';
import { createHistoryTelling } from './historySteps.ts';
import { isOwnReceiver } from './ownReceiver.ts';
import { type Lookup, lookupAddresses } from './guard/resolve.ts';

/** What goes on beside the answers: tells what was held back, sends messages, forgets what is old. */
export interface WebhookEngine {
  start(): Promise<void>;
  /** Resolves when all that was held back and is due by the clock is told, and all that is due is sent. */
  idle(): Promise<void>;
  /** Finishes what is under way; nothing new is begun. */
  stop(): Promise<void>;
}

export interface EngineOptions extends Pick<
  Dependencies,
  'database' | 'market' | 'clock' | 'secretKey' | 'log' | 'webhookTargets' | 'events' | 'ownUrl'
> {
  readonly random?: () => number;
  readonly lookup?: Lookup;
  /** Is called when attempts were begun, or written down. */
  readonly onProgress?: () => void;
}

const heldAtOnce = 500;
const tellEvery = 1000;
const forgetEvery = 600_000;

/** The engine of one process; any number of processes may share a database. */
export function createWebhookEngine(options: EngineOptions): WebhookEngine {
  const { clock, events, log, random = Math.random } = options;
  const { engine, background: database } = options.database;
  const connections = createConnections();
  const sender = createSender({
    ...options,
    database,
    random,
    lookup: options.lookup ?? lookupAddresses,
    targets: options.webhookTargets,
    isOwnReceiver: (url) => isOwnReceiver(url, options.ownUrl()),
    connections,
    onProgress: options.onProgress ?? (() => {}),
  });
  const tellHistories = createHistoryTelling({ ...options, database, isStopped: () => isStopped });
  let isStopped = false;
  const stops: (() => void | Promise<void>)[] = [];

  /** Tells what was held back and may be told by now. */
  async function tellHeld(): Promise<void> {
    for (;;) {
      const told = await database.transaction(async (tx) => {
        const at = clock();
        const due = await takeDue(tx, at, heldAtOnce);
        await events.appendNow(tx, at, due);
        return due.length;
      });
      if (told < heldAtOnce || isStopped) return;
    }
  }

  return {
    async start() {
      // What it was at when it was killed goes on at once.
      if (engine === 'pglite') await releaseAll(database.queries);
      stops.push(
        events.onAppended(() => sender.wake()),
        every(tellEvery, tellHeld, (error) => log('What was held back could not be told', error)),
        every(tellEvery, tellHistories, (error) =>
          log('What was appended to histories could not be told', error),
        ),
        every(
          forgetEvery,
          async () => {
            await forgetTold(database.queries, clock() - forgetEvery);
            await forgetOld(database.queries, clock());
          },
          (error) => log('What is old could not be forgotten', error),
        ),
      );
      sender.wake();
    },
    async idle() {
      await tellHeld();
      await sender.idle();
    },
    async stop() {
      isStopped = true;
      try {
        // Nothing more is claimed while the others finish what they are at.
        await Promise.all([sender.stop(), ...stops.map((stop) => stop())]);
      } finally {
        await connections.close();
      }
    },
  };
}

/** Does a work again and again, never twice at once. @returns what ends it, once the work under way is done. */
function every(
  milliseconds: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let under: Promise<void> | null = null;
  const timer = setInterval(() => {
    under ??= work()
      .catch(failed)
      .finally(() => {
        under = null;
      });
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await under;
  };
}
