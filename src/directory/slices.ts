import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds before other work runs. */
const sliceMs = 8;

/** Returns a function to await between steps of long work: it returns null until the slice ends, then a promise that pauses. */
export function createPauses(): () => Promise<void> | null {
  let begun = performance.now();
  const pause = async () => {
    await nextTurn();
    begun = performance.now();
  };
  return () => (performance.now() - begun < sliceMs ? null : pause());
}

export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  const pause = createPauses();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const pausing = pause();
    // Awaiting null too would cost more than most steps.
    if (pausing !== null) await pausing;
  }
}

export function inOneGo<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
