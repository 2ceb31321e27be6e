import type { Columns } from './contender.ts';

/** Returns a random walk of so many minutes up to a fixed instant, the same in each run. */
export function walk(records: number): Columns {
  const end = Date.UTC(2026, 5, 17, 14);
  const times = Float64Array.from({ length: records }, (_, i) => end - (records - 1 - i) * 60_000);
  let state = 1;
  let total = 1_000_000;
  const totals = Float64Array.from({ length: records }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    total *= 1 + (state / 2 ** 32 - 0.5) / 500;
    return total;
  });
  return { times, totals };
}
