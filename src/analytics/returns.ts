import { figureOf, noFigure, type Figure, type FigureReason } from './figure.ts';
import { rateOf, type CashFlow } from './rateOfReturn.ts';
import { sumOf } from './weights.ts';

const day = 86_400_000;
/** Days of a year, in every figure. */
export const daysPerYear = 365;

/**
 * The return of each step, r_t = V_t ÷ V_(t−1) − 1; one fewer than `levels`. NaN where one end is unknown or the base
 * is not above 0.
 *
 * @param levels of a series without flows: a thematic's levels, a wallet's or user's index.
 */
export function returnsOf(levels: Float64Array): Float64Array<ArrayBuffer> {
  const returns = new Float64Array(Math.max(levels.length - 1, 0));
  for (let t = 0; t < returns.length; t++) {
    const base = levels[t] ?? NaN;
    const change = (levels[t + 1] ?? NaN) - base;
    returns[t] = base > 0 && Number.isFinite(change / base) ? change / base + 0 : NaN;
  }
  return returns;
}

/**
 * Return over all steps: Π (1 + r_t) − 1. Of time-weighted returns this is the time-weighted return. −1 from a total
 * loss on. No unknown return is skipped. Source: "return R" in the metrics of record.
 */
export function compoundReturn(returns: Float64Array): Figure {
  const count = returns.length;
  if (count === 0) return noFigure('too-few-records', 0);
  if (!returns.every(Number.isFinite)) return noFigure('unknown-value', count);
  if (returns.some((r) => r < -1)) return noFigure('below-total-loss', count);
  if (returns.includes(-1)) return figureOf(-1, count);
  // Logarithms keep the digits of tiny returns and do not overflow on the way.
  return figureOf(Math.expm1(sumOf(returns.map((r) => Math.log1p(r)))), count);
}

/**
 * Annualized return: (1 + R)^(365 ÷ days) − 1. A total loss stays −1. It is not meaningful for less than a year, which
 * the caller decides.
 *
 * @param total R, of the complete period.
 * @param days length of the period, with fractions.
 */
export function annualizedReturn(total: Figure, days: number): Figure {
  const { value, observations } = total;
  if (value === null) return total;
  if (value < -1) return noFigure('below-total-loss', observations);
  if (!(days > 0)) return noFigure('no-time', observations);
  return figureOf(Math.expm1((Math.log1p(value) * daysPerYear) / days), observations);
}

/** The value of a portfolio at two instants (epoch ms), and the money that came and went between. */
export interface MoneyPeriod {
  readonly from: number;
  readonly to: number;
  readonly opening: number;
  /** Includes the flows at `to`. */
  readonly closing: number;
  /** In any order, from `from` to `to`; those at `from` are not in `opening`. */
  readonly flows: readonly CashFlow[];
}

/**
 * The flows of a period, netted per instant, ascending, without zeros.
 * @throws RangeError if the period ends before it begins, or if a flow is outside.
 */
export function nettedFlows({ from, to, flows }: MoneyPeriod): readonly CashFlow[] {
  if (!(from <= to)) throw new RangeError(`no period from ${from} to ${to}`);
  if (flows.some(({ at }) => !(at >= from && at <= to))) {
    throw new RangeError(`a flow is outside the period from ${from} to ${to}`);
  }
  return netted(flows);
}

/** Opening value, flows, and closing value taken out: what an investor paid in (+) and would get back (−). */
export const investorFlows = (period: MoneyPeriod): readonly CashFlow[] =>
  netted([
    { at: period.from, amount: period.opening },
    ...nettedFlows(period),
    { at: period.to, amount: -period.closing },
  ]);

function netted(flows: readonly CashFlow[]): readonly CashFlow[] {
  const ascending = flows.toSorted((a, b) => a.at - b.at);
  const sums: CashFlow[] = [];
  for (let begin = 0, end = 0; begin < ascending.length; begin = end) {
    const at = ascending[begin]?.at ?? NaN;
    while (end < ascending.length && !((ascending[end]?.at ?? NaN) > at)) end++;
    const amount = sumOf(ascending.slice(begin, end).map((flow) => flow.amount));
    if (amount !== 0) sums.push({ at, amount });
  }
  return sums;
}

