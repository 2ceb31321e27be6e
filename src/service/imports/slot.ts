import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '#platform/http/problem.ts';

/** Who was stopped has its current user left to write. */
const stopTimeoutMs = 3000;

/** A place for one import at a time: each takes memory, disk and the turns of the database. */
export interface ImportSlot {
  /** The same lines, once no other import runs; 409 import-running where one goes on. */
  alone(lines: AsyncGenerator<object, undefined>): AsyncGenerator<object, undefined>;
}

export function createImportSlot(timeoutMs: number = stopTimeoutMs): ImportSlot {
  let running: Promise<void> | null = null;
  return {
    async *alone(lines) {
      // One that was just stopped is over in a moment.
      if (running !== null) {
        await Promise.race([running, wait(timeoutMs, undefined, { ref: false })]);
      }
      if (running !== null) {
        throw problem(
          'import-running',
          'Another import of users is running, and one runs at a time. Wait until it is over, or stop it.',
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
