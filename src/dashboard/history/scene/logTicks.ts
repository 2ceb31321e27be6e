import { type RoundTicks, roundTicks } from '../roundTicks.ts';

const mantissas = [[1, 2, 5], [1, 5], [1]] as const;

/**
 * The values labelled on a log scale from `low` to `high`, both above zero: 1, 2 and 5 of each power of ten, fewer over
 * many powers. Within so few of them that less than three fall inside, the round values a linear scale has.
 */
export function logTicks(low: number, high: number, most = 6): RoundTicks {
  for (const chosen of mantissas) {
    const values = within(chosen, low, high);
    if (values.length > most) continue;
    if (values.length < 3) return roundTicks(low, high);
    return { values, step: values[0] ?? 0 };
  }
  const powers = within([1], low, high);
  const every = Math.ceil(powers.length / most);
  const values = powers.filter((_, i) => i % every === 0);
  return { values, step: values[0] ?? 0 };
}

function within(chosen: readonly number[], low: number, high: number): number[] {
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power += 1) {
    for (const mantissa of chosen) {
      // Dividing by a whole power of ten is exact where multiplying by 0.001 is not.
      const value = power < 0 ? mantissa / 10 ** -power : mantissa * 10 ** power;
      if (value >= low && value <= high) values.push(value);
    }
  }
  return values;
}