const isKnown = ({ opening, closing, flows }: MoneyPeriod): boolean =>
  Number.isFinite(opening) &&
  Number.isFinite(closing) &&
  flows.every(({ amount }) => Number.isFinite(amount));

/** Simple gain, in money: V₁ − V₀ − Σ CF. Counts the flows and both values. */
export function simpleGain(period: MoneyPeriod): Figure {
  const flows = nettedFlows(period);
  const count = flows.length + 2;
  if (!isKnown(period)) return noFigure('unknown-value', count);
  return figureOf(gainOf(period), count);
}

const gainOf = ({ opening, closing, flows }: MoneyPeriod): number =>
  sumOf([closing, -opening, ...flows.map(({ amount }) => -amount)]);

/**
 * Modified Dietz: (V₁ − V₀ − Σ CF) ÷ (V₀ + Σ w CF), the gain over the average capital. w is the share of the period
 * left after the flow. Not annualized. Source: Dietz, "Pension Funds: Measuring Investment Performance" (1966).
 */
export function modifiedDietz(period: MoneyPeriod): Figure {
  const flows = nettedFlows(period);
  const count = flows.length + 2;
  if (!isKnown(period)) return noFigure('unknown-value', count);
  const { from, to, opening } = period;
  if (from === to) return noFigure('no-time', count);
  const capital = sumOf([
    opening,
    ...flows.map(({ at, amount }) => amount * ((to - at) / (to - from))),
  ]);
  if (!(capital > 0)) return noFigure('no-base', count);
  return figureOf(gainOf(period) / capital, count);
}

/** Solution of the money-weighted equation. */
export type MoneyWeighted =
  | {
      readonly reason: null;
      /** ln(1 + the rate of the time between the first money and the last). */
      readonly logGrowth: number;
      /** Length of that time: yearly figures are shown from 365 on. */
      readonly days: number;
      readonly observations: number;
    }
  | { readonly reason: FigureReason; readonly observations: number };

/** Solves the equation of `moneyWeightedReturn`. */
export function moneyWeighted(period: MoneyPeriod): MoneyWeighted {
  if (!isKnown(period)) return { reason: 'unknown-value', observations: period.flows.length + 2 };
  const flows = investorFlows(period);
  const observations = flows.length;
  const [first, last] = [flows[0], flows.at(-1)];
  if (first === undefined || last === undefined) return { reason: 'no-base', observations };
  if (period.from === period.to) return { reason: 'no-time', observations };
  if (flows.every(({ amount }) => amount > 0)) return { reason: 'total-loss', observations };
  const solution = rateOf(flows);
  if (typeof solution === 'string') return { reason: solution, observations };
  return { reason: null, logGrowth: solution, days: (last.at - first.at) / day, observations };
}

/** Reports whether a rate over this time is yearly. A shorter time has a rate of its own length. */
export const isYearlyOver = (days: number): boolean => days >= daysPerYear;

/** The share of this time that a rate is over: all of it below one year, else a year. */
export const unitsOf = (days: number): number => (isYearlyOver(days) ? daysPerYear / days : 1);

/**
 * Money-weighted return (XIRR): the r with Σ CF (1 + r)^(−(t − t₀) ÷ 365 d) = 0, with opening and closing value as the
 * first and last flow. Below one year between them the period's rate, (1 + r)^(days ÷ 365) − 1. Not available with more
 * than one r, or none: see `rateOf`. Counts the flows, netted per instant, opening and closing value included.
 * Source: the metrics of record.
 */
export function moneyWeightedReturn(period: MoneyPeriod): Figure {
  const solved = moneyWeighted(period);
  if (solved.reason !== null) return noFigure(solved.reason, solved.observations);
  return figureOf(Math.expm1(solved.logGrowth * unitsOf(solved.days)), solved.observations);
}
