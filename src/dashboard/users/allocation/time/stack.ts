import { lowerBound } from '#analytics/extent.ts';
import type { Category } from '../../../portfolio/categories.ts';

/** What one part of a user was worth, a total for each of the stack's times. */
export interface Layer {
  /** Empty for all others together. */
  readonly id: string;
  readonly name: string;
  readonly category: Category | undefined;
  readonly totals: Float64Array;
}

/** The parts of a user over time, the largest first; each total of `whole` is the sum of theirs, NaN where one is not known. Times in epoch ms. */
export interface Stack {
  readonly times: Float64Array;
  readonly layers: readonly Layer[];
  readonly whole: Float64Array;
}

/** So many parts are told apart by colour and label; the last stands for all others, where there are more. */
export const mostLayers = 8;

/**
 * A history at the times of another: the record of that time, else the last one before it, and 0 before the first.
 * The wallet of a user begins later than the user does. What is not known (NaN) stays so.
 */
export function totalsAt(
  times: Float64Array,
  history: { readonly times: Float64Array; readonly totals: Float64Array },
): Float64Array {
  return times.map((at) => {
    const after = lowerBound(history.times, at);
    const index = history.times[after] === at ? after : after - 1;
    return index < 0 ? 0 : (history.totals[index] ?? 0);
  });
}

/** Layers on their whole, the largest at the end of the times first. */
export function stackOf(times: Float64Array, layers: readonly Layer[]): Stack {
  const lastOf = ({ totals }: Layer) => totals.at(-1) ?? 0;
  const named = layers.filter(({ id }) => id !== '');
  const others = layers.filter(({ id }) => id === '');
  const ordered = [...named.toSorted((a, b) => lastOf(b) - lastOf(a)), ...others];
  return { times, layers: ordered, whole: sumOfLayers(times.length, ordered) };
}

export function sumOfLayers(length: number, layers: readonly Layer[]): Float64Array {
  const sum = new Float64Array(length);
  for (const { totals } of layers) {
    for (let i = 0; i < length; i += 1) sum[i] = (sum[i] ?? 0) + (totals[i] ?? 0);
  }
  return sum;
}

/** All that is not in the layers: the whole less them, and never less than nothing. */
export function othersOf(whole: Float64Array, layers: readonly Layer[], count: number): Layer {
  const known = sumOfLayers(whole.length, layers);
  const totals = whole.map((total, i) => Math.max(0, total - (known[i] ?? 0)));
  return { id: '', name: `${count} others`, category: undefined, totals };
}

/** The part of a layer in the whole at one time, 0..1; null where the whole is nothing, or not known. */
export function shareAt({ whole }: Stack, layer: Layer, index: number): number | null {
  const all = whole[index] ?? 0;
  return all > 0 ? (layer.totals[index] ?? 0) / all : null;
}
