/** The lowest and highest of some values, and their indices; the first of equal ones. */
export interface Extremes {
  readonly low: number;
  readonly high: number;
  readonly lowest: number;
  readonly highest: number;
  /** Whether the range contains NaN, a gap. */
  readonly hasGap: boolean;
}

/** A column with the extremes of each of its blocks, which makes the extremes of any range cheap to find. */
export interface Blocks {
  readonly totals: Float64Array;
  /** Indices of the lowest and highest value of each block; of its first record if it has only gaps. */
  readonly lowest: Uint32Array<ArrayBuffer>;
  readonly highest: Uint32Array<ArrayBuffer>;
  /** 1 where a block has a gap. */
  readonly gaps: Uint8Array<ArrayBuffer>;
}

/** Values per block. Of a million a pixel column shows five hundred, and reads eighty. */
const block = 64;

/** Reads a column once, for any number of `extremesWithin` calls. The column must not change afterwards. */
export function blocksOf(totals: Float64Array): Blocks {
  const count = Math.ceil(totals.length / block);
  const lowest = new Uint32Array(count);
  const highest = new Uint32Array(count);
  const gaps = new Uint8Array(count);
  for (let b = 0; b < count; b++) {
    const begin = b * block;
    const end = Math.min(begin + block, totals.length);
    let low = totals[begin] ?? NaN;
    let high = low;
    let lowAt = begin;
    let highAt = begin;
    for (let i = begin; i < end; i++) {
      const total = totals[i] ?? NaN;
      if (total >= low && total <= high) continue; // Nearly all end here, so it is checked first.
      if (Number.isNaN(total)) {
        gaps[b] = 1;
        continue;
      }
      // Not `total < low`: low may still be NaN.
      if (!(total >= low)) {
        low = total;
        lowAt = i;
      }
      if (!(total <= high)) {
        high = total;
        highAt = i;
      }
    }
    lowest[b] = lowAt;
    highest[b] = highAt;
  }
  return { totals, lowest, highest, gaps };
}

/**
 * The extremes from index `from` up to, not including, `to`. NaN, a gap, is ignored; null if there are only gaps.
 * Reads the ends of the range and one pair of values per complete block: 31,000 of a million.
 */
export function extremesWithin(blocks: Blocks, from: number, to: number): Extremes | null {
  const { totals, lowest, highest, gaps } = blocks;
  const end = Math.min(to, totals.length);
  let low = NaN;
  let high = NaN;
  let lowAt = 0;
  let highAt = 0;
  let hasGap = false;
  for (let i = Math.max(from, 0); i < end;) {
    const isWhole = i % block === 0 && i + block <= end;
    const down = isWhole ? (lowest[i / block] ?? i) : i;
    const up = isWhole ? (highest[i / block] ?? i) : i;
    const lower = totals[down] ?? NaN;
    const higher = totals[up] ?? NaN;
    hasGap ||= isWhole ? gaps[i / block] === 1 : Number.isNaN(lower);
    if (!(lower >= low) && !Number.isNaN(lower)) {
      low = lower;
      lowAt = down;
    }
    if (!(higher <= high) && !Number.isNaN(higher)) {
      high = higher;
      highAt = up;
    }
    i += isWhole ? block : 1;
  }
  return Number.isNaN(low) ? null : { low, high, lowest: lowAt, highest: highAt, hasGap };
}
