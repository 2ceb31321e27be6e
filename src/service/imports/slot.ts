import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '#platform/http/problem.ts';

/** A stopped import still ends its current transaction. */
const stopTimeoutMs = 3000;

/** Runs one import at a time: each takes memory, disk and database time. */
export interface ImportSlot {
  /** The same lines once no other import is running; 409 import-running if one is. */
  alone(lines: AsyncGenerator<object, undefined>): AsyncGenerator<object, undefined>;
}

export function createImportSlot(timeoutMs: number = stopTimeoutMs): ImportSlot {
  let running: Promise<void> | null = null;
  return {
    async *alone(lines) {
      // A stopped import ends in a moment.
      if (running !== null) {
        await Promise.race([running, wait(timeoutMs, undefined, { ref: false })]);
      }
      if (running !== null) {
        throw problem(
          'import-running',
          'Another import of users is running. Wait until it ends, or stop it.',
        );
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      running = promise;
      try {
        return yield* lines;
      } finally {
        running = null;
        resolve();
      }
    },
  };
}
