/** The lowest and the highest of some figures, and where they stand; of equals the first. */
export interface Extremes {
  readonly low: number;
  readonly high: number;
  /** Their indices. */
  readonly lowest: number;
  readonly highest: number;
  /** Whether any of the stretch is NaN, a gap. */
  readonly hasGap: boolean;
}

/** A column with the extremes of each of its blocks, so that those of any stretch are found without reading all of it. */
export interface Blocks {
  readonly totals: Float64Array;
  /** Indices of the lowest and the highest of each block; of its first figure, a gap, where it has nothing but gaps. */
  readonly lowest: Uint32Array<ArrayBuffer>;
  readonly highest: Uint32Array<ArrayBuffer>;
  /** 1 where a block has a gap. */
  readonly gaps: Uint8Array<ArrayBuffer>;
}

/** Figures of a block. Of a million a pixel column shows five hundred, and reads eighty. */
const block = 64;

/** Reads a column once, for any number of `extremesWithin`. The column may not change afterwards. */
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
      // Not “lower than low”: low may be NaN still.
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
 * The extremes of the figures from index `from` up to, not including, index `to`. NaN, a gap, is ignored; null where there is
 * nothing else. Reads the ends of the stretch and one pair of figures of each whole block: 31,000 of a million.
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
