import type { MatchingRows } from './choose.ts';

const blockLength = 64;

/**
 * Reads the chosen in an order, from one index up to another. Continues from the previous page, so that consecutive
 * pages are read once.
 */
export function createPages(
  { criteria, chosen }: MatchingRows,
  order: Uint32Array,
  rowCount: number,
): (from: number, to: number) => Uint32Array {
  const marks = criteria.length === 0 ? null : new Uint8Array(rowCount);
  if (marks !== null) {
    for (let index = 0; index < chosen.length; index++) marks[chosen[index] ?? 0] = 1;
  }
  let at = 0;
  /** Number of chosen rows before the current row of the order. */
  let index = 0;
  return (from, to) => {
    if (marks === null) return order.subarray(from, to);
    if (from < index) [at, index] = [0, 0];
    // Far from the page, counting is faster than branching.
    while (index + blockLength <= from && at < order.length) {
      const end = Math.min(at + blockLength, order.length);
      for (; at < end; at++) index += marks[order[at] ?? 0] ?? 0;
    }
    const page = new Uint32Array(Math.max(0, Math.min(to, chosen.length) - from));
    let length = 0;
    for (; at < order.length && index < to; at++) {
      const rowIndex = order[at] ?? 0;
      if (marks[rowIndex] !== 1) continue;
      if (index >= from) page[length++] = rowIndex;
      index += 1;
    }
    return page.subarray(0, length);
  };
}
