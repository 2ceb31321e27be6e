import { figureOf, noFigure, type Figure } from './figure.ts';
import { inMode } from './modes.ts';
import { knownOf } from './moments.ts';

const day = 86_400_000;

/** A fall below the highest value so far, from that peak until the value is reached again. */
export interface Drawdown {
  /** trough ÷ peak − 1, so −0.2 for a fall by 20 %. */
  readonly depth: number;
  /** Last instant (epoch ms) at the highest value before the fall. */
  readonly peakAt: number;
  /** First instant of the lowest value. */
  readonly troughAt: number;
  /** First instant at or above the peak again; null until then. */
  readonly recoveredAt: number | null;
  /** Length from the peak to the recovery, or to the last record; of 24 hours, with fractions. */
  readonly days: number;
}

/**
 * All drawdowns of a series in order of time. They do not overlap: one ends before the next begins. The first positive
 * value counts as a peak, so a series that only falls has one drawdown. Unknown values (NaN or infinite) are skipped.
 *
 * @param times ascending (epoch ms), as many as `values`.
 * @param values or levels of a series without flows; of a wallet or a user, its index, not its total.
 */
export function drawdownsOf(times: Float64Array, values: Float64Array): readonly Drawdown[] {
  const depths = inMode(values, 'drawdown');
  const drawdowns: Drawdown[] = [];
  let peakAt = NaN;
  let trough: { readonly depth: number; readonly at: number } | null = null;
  let last = NaN;
  for (const [i, depth] of depths.entries()) {
    if (Number.isNaN(depth)) continue;
    const at = times[i] ?? NaN;
    last = at;
    if (depth < 0) {
      if (depth < (trough?.depth ?? 0)) trough = { depth, at };
      continue;
    }
    if (trough !== null) drawdowns.push(drawdown(trough, peakAt, at));
    trough = null;
    peakAt = at;
  }
  if (trough !== null) drawdowns.push({ ...drawdown(trough, peakAt, last), recoveredAt: null });
  return drawdowns;
}

const drawdown = (
  { depth, at }: { readonly depth: number; readonly at: number },
  peakAt: number,
  endsAt: number,
): Drawdown => ({
  depth,
  peakAt,
  troughAt: at,
  recoveredAt: endsAt,
  days: (endsAt - peakAt) / day,
});

/** The deepest drawdowns, at most `limit`, the deepest first and the earlier one of equal depth. */
export const deepestDrawdowns = (
  times: Float64Array,
  values: Float64Array,
  limit: number,
): readonly Drawdown[] =>
  drawdownsOf(times, values)
    .toSorted((a, b) => a.depth - b.depth)
    .slice(0, limit);

/**
 * The deepest fall below the highest value so far: min over t of V_t ÷ max over s ≤ t of V_s − 1, from the first value
 * on; 0 without a fall. Its dates are those of the first of `deepestDrawdowns`. Source: the metrics of record.
 */
export const maxDrawdown = (values: Float64Array): Figure =>
  overDepths(values, (depths) => depths.reduce((a, b) => Math.min(a, b)));

/** The last value below the highest so far: V_last ÷ max V − 1; 0 at the highest. */
export const currentDrawdown = (values: Float64Array): Figure =>
  overDepths(values, (depths) => depths.at(-1) ?? NaN);

/**
 * A figure of the drawdowns at each known value from the first positive one on. Counts the returns between them, so one
 * observation less.
 */
export function overDepths(values: Float64Array, by: (depths: Float64Array) => number): Figure {
  const known = knownOf(values);
  const depths = knownOf(inMode(known, 'drawdown'));
  const count = Math.max(depths.length - 1, 0);
  if (known.length < 2) return noFigure('too-few-records', count);
  if (depths.length < 2) return noFigure('no-base', count);
  return figureOf(by(depths), count);
}
