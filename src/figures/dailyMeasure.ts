import { maxDrawdown } from '#analytics/drawdowns.ts';
import { boundFinder } from '#analytics/extent.ts';
import { recordTimes } from '#analytics/grid.ts';
import { ratioSince } from '#analytics/level.ts';
import { volatility } from '#analytics/risk.ts';
import { minReturns } from '#contract/figuresLimits.ts';
import { stepOf, windowOf } from '#contract/historyType.ts';
import type { DailyReason, MeasureUser } from '#directory/dailyFigures.ts';
import type { HoldingsTable } from '#directory/holdings.ts';

/** Prices and levels for daily figures. */
export interface DailyFacts {
  /** The end of the year in epoch milliseconds, a whole UTC day. */
  readonly asOf: number;
  /** Prices of a token at ascending times; NaN before the first one. */
  series(token: string, times: Float64Array): Float64Array;
  /** Levels of a thematic at ascending times; NaN before its inception; null if it has none. */
  levels(thematic: string, times: Float64Array): Float64Array | null;
}

/**
 * Returns a function that measures a user. Volatility and drawdown are those of `GET /x/users/{id}/figures/year`. The cost of
 * drift is the user's return less that of wallets which follow their thematics: on each day, the wallets' values at its start grow
 * with the levels. For a user with one wallet it is the difference of `GET /x/users/{id}/attribution/year`.
 */
export function* createMeasure(
  holdings: HoldingsTable,
  source: DailyFacts,
): Generator<void, MeasureUser> {
  const times = recordTimes({
    asOf: source.asOf,
    window: windowOf.year,
    step: stepOf.year,
    start: Number.NEGATIVE_INFINITY,
  });
  const recordAt = boundFinder(times);
  const steps = times.length - 1;
  const perYear = windowOf.year / stepOf.year;
  const values = new Float64Array(times.length);
  const grown = new Float64Array(steps);
  /** Values after the same step, grown with the levels; NaN if a level is unknown. */
  const targeted = new Float64Array(steps);
  const prices: Float64Array[] = [];
  const growths: Float64Array[] = [];

  const pricesOf = (token: number) =>
    (prices[token] ??= source.series(holdings.tokens.all[token] ?? '', times));

  function growthsOf(thematic: number): Float64Array {
    const levels = source.levels(holdings.thematics.all[thematic] ?? '', times);
    return Float64Array.from({ length: steps }, (_, step) => {
      const level = levels?.[step] ?? Number.NaN;
      return Number.isNaN(level) ? level : ratioSince(level, levels?.[step + 1] ?? Number.NaN);
    });
  }

  // The levels of one take as long as hundreds of users.
  for (const thematic of holdings.thematics.all.keys()) {
    growths[thematic] = growthsOf(thematic);
    yield;
  }

  function addUp(rowIndex: number): void {
    values.fill(0);
    grown.fill(0);
    targeted.fill(0);
    holdings.eachStatement(rowIndex, ({ thematic, from, to, page, begin, end }) => {
      const [first, after] = [recordAt(from), recordAt(to)];
      if (first >= after) return;
      const growth = (growths[thematic] ??= growthsOf(thematic));
      for (let at = begin; at < end; at += 2) {
        const amount = page[at + 1] ?? 0;
        const own = pricesOf(page[at] ?? 0);
        for (let step = first; step < after; step++) {
          const value = amount * (own[step] ?? Number.NaN);
          if (!(value > 0)) continue;
          values[step] = (values[step] ?? 0) + value;
          if (step === steps) continue;
          const later = amount * (own[step + 1] ?? Number.NaN);
          grown[step] = (grown[step] ?? 0) + (Number.isNaN(later) ? value : later);
          targeted[step] = (targeted[step] ?? 0) + value * (growth[step] ?? Number.NaN);
        }
      }
    });
  }

  const ratioOf = (step: number) => ratioSince(values[step] ?? 0, grown[step] ?? 0);

  function costOfDrift(first: number): number | DailyReason {
    let [own, target, days] = [1, 1, 0];
    for (let step = first; step < steps; step++) {
      const value = values[step] ?? 0;
      const grownTo = targeted[step] ?? Number.NaN;
      if (value === 0 || Number.isNaN(grownTo)) continue;
      days += 1;
      own *= ratioOf(step);
      target *= grownTo / value;
    }
    const cost = own - target;
    return days > 0 && Number.isFinite(cost) ? cost + 0 : 'noLevel';
  }

  return (rowIndex) => {
    addUp(rowIndex);
    const first = values.findIndex((value) => value > 0);
    if (first < 0) {
      const nothing = 'noValue';
      return { volatility: nothing, maxDrawdown: nothing, costOfDrift: nothing };
    }
    const index = new Float64Array(times.length - first);
    const returns: number[] = [];
    index[0] = 100;
    for (let step = first; step < steps; step++) {
      const level = index[step - first] ?? Number.NaN;
      const isValued = (values[step] ?? 0) > 0;
      const next = isValued ? level * ratioOf(step) : level;
      index[step - first + 1] = next;
      if (isValued && level > 0) returns.push(next / level - 1);
    }
    return {
      volatility:
        returns.length < minReturns
          ? 'fewReturns'
          : (volatility(Float64Array.from(returns), perYear).value ?? 'fewReturns'),
      maxDrawdown: maxDrawdown(index).value ?? 'noValue',
      costOfDrift: costOfDrift(first),
    };
  };
}
