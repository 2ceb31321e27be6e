import { performanceOver } from '#analytics/performance.ts';
import { positionTotal } from '#analytics/valuation.ts';
import { windowOf } from '#contract/historyType.ts';
import { inSlices } from '#directory/slices.ts';
import { readLevelLine, type LevelLine, type LevelRecords } from './figuresLevels.ts';
import type { StepRule } from './figuresSteps.ts';
import { figuresSpan, stepOfReturns, type FiguresPeriod } from './figuresSpan.ts';
import { windowStart } from './historySpan.ts';
import { heldDuring, mergedTokens, totalsOver, type HeldDuring } from './heldOver.ts';
import type { HistoryPrices } from './prices.ts';
import {
  isNotKnown,
  orNotOffered,
  type FiguresSource,
  type NotKnown,
  type WalletSet,
} from './source.ts';

/** Subject of the figures: a user's wallets, a thematic's level, or holdings over the period; null: there were none. */
export type FiguresSubject =
  | { readonly wallets: WalletSet }
  | { readonly thematic: string }
  | { readonly held: HeldDuring | null };

/** Value, return and flows at each record, from the first one with a value on. */
export interface SubjectSeries {
  /** Epoch milliseconds. */
  readonly times: Float64Array;
  /** Totals, or levels. */
  readonly values: Float64Array;
  /** 100 at the first record, then the time-weighted return. */
  readonly index: Float64Array;
  /** Deposits less withdrawals since the previous record, at this record's prices; 0 at the first. */
  readonly flow: Float64Array;
  readonly rule: StepRule | null;
  /** Instant of the first record, even if it has no value. */
  readonly recordsFrom: number;
  /** Time that the records cover, in milliseconds: see `coveredTime`. */
  readonly covered: number;
  /** Weights of the tokens at the last record. */
  readonly weights: ReadonlyMap<string, number> | NotKnown;
  /** Returns a thematic's level at each record. */
  levels(line: LevelLine): Float64Array;
  /** Returns the step of returns of both. */
  commonRule(line: LevelLine): StepRule | null;
}

/** Throws 404 user-not-found or thematic-not-found. */
export async function readSubject(
  source: FiguresSource,
  subject: FiguresSubject,
  period: FiguresPeriod,
): Promise<SubjectSeries | NotKnown> {
  if ('thematic' in subject) {
    return levelSeries(await readLevelLine(source, subject.thematic, period), period);
  }
  if ('held' in subject) {
    return inSlices(heldSeries(orNotOffered(source.prices), subject.held, period));
  }
  const { holdings } = source;
  if (isNotKnown(holdings)) {
    // Rejects an unknown user.
    await holdings.values(subject.wallets, period.type);
    return { reason: holdings.reason };
  }
  const prices = orNotOffered(source.prices);
  const since = period.from ?? windowStart(prices, period.type);
  const held = heldDuring(prices, await holdings(subject.wallets, since), (tokens, start) =>
    figuresSpan(prices, period, tokens, start),
  );
  return inSlices(heldSeries(prices, held, period));
}

/** Yields between slices. */
function* heldSeries(
  prices: HistoryPrices,
  held: HeldDuring | null,
  period: FiguresPeriod,
): Generator<void, SubjectSeries | NotKnown> {
  if (held === null) return { reason: noHoldings };
  const { span, tokensBetween } = held;
  const step = stepOfReturns(prices, tokensBetween, span);
  yield;
  return yield* walletSeries(held, { step, tolerance: 0 }, period);
}

const noHoldings = 'There were no holdings in this period.';
const noValue = 'The holdings had no value in this period, because no token had a price.';
const noLevel = 'The thematic had no level in this period.';

function* walletSeries(
  held: HeldDuring,
  rule: StepRule,
  period: FiguresPeriod,
): Generator<void, SubjectSeries | NotKnown> {
  const { times } = held.grid;
  const tokens = mergedTokens(held);
  yield;
  const { index, flow } = performanceOver(times.length, tokens);
  yield;
  const first = index.findIndex((level) => !Number.isNaN(level));
  if (first < 0) return { reason: noValue };
  const totals = totalsOver(held);
  const last = times.length - 1;
  const total = totals[last] ?? NaN;
  const own = flow.slice(first);
  // The holdings at the first record are no flow.
  own[0] = 0;
  return series({ grid: held.grid, span: held.span }, first, period, {
    values: totals.subarray(first),
    index: index.subarray(first),
    flow: own,
    rule,
    weights: new Map(
      tokens.flatMap(({ token, amounts, prices }) => {
        const weight = positionTotal(amounts[last] ?? 0, prices[last] ?? null) / total;
        return weight > 0 ? [[token, weight]] : [];
      }),
    ),
  });
}

function levelSeries(line: LevelLine, period: FiguresPeriod): SubjectSeries | NotKnown {
  const { records } = line;
  if (records === null) return { reason: noLevel };
  const levels = line.at(records);
  const first = levels.findIndex((level) => level > 0);
  if (first < 0) return { reason: noLevel };
  const values = levels.subarray(first);
  const [base = NaN] = values;
  return series(records, first, period, {
    values,
    index: values.map((level) => 100 * (level / base)),
    flow: new Float64Array(values.length),
    rule: line.rule(records),
    weights: line.targets(records.grid.times.at(-1) ?? NaN),
  });
}

function series(
  records: LevelRecords,
  first: number,
  period: FiguresPeriod,
  own: Pick<SubjectSeries, 'values' | 'index' | 'flow' | 'rule' | 'weights'>,
): SubjectSeries {
  const times = records.grid.times.subarray(first);
  return {
    ...own,
    times,
    recordsFrom: records.grid.times[0] ?? NaN,
    covered: coveredTime(times, period),
    levels: (line) => line.at(records).subarray(first),
    commonRule(line) {
      const other = line.rule(records);
      if (own.rule === null || other === null) return null;
      return { ...own.rule, step: Math.max(own.rule.step, other.step) };
    },
  };
}

/**
 * Returns the time that records cover. A period whose first record is at most one step after its start is covered completely, as
 * in `periodChange`: records are at whole steps.
 */
function coveredTime(times: Float64Array, { type }: FiguresPeriod): number {
  const [first = NaN, second = first] = times;
  const last = times.at(-1) ?? NaN;
  const window = windowOf[type];
  const isCovered = window !== null && first - (last - window) <= second - first;
  return isCovered ? window : last - first;
}
