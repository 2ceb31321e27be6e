import { latestIndex, lowerBound } from './extent.ts';
import { isBought, levelsAt, ratioSince, type LevelTable } from './level.ts';
import { sumOf } from './weights.ts';

/** The contribution of each token to the change of a thematic's level between two instants. */
export interface LevelContributions {
  /** Level at the first instant and at the last. */
  readonly first: number;
  readonly last: number;
  /** last ÷ first − 1. */
  readonly change: number;
  /** For each token, its part of the change: 0.02 added two percentage points. Not divided by the change. */
  readonly parts: Float64Array<ArrayBuffer>;
  /** change − Σ parts: the rounding error, since the parts add up exactly. */
  readonly residual: number;
}

/**
 * Computes the contribution of each token to the change of a thematic's level between two instants.
 *
 * By definition (`levelTable`), from a rebalance at d up to the next one, the level is
 *
 *     L(t) = L(d) × Σ wᵢ pᵢ(t) ÷ pᵢ(d),   so   L(e) − L(s) = Σ L(d) wᵢ (pᵢ(e) − pᵢ(s)) ÷ pᵢ(d)
 *
 * for any two instants s and e between them: each term is the contribution of one token, in points of the level. The
 * terms are summed over these spans (whole days, or parts of a day with a new definition) from the first instant to
 * the last and divided by the first level:
 *
 *     Cᵢ = Σ_spans L(d) wᵢ(d) (pᵢ(e) − pᵢ(s)) ÷ pᵢ(d) ÷ L(first)
 *
 * Each span begins at the end of the previous one, so Σ Cᵢ = L(last) ÷ L(first) − 1 without smoothing or a remaining
 * term. Source: derived, as above, from the level's definition in the decisions of record.
 *
 * @param ends the first instant and the last (epoch ms), not before the inception.
 * @param table as for `levelsAt`.
 * @param pricesAtEnds for each token, its price at the two instants.
 * @returns null if either level is unknown or the first is not above 0.
 * @throws RangeError if `ends` are not two ascending instants, and where `levelsAt` does.
 */
export function levelContributions(
  ends: Float64Array,
  table: LevelTable,
  pricesAtEnds: readonly Float64Array[],
): LevelContributions | null {
  const [from = NaN, to = NaN] = ends;
  if (ends.length !== 2 || !(from <= to)) throw new RangeError(`no window from ${from} to ${to}`);
  const [first = NaN, last = NaN] = levelsAt(ends, table, pricesAtEnds);
  if (!(first > 0 && Number.isFinite(first) && Number.isFinite(last))) return null;

  const parts = new Float64Array(table.prices.length);
  const opening = latestIndex(table.times, from);
  for (let span = opening; (table.times[span] ?? Infinity) < to; span++) {
    const weights = table.weights[span] ?? new Float64Array(0);
    const isFirst = span === opening;
    const isLast = (table.times[span + 1] ?? Infinity) >= to;
    const scale = (table.levels[span] ?? NaN) / boughtAt(weights, table.prices, span) / first;
    for (let i = 0; i < parts.length; i++) {
      const weight = weights[i] ?? 0;
      const base = table.prices[i]?.[span] ?? NaN;
      if (!isBought(weight, base)) continue;
      const start = (isFirst ? pricesAtEnds[i]?.[0] : base) ?? NaN;
      const end = (isLast ? pricesAtEnds[i]?.[1] : table.prices[i]?.[span + 1]) ?? NaN;
      const grown = ratioSince(base, end) - ratioSince(base, start);
      parts[i] = (parts[i] ?? 0) + scale * weight * grown + 0;
    }
  }
  const change = last / first - 1;
  return { first, last, change, parts, residual: change - sumOf(parts) + 0 };
}

/** Σ of the weights of the tokens that take part in a span. */
function boughtAt(weights: Float64Array, prices: readonly Float64Array[], span: number): number {
  let bought = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    if (isBought(weight, prices[i]?.[span] ?? NaN)) bought += weight;
  }
  return bought;
}

/**
 * The first and the last record of a history within a range.
 *
 * @param times of the records, ascending (epoch ms).
 * @param from, to inclusive; if undefined, the start or end of the history.
 * @returns the instants of the two; null if the range has no record.
 */
export function endsBetween(
  times: Float64Array,
  { from = -Infinity, to = Infinity }: { readonly from?: number; readonly to?: number },
): Float64Array<ArrayBuffer> | null {
  const first = times[lowerBound(times, from)];
  const last = times[latestIndex(times, to)];
  return first === undefined || last === undefined || first > last
    ? null
    : Float64Array.of(first, last);
}
