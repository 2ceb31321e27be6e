import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '#platform/http/problem.ts';

/** An import that was stopped still ends its current transaction. */
const stopTimeoutMs = 3000;

/** Lets one import run at a time: each takes memory, disk and turns of the database. */
export interface ImportSlot {
  /** The same lines, once no other import runs; 409 import-running while one does. */
  alone(lines: AsyncGenerator<object, undefined>): AsyncGenerator<object, undefined>;
}

export function createImportSlot(timeoutMs: number = stopTimeoutMs): ImportSlot {
  let running: Promise<void> | null = null;
  return {
    async *alone(lines) {
      // One that was just stopped ends in a moment.
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
