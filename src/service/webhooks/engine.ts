import { hasWaiting } from '../events/numbering.ts';
import { pruneThrottle, takeDue } from '../events/throttle.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import { releaseAll } from './delivery/claim.ts';
import { createConnectionPool } from './delivery/connections.ts';
import { createSender, type SenderOptions } from './delivery/sender.ts';
import { deleteExpired } from './delivery/retention.ts';
import { announceIntervalMs, createProcesses } from './guard/processes.ts';
import { type Lookup, lookupAddresses } from './guard/resolve.ts';
import { moveInspectors } from './registry/inspectors.ts';
import { createHistoryPublisher } from './historyEvents.ts';

export interface WebhookEngine {
  start(): Promise<void>;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface WebhookEngineOptions extends Pick<
  Dependencies,
  | 'database'
  | 'market'
  | 'clock'
  | 'wall'
  | 'secretKey'
  | 'log'
  | 'webhookTargets'
  | 'events'
  | 'ownUrl'
> {
  readonly random?: () => number;
  readonly lookup?: Lookup;
  readonly onProgress?: () => void;
  readonly onAttempt?: SenderOptions['onAttempt'];
}

const throttledBatchSize = 500;
const publishIntervalMs = 1000;
const pruneIntervalMs = 600_000;

export function createWebhookEngine(options: WebhookEngineOptions): WebhookEngine {
  const { clock, events, log, random = Math.random } = options;
  const { isShared, background: database } = options.database;
  const connections = createConnectionPool();
  const processes = createProcesses(options, database.queries);
  const sender = createSender({
    ...options,
    database,
    random,
    lookup: options.lookup ?? lookupAddresses,
    targets: options.webhookTargets,
    origins: () => processes.origins(),
    connections,
    onProgress: options.onProgress ?? (() => {}),
    onAttempt: options.onAttempt ?? (() => {}),
  });
  const publishHistories = createHistoryPublisher({
    ...options,
    database,
    isStopped: () => isStopped,
  });
  let isStopped = false;
  const stops: (() => void | Promise<void>)[] = [];

  async function publishThrottled(): Promise<void> {
    for (;;) {
      const count = await database.transaction(async (tx) => {
        const at = clock();
        const due = await takeDue(tx, at, throttledBatchSize);
        await events.publishNow(tx, at, due);
        return due.length;
      });
      if (count < throttledBatchSize || isStopped) return;
    }
  }

  async function announce(): Promise<void> {
    await processes.announce();
    await moveInspectors(database, options.ownUrl(), await processes.live());
  }

  const failed = (what: string) => (error: unknown) => log(what, error);

  async function prune(): Promise<void> {
    const now = clock();
    await pruneThrottle(database.queries, now - Math.max(pruneIntervalMs, events.minIntervalMs));
    await deleteExpired(database.queries, now);
  }

  return {
    async start() {
      // Deliveries that were claimed when the process was killed are attempted again immediately.
      if (!isShared) await releaseAll(database.queries);
      await announce();
      stops.push(
        () => events.stopRelay(),
        repeat(
          announceIntervalMs,
          announce,
          failed('The address of this process could not be written to the database'),
        ),
        events.onPublished(() => sender.wake()),
        repeat(
          publishIntervalMs,
          publishThrottled,
          failed('Throttled events could not be published'),
        ),
        repeat(
          publishIntervalMs,
          publishHistories,
          failed('Appended history records could not be published'),
        ),
        repeat(pruneIntervalMs, prune, failed('Expired events could not be deleted')),
      );
      events.beginRelay();
      sender.wake();
    },
    async idle() {
      await publishThrottled();
      do {
        await events.eventsRelayed();
        await sender.idle();
        // Attempts publish events too.
      } while (await hasWaiting(database.queries));
    },
    async stop() {
      isStopped = true;
      try {
        // Claims nothing more while the rest finish.
        await Promise.all([sender.stop(), ...stops.map((stop) => stop())]);
      } finally {
        await connections.close();
        // If that fails, other processes drop this address after a while.
        await processes.withdraw().catch(() => {});
      }
    },
  };
}

/** Repeats a task, never concurrently. @returns a function that stops it after the current run. */
function repeat(
  intervalMs: number,
  task: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= task()
      .catch(failed)
      .finally(() => {
        running = null;
      });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
