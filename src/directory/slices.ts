import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '#platform/http/problem.ts';

/** Milliseconds before other work runs. */
const sliceMs = 8;

/** Resolves when no other work waits for a turn. Otherwise long work would add up its slices in one turn. */
let lastTurn: Promise<unknown> = Promise.resolve();

/** Returns a function to await between steps of long work: it returns null until the slice ends, then a promise that pauses. */
export function createPauses(): () => Promise<void> | null {
  let begun = performance.now();
  const pause = async () => {
    lastTurn = lastTurn.then(() => nextTurn());
    await lastTurn;
    begun = performance.now();
  };
  return () => (performance.now() - begun < sliceMs ? null : pause());
}

/**
 * Runs work between other work.
 * @param signal stops the work. Throws 503 unavailable; the client has already gone.
 */
export async function inSlices<Result>(
  work: Generator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const pause = createPauses();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const pausing = pause();
    // Awaiting null too would cost more than most steps.
    if (pausing !== null) {
      await pausing;
      if (signal?.aborted === true) throw unavailable('The request was canceled.', 1);
    }
  }
}

export function inOneGo<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
