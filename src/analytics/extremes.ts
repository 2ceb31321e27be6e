/** The lowest and the highest of some figures, and where they stand; of equals the first. */
export interface Extremes {
  readonly low: number;
  readonly high: number;
  /** Their indices. */
  readonly lowest: number;
  readonly highest: number;
}

/** A column with the extremes of each of its blocks, so that those of any stretch are found without reading all of it. */
export interface Blocks {
  readonly totals: Float64Array;
  /** Indices of the lowest and the highest of each block; −1 where it has none but gaps. */
  readonly lowest: Int32Array;
  readonly highest: Int32Array;
}

const block = 1024;

/** Reads a column once, for any number of `extremesWithin`. The column may not change afterwards. */
export function blocksOf(totals: Float64Array): Blocks {
  const count = Math.ceil(totals.length / block);
  const lowest = new Int32Array(count);
  const highest = new Int32Array(count);
  for (let b = 0; b < count; b++) {
    const found = scan(totals, b * block, Math.min((b + 1) * block, totals.length), null);
    lowest[b] = found?.lowest ?? -1;
    highest[b] = found?.highest ?? -1;
  }
  return { totals, lowest, highest };
}

/**
 * The extremes of the figures from index `from` up to, not including, index `to`. NaN, a gap, is ignored; null where there is
 * nothing else. Reads at most two blocks and one figure pair of each other block: 4,000 of a million.
 */
export function extremesWithin({ totals, lowest, highest }: Blocks, from: number, to: number) {
  const begin = Math.max(from, 0);
  const end = Math.min(to, totals.length);
  const first = Math.ceil(begin / block);
  const last = Math.floor(end / block);
  if (first >= last) return scan(totals, begin, end, null);

  let found = scan(totals, begin, first * block, null);
  for (let b = first; b < last; b++) {
    const low = lowest[b] ?? -1;
    const high = highest[b] ?? -1;
    // One figure may be both, and the first of the two comes first.
    found = scan(totals, Math.min(low, high), Math.min(low, high) + 1, found);
    found = scan(totals, Math.max(low, high), Math.max(low, high) + 1, found);
  }
  return scan(totals, last * block, end, found);
}

/** The extremes of a short stretch and of what was found before it. */
function scan(
  totals: Float64Array,
  from: number,
  to: number,
  before: Extremes | null,
): Extremes | null {
  let low = before?.low ?? Infinity;
  let high = before?.high ?? -Infinity;
  let lowest = before?.lowest ?? -1;
  let highest = before?.highest ?? -1;
  for (let i = from; i < to; i++) {
    const total = totals[i] ?? NaN;
    if (total < low || (lowest === -1 && total === low)) {
      low = total;
      lowest = i;
    }
    if (total > high || (highest === -1 && total === high)) {
      high = total;
      highest = i;
    }
  }
  return lowest === -1 || highest === -1 ? null : { low, high, lowest, highest };
}
