import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after which others run. */
const sliceMs = 8;

/** Lets others run once a slice is over: to be awaited between steps of long work. */
export function createPauses(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < sliceMs) return;
    await nextTurn();
    begun = performance.now();
  };
}

/** Runs sliced work to its end, and lets others run between slices. */
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

/** Runs sliced work to its end at once. */
export function inOneGo<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
