import { noFigure, type UnknownFigure } from './figure.ts';
import { latestIndex } from './extent.ts';
import {
  investorFlows,
  isYearlyOver,
  moneyWeighted,
  nettedFlows,
  unitsOf,
  type MoneyPeriod,
} from './returns.ts';
import { sumOf } from './weights.ts';

/** Effect of the flows of one instant on the money-weighted return. */
export interface FlowEffect {
  readonly at: number;
  /** Net; above 0 paid in. */
  readonly amount: number;
  /** Time-weighted return from this flow to the next one, or to the end. */
  readonly return: number;
  /** Part of the difference: −0.061 for −6.1 points. */
  readonly effect: number;
}

/** Money-weighted less time-weighted return, split over the flows. */
export interface ReturnDifference {
  readonly value: number;
  /**
   * Whether both returns are of a year: from one year between the first money and the last. A wallet that was emptied
   * after a month has returns of that month, however long the period is.
   */
  readonly isYearly: boolean;
  readonly moneyWeighted: number;
  readonly timeWeighted: number;
  /** In order of time. */
  readonly parts: readonly FlowEffect[];
  /** value − Σ effects: rounding, unless values and index do not belong together. */
  readonly residual: number;
}

/** Time-weighted index of the portfolio, ascending by time (epoch ms); NaN is unknown. */
export interface TimedIndex {
  readonly times: Float64Array;
  readonly levels: Float64Array;
}

/**
 * Splits the money-weighted less the time-weighted return over the flows.
 *
 * Let time run from 0, the first money, to 1, the last; a = 1 − time is what is left after a flow F, B the base (the
 * first money). The portfolio's end value has the growth of the index after each flow, I₁ ÷ I; the money-weighted
 * growth u is the constant one with the same end value; v = 1 + R is the time-weighted growth of all the time:
 *
 *     B u + Σ F u^a = end value = B v + Σ F (I₁ ÷ I)
 *
 * Subtract B v + Σ F v^a on both sides. On the left, each term is proportional to u − v:
 *
 *     (u − v) K = Σ F (I₁ ÷ I − v^a)   with   K = B + Σ F (u^a − v^a) ÷ (u − v)
 *
 * so that u − v = Σ F (I₁ ÷ I − v^a) ÷ K exactly: the effect of a flow is the money it gained beyond the average growth
 * v^a of its time, over the average capital K (for small returns K is Modified Dietz's, B + Σ a F). Paying in before a
 * fall has a negative effect, withdrawing before it a positive one. The base has none, nor has a flow that met
 * average growth. The order of flows does not matter. From one year on, all parts are scaled alike to yearly returns.
 * Source: derived, as above, from the definitions of both returns.
 *
 * @param index has a level at each flow, or before. Only levels at these instants and at the ends are used.
 * @returns the reason if there is no money-weighted or time-weighted return.
 */
export function returnDifference(
  period: MoneyPeriod,
  index: TimedIndex,
): ReturnDifference | UnknownFigure {
  const solved = moneyWeighted(period);
  const { observations } = solved;
  if (solved.reason !== null) return noFigure(solved.reason, observations);
  const money = investorFlows(period);
  const begin = money[0]?.at ?? NaN;
  const end = money.at(-1)?.at ?? NaN;
  const [first, last] = [levelAt(index, begin), levelAt(index, end)];
  if (!(first > 0) || !(money[0] !== undefined && money[0].amount > 0)) {
    return noFigure(Number.isNaN(first) ? 'unknown-value' : 'no-base', observations);
  }
  if (!(last > 0)) {
    return noFigure(last === 0 ? 'total-loss' : 'unknown-value', observations);
  }

  const timeLog = Math.log(last / first);
  const distance = solved.logGrowth - timeLog;
  /** (u^k − v^k) ÷ (u − v), also for u = v. */
  const slope = (k: number): number =>
    Math.exp((k - 1) * timeLog) *
    (distance === 0 ? k : Math.expm1(k * distance) / Math.expm1(distance));
  const left = (at: number): number => Math.max(end - at, 0) / (end - begin);

  const flows = nettedFlows(period).filter(({ at }) => at > period.from);
  // The base is the first money; a flow that is the first money has a slope of 1, too.
  const base = period.from === begin ? (money[0]?.amount ?? 0) : 0;
  const capital = sumOf([base, ...flows.map(({ at, amount }) => amount * slope(left(at)))]);
  const units = unitsOf(solved.days);
  const parts = flows.map(({ at, amount }, i) => {
    const level = levelAt(index, Math.min(at, end));
    const average = left(at) * timeLog;
    const gained = amount * Math.exp(average) * Math.expm1(Math.log(last / level) - average);
    const next = levelAt(index, flows[i + 1]?.at ?? period.to);
    return {
      at,
      amount,
      return: next / level - 1,
      effect: (gained / capital) * slope(units) + 0,
    };
  });
  const value = Math.exp(units * timeLog) * Math.expm1(units * distance) + 0;
  const known = [value, ...parts.flatMap((part) => [part.return, part.effect])];
  if (!known.every(Number.isFinite)) return noFigure('too-large', observations);
  return {
    value,
    isYearly: isYearlyOver(solved.days),
    moneyWeighted: Math.expm1(units * solved.logGrowth) + 0,
    timeWeighted: Math.expm1(units * timeLog) + 0,
    parts,
    residual: value - sumOf(parts.map(({ effect }) => effect)) + 0,
  };
}

/** The last known level at or before an instant; NaN if there is none. */
function levelAt({ times, levels }: TimedIndex, at: number): number {
  let i = latestIndex(times, at);
  while (i >= 0 && !Number.isFinite(levels[i])) i -= 1;
  return levels[i] ?? NaN;
}
