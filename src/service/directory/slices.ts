import { setImmediate as nextTurn } from 'node:timers/promises';

/** Others get their turn after so many milliseconds. */
const sliceMs = 8;

/** Runs work that is made in slices to its end, and lets others run between them. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() - begun < sliceMs) continue;
    await nextTurn();
    begun = performance.now();
  }
}
