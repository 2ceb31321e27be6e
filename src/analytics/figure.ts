/**
 * Why a figure has no value. `figures/` writes the sentences.
 *
 * - `too-few-records`: the formula needs more.
 * - `unknown-value`: a value that the figure cannot skip is NaN or infinite.
 * - `no-base`: the denominator is a value or capital of 0 or less.
 * - `no-time`: the period has no length.
 * - `total-loss`: nothing is left to measure from.
 * - `below-total-loss`: a return below −100 % cannot be compounded.
 * - `no-variation`: the returns differ by rounding errors only.
 * - `flat-benchmark`: the same for the benchmark, or its return is 0.
 * - `no-losses`, `no-drawdown`: the denominator would be 0.
 * - `no-rise`, `no-fall`: the benchmark never rose, or never fell.
 * - `no-root`, `several-roots`: no rate of return solves the equation, or more than one.
 * - `too-large`: a double cannot represent the result.
 */
export type FigureReason =
  | 'too-few-records'
  | 'unknown-value'
  | 'no-base'
  | 'no-time'
  | 'total-loss'
  | 'below-total-loss'
  | 'no-variation'
  | 'flat-benchmark'
  | 'no-losses'
  | 'no-drawdown'
  | 'no-rise'
  | 'no-fall'
  | 'no-root'
  | 'several-roots'
  | 'too-large';

export interface KnownFigure {
  /** Finite, never −0. Ratios are plain numbers: 0.12 is 12 %. */
  readonly value: number;
  /** Number of records, returns or flows that the value is computed from. */
  readonly observations: number;
  /** In the unit of the value; null for figures without one. */
  readonly standardError: number | null;
}

export interface UnknownFigure {
  readonly value: null;
  readonly reason: FigureReason;
  readonly observations: number;
}

/** Result of every figure: a value or a reason. NaN and infinity never leave. */
export type Figure = KnownFigure | UnknownFigure;

/** A figure without a value. */
export const noFigure = (reason: FigureReason, observations: number): UnknownFigure => ({
  value: null,
  reason,
  observations,
});

/** A figure of a computed value; `too-large` if that exceeds the largest number. */
export function figureOf(
  value: number,
  observations: number,
  standardError: number | null = null,
): Figure {
  if (!Number.isFinite(value)) return noFigure('too-large', observations);
  const error = standardError !== null && Number.isFinite(standardError) ? standardError : null;
  return { value: value + 0, observations, standardError: error };
}

/**
 * A figure of two others; the reason of the first without a value, if there is one. Counts the observations of the
 * figure with fewer.
 */
export function combined(one: Figure, other: Figure, by: (a: number, b: number) => number): Figure {
  const observations = Math.min(one.observations, other.observations);
  if (one.value === null) return noFigure(one.reason, observations);
  if (other.value === null) return noFigure(other.reason, observations);
  return figureOf(by(one.value, other.value), observations);
}
