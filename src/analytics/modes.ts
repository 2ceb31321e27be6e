/** How a history is drawn: as it is, as change since a base, rebased to 100, or as what it is below its highest. */
export const modes = ['value', 'percent', 'index', 'drawdown'] as const;
export type Mode = (typeof modes)[number];

/**
 * A column of totals in a mode, record by record (one figure out for each total in).
 *
 * - `value`: the totals themselves, in their unit. The same column, not a copy.
 * - `percent`: (V − B) ÷ |B| as a ratio, 0.1 for ten per cent, the ratio that `changeOf` gives from B to V.
 * - `index`: 100 × V ÷ B, so 100 at the base. A base below 0 has no index: NaN everywhere.
 * - `drawdown`: (V − M) ÷ M, V ÷ M − 1, as a ratio, 0 or below, where M is the highest total from `from` up to V. NaN before `from`
 *   and as long as M is not above 0.
 *
 * B, the base, is the first total at or after index `from` that is known and not 0; where there is none, percent
 * and index are NaN everywhere. Records before the base are measured against the same base.
 * What is not known stays so: NaN, or not finite, gives NaN, and so does a ratio beyond all numbers. No figure is
 * made out of its neighbours.
 *
 * Sources: rebase and drawdown of the figures of record.
 */
export function inMode(totals: Float64Array, mode: Mode, from = 0): Float64Array {
  if (mode === 'value') return totals;
  return mode === 'drawdown' ? drawdownSince(totals, from) : against(totals, mode, from);
}

/**
 * Index of the base of `percent` and `index`: of the first total at or after index `from` that is finite and not 0.
 * −1 where there is none.
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
  // NaN until there is one above 0: what is compared or divided by it is NaN too.
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
