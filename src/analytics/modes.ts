/** Display of a history: unchanged, as change since a base, rebased to 100, or as distance below its highest value. */
export const modes = ['value', 'percent', 'index', 'drawdown'] as const;
export type Mode = (typeof modes)[number];

/**
 * Converts a column of totals to a mode, one value per record.
 *
 * - `value`: the totals in their unit. The same column, not a copy.
 * - `percent`: (V − B) ÷ |B| as a ratio, 0.1 for ten percent, the ratio that `changeOf` gives from B to V.
 * - `index`: 100 × V ÷ B, so 100 at the base. A base below 0 has no index: NaN everywhere.
 * - `drawdown`: (V − M) ÷ M as a ratio, 0 or below, where M is the highest total from `from` up to V. NaN before
 *   `from` and as long as M is not above 0.
 *
 * B, the base, is the first total at or after index `from` that is known and not 0; without one, percent and index are
 * NaN everywhere. Records before the base are measured against the same base. Unknown totals (NaN or infinite) give
 * NaN, and so does a ratio above the largest number. Nothing is interpolated.
 *
 * Sources: rebase and drawdown of the figures of record.
 */
export function inMode(totals: Float64Array, mode: Mode, from = 0): Float64Array {
  if (mode === 'value') return totals;
  return mode === 'drawdown' ? drawdownSince(totals, from) : against(totals, mode, from);
}

/**
 * Index of the base of `percent` and `index`: of the first total at or after index `from` that is finite and not 0; −1
 * if there is none.
 */
export function baseIndex(totals: Float64Array, from = 0): number {
  for (let i = Math.max(from, 0); i < totals.length; i++) {
    const total = totals[i] ?? NaN;
    if (Number.isFinite(total) && total !== 0) return i;
  }
  return -1;
}

function against(
  totals: Float64Array,
  mode: 'percent' | 'index',
  from: number,
): Float64Array<ArrayBuffer> {
  const base = totals[baseIndex(totals, from)] ?? NaN;
  const figures = new Float64Array(totals.length);
  const size = Math.abs(base);
  // Two loops without a condition: a million records are converted while the pointer moves.
  if (mode === 'percent') {
    for (let i = 0; i < figures.length; i++)
      figures[i] = finite(((totals[i] ?? NaN) - base) / size);
  } else {
    const above = base > 0 ? base : NaN;
    for (let i = 0; i < figures.length; i++)
      figures[i] = finite(100 * ((totals[i] ?? NaN) / above));
  }
  return figures;
}

function drawdownSince(totals: Float64Array, from: number): Float64Array<ArrayBuffer> {
  const begin = Math.max(from, 0);
  const figures = new Float64Array(totals.length).fill(NaN, 0, begin);
  // NaN until a total is above 0; comparing with or dividing by it gives NaN too.
  let highest = NaN;
  for (let i = begin; i < figures.length; i++) {
    const total = totals[i] ?? NaN;
    if (!(total <= highest) && total > 0 && total < Infinity) highest = total;
    figures[i] = finite((total - highest) / highest);
  }
  return figures;
}

/** A finite number without a negative zero, or NaN. */
function finite(value: number): number {
  return Number.isFinite(value) ? value + 0 : NaN;
}
