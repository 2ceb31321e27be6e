import { sumOf } from './weights.ts';

/**
 * First and second moments of pairs (x, y) of returns. With x̄ and ȳ the means, `xx` is Σ (x − x̄)², `yy` is Σ (y − ȳ)²
 * and `xy` is Σ (x − x̄)(y − ȳ). All figures that depend on means and variances are computed from these, over a period
 * and over rolling windows alike.
 */
export interface Moments {
  readonly count: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
}

/** The moments of two columns of known numbers of equal length; of one column if both are the same. */
export function momentsOf(x: Float64Array, y: Float64Array = x): Moments {
  const count = x.length;
  const meanX = sumOf(x) / count;
  const dx = x.map((value) => value - meanX);
  const xx = sumOf(dx.map((d) => d * d));
  if (x === y) return { count, meanX, meanY: meanX, xx, yy: xx, xy: xx };
  const meanY = sumOf(y) / count;
  const dy = y.map((value) => value - meanY);
  const yy = sumOf(dy.map((d) => d * d));
  return { count, meanX, meanY, xx, yy, xy: sumOf(dx.map((d, i) => d * (dy[i] ?? NaN))) };
}

/** Rounding error of a return, which is a quotient of two sums less 1. Smaller variations are not variations. */
export const returnNoise = 2 ** -48;

/** Standard deviation with divisor n − 1; 0 if the numbers differ by rounding errors only; NaN below two. */
export function deviationOf({ count, meanX, xx }: Moments): number {
  if (count < 2) return NaN;
  const deviation = Math.sqrt(xx / (count - 1));
  return deviation <= returnNoise * (1 + Math.abs(meanX)) ? 0 : deviation;
}

/** The same moments with x and y exchanged. */
const exchanged = ({ count, meanX, meanY, xx, yy, xy }: Moments): Moments => ({
  count,
  meanX: meanY,
  meanY: meanX,
  xx: yy,
  yy: xx,
  xy,
});

/** Standard deviation of y: see `deviationOf`. */
export const benchmarkDeviation = (moments: Moments): number => deviationOf(exchanged(moments));

/** std × √P; NaN below two returns. */
export const volatilityFrom = (moments: Moments, perYear: number): number =>
  deviationOf(moments) * Math.sqrt(perYear);

/** mean(x − f) ÷ std(x) × √P; NaN without variation. f is the free rate of one record. */
export function sharpeFrom(moments: Moments, free: number, perYear: number): number {
  const deviation = deviationOf(moments);
  return deviation > 0 ? ((moments.meanX - free) / deviation) * Math.sqrt(perYear) : NaN;
}

/** cov(x, y) ÷ var(y); NaN if y does not vary. */
export const betaFrom = (moments: Moments): number =>
  benchmarkDeviation(moments) > 0 ? moments.xy / moments.yy : NaN;

/** Pearson's correlation; NaN if x or y does not vary. */
export function correlationFrom(moments: Moments): number {
  if (!(deviationOf(moments) > 0 && benchmarkDeviation(moments) > 0)) return NaN;
  const ratio = moments.xy / Math.sqrt(moments.xx) / Math.sqrt(moments.yy);
  return Math.min(1, Math.max(-1, ratio));
}

/**
 * The free rate of one record: (1 + rf)^(1 ÷ P) − 1.
 *
 * @param yearly rf, 0.03 for 3 % a year; above −1.
 * @param perYear P, records a year.
 */
export const freeRate = (yearly: number, perYear: number): number =>
  Math.expm1(Math.log1p(yearly) / perYear);

/** The known (finite) numbers of a column; the column itself if all are known. */
export function knownOf(returns: Float64Array): Float64Array {
  return returns.every(Number.isFinite) ? returns : returns.filter(Number.isFinite);
}
