import { sumOf } from './weights.ts';

/** From here on, hundredths of a number and their sum are not exact. */
const largestExact = 1e13;

/**
 * Rounds parts to hundredths so that they add up to their rounded sum, by largest remainders (Hamilton's method): each part is
 * rounded down, and the parts with the largest remainders get one hundredth more until the sum is right.
 *
 * @param parts in any unit.
 * @param sum in the same unit; by default that of the parts, rounded. It may differ from theirs by a few hundredths.
 * @returns each part within one hundredth of its value for the default sum, and parts of 0 unchanged. Sizes from 1e13 on are
 * returned as they are.
 */
export function roundedParts(parts: readonly number[], sum = sumOf(parts)): number[] {
  if (!isExact(sum) || !parts.every(isExact)) return [...parts];
  const down = parts.map((part) => Math.floor(part * 100));
  const remainders = parts.map((part, i) => part * 100 - (down[i] ?? 0));
  const order = [...parts.keys()]
    .filter((i) => parts[i] !== 0)
    .toSorted((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0));
  const missing = Math.round(sum * 100) - sumOf(down);
  const step = Math.sign(missing);
  const ranked = step < 0 ? order.toReversed() : order;
  for (let n = 0; n < Math.abs(missing) && ranked.length > 0; n++) {
    const i = ranked[n % ranked.length] ?? 0;
    down[i] = (down[i] ?? 0) + step;
  }
  return down.map((hundredths) => hundredths / 100 + 0);
}

/** Adds numbers of hundredths without the error of binary fractions. */
export function sumOfHundredths(numbers: readonly number[]): number {
  if (!numbers.every(isExact)) return sumOf(numbers);
  return sumOf(numbers.map((one) => Math.round(one * 100))) / 100 + 0;
}

const isExact = (size: number): boolean => Math.abs(size) < largestExact;
