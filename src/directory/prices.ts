import type { DirectoryPeriod } from '#contract/directory.ts';
import { recordTimes } from '#analytics/grid.ts';
import { lowerBound } from '#analytics/extent.ts';
import { stepOf, windowOf } from '#contract/historyType.ts';
import { stepOfLength } from '#contract/stepOfLength.ts';
import { resolutionNames, resolutions } from '#contract/prices.ts';

/** A source of prices: the part of a market that the directory needs. Times are epoch milliseconds. */
export interface PriceSource {
  asOf(): number;
  tokenIds(): Iterable<string>;
  /** The latest known price at each of the ascending `times`; NaN before the token's first price. */
  series(token: string, times: Float64Array): Float64Array;
  /** The finest resolution (ms) at which any of the tokens has a price in (from, to]; null if there is none. */
  finestStep(tokens: Iterable<string>, from: number, to: number): number | null;
}

/** Prices of all tokens at the records of one period with one step. */
export interface RecordPrices {
  readonly step: number;
  readonly times: Float64Array;
  /** Record by record: a token's price is at `record * tokens + token`. */
  readonly prices: Float64Array;
  /** Index of a token's first record with a price; the number of records if there is none. */
  readonly firstRecord: Uint32Array;
  /** Whether any token got its first price after the first record. */
  readonly hasLateTokens: boolean;
}

export interface PeriodPrices {
  /** Start of the period. The first record may be later. */
  readonly from: number;
  /** By step, the finest first; the first has the step of the period. */
  readonly grids: readonly RecordPrices[];
  /** For each token the grid that its own history would use; `noGrid`: no prices in the period. */
  readonly gridOf: Uint8Array;
}
export const noGrid = 255;

export interface DirectoryPrices {
  readonly asOf: number;
  readonly tokens: number;
  readonly now: Float64Array;
  readonly periods: Readonly<Record<DirectoryPeriod, PeriodPrices>>;
}

/** Prices of tokens at the source's as-of instant only, without any period. */
export function currentPrices(source: PriceSource, tokens: readonly string[]): DirectoryPrices {
  const asOf = source.asOf();
  const at = Float64Array.of(asOf);
  const none: PeriodPrices = {
    from: asOf,
    grids: [],
    gridOf: new Uint8Array(tokens.length).fill(noGrid),
  };
  return {
    asOf,
    tokens: tokens.length,
    now: Float64Array.from(tokens, (token) => source.series(token, at)[0] ?? Number.NaN),
    periods: { day: none, week: none, month: none, year: none },
  };
}

/**
 * Prices of tokens at the source's as-of instant; yields between slices. Instants in `before` are not read again: omit
 * it if the past may have changed.
 */
export function* readSourcePrices(
  source: PriceSource,
  tokens: readonly string[],
  before: DirectoryPrices | null,
): Generator<void, DirectoryPrices> {
  const asOf = source.asOf();
  const known = before?.tokens === tokens.length ? before.periods : null;
  const periodPrices = function* (period: DirectoryPeriod): Generator<void, PeriodPrices> {
    const window = windowOf[period] ?? 0;
    const start = Number.NEGATIVE_INFINITY;
    const times = (step: number) => recordTimes({ asOf, window, step, start });
    const span = { from: asOf - window, asOf, step: stepOf[period], times };
    return yield* readSpan(source, tokens, span, known?.[period]);
  };
  const day = yield* periodPrices('day');
  const week = yield* periodPrices('week');
  const month = yield* periodPrices('month');
  const year = yield* periodPrices('year');
  const last = year.grids[0];
  const now = last === undefined ? new Float64Array() : last.prices.slice(-tokens.length);
  return {
    asOf,
    tokens: tokens.length,
    now: tokens.length === 0 ? new Float64Array() : now,
    periods: { day, week, month, year },
  };
}

/**
 * Prices of tokens from an instant up to the as-of instant, with the first record at exactly that instant; yields between slices.
 * @param before of an earlier as-of instant, whose past is unchanged.
 */
export function* readPricesSince(
  source: PriceSource,
  tokens: readonly string[],
  { from, asOf }: { readonly from: number; readonly asOf: number },
  before: PeriodPrices | undefined,
): Generator<void, PeriodPrices> {
  const times = (step: number) => recordTimes({ asOf, window: null, step, start: from });
  const span = { from, asOf, step: stepOfLength(asOf - from), times };
  const isKnown = before?.gridOf.length === tokens.length;
  return yield* readSpan(source, tokens, span, isKnown ? before : undefined);
}

interface PriceSpan {
  readonly from: number;
  readonly asOf: number;
  /** The finest step. */
  readonly step: number;
  readonly times: (step: number) => Float64Array;
}

function* readSpan(
  source: PriceSource,
  tokens: readonly string[],
  { from, asOf, step: finestStep, times: timesOf }: PriceSpan,
  before: PeriodPrices | undefined,
): Generator<void, PeriodPrices> {
  const steps = [...new Set([0, ...resolutionNames.map((name) => resolutions[name])])]
    .map((step) => Math.max(step, finestStep))
    .filter((step, index, all) => all.indexOf(step) === index);
  const gridOf = Uint8Array.from(tokens, (token) => {
    const finest = source.finestStep([token], from, asOf);
    return finest === null ? noGrid : steps.indexOf(Math.max(finest, finestStep));
  });
  const grids: RecordPrices[] = [];
  for (const [index, step] of steps.entries()) {
    // If no token has prices of a step, no history has that step.
    const isUsed = index === 0 || gridOf.includes(index);
    const times = isUsed ? timesOf(step) : Float64Array.of(asOf);
    grids.push(yield* readGrid(source, tokens, { step, times }, before?.grids[index]));
  }
  return { from, grids, gridOf };
}

function* readGrid(
  source: PriceSource,
  tokens: readonly string[],
  { step, times }: Pick<RecordPrices, 'step' | 'times'>,
  before: RecordPrices | undefined,
): Generator<void, RecordPrices> {
  const width = tokens.length;
  const prices = new Float64Array(times.length * width);
  const missing: number[] = [];
  for (const [record, at] of times.entries()) {
    const known = before === undefined ? -1 : lowerBound(before.times, at);
    if (before !== undefined && before.times[known] === at) {
      prices.set(before.prices.subarray(known * width, (known + 1) * width), record * width);
    } else missing.push(record);
  }
  const missingTimes = Float64Array.from(missing, (record) => times[record] ?? Number.NaN);
  for (const [token, id] of tokens.entries()) {
    const series = source.series(id, missingTimes);
    for (const [index, record] of missing.entries()) {
      prices[record * width + token] = series[index] ?? Number.NaN;
    }
    yield;
  }
  const firstRecord = firstRecords(prices, width, times.length);
  const hasLateTokens = firstRecord.some((record) => record > 0 && record < times.length);
  return { step, times, prices, firstRecord, hasLateTokens };
}

function firstRecords(prices: Float64Array, width: number, records: number): Uint32Array {
  return Uint32Array.from({ length: width }, (_, token) => {
    let record = 0;
    while (record < records && Number.isNaN(prices[record * width + token])) record++;
    return record;
  });
}
