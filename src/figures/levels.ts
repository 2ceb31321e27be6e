import { periodChange } from '#analytics/change.ts';
import { recordTimes, recordsAtSteps } from '#analytics/grid.ts';
import {
  inception,
  levelsAt,
  levelTable,
  rebalances,
  type DatedWeights,
  type LevelTable,
} from '#analytics/level.ts';
import { noChanges, type PeriodChanges } from '#contract/change.ts';
import { day, type HistoryType } from '#contract/historyType.ts';
import { historySpan, noRecords, type Columns, type HistorySpan } from './historySpan.ts';
import type { HistoryPrices, PastPrices } from './prices.ts';

/** A thematic with its definitions in ascending order: target weights in effect from an instant (epoch milliseconds) on. */
export interface DatedThematic {
  readonly id: string;
  readonly definitions: readonly Definition[];
}

export interface Definition {
  readonly from: number;
  readonly tokens: readonly { readonly token: string; readonly weight: number }[];
}

/** The levels of a thematic at its rebalances. All other levels are derived from them. */
export interface Levels extends LevelTable {
  readonly inception: number;
  /** The tokens of all definitions up to the as of. Weights and prices have the same order. */
  readonly tokens: readonly string[];
  readonly definitions: readonly DatedWeights[];
}

interface LevelPoints {
  readonly times: Float64Array;
  readonly levels: Float64Array;
}

/** Returns the levels of a thematic. Computes them once a day, and again after a change of definitions or prices. */
export type LevelBook = (thematic: DatedThematic) => Levels | null;

/** Maximum of cached prices and levels, 8 bytes each. */
const maxCachedNumbers = 8_000_000;

/** @param limit the maximum of cached numbers. The least recently used entries are evicted first. */
export function createLevelBook(prices: PastPrices, limit = maxCachedNumbers): LevelBook {
  const cache = new Map<string, { key: string; levels: Levels | null; size: number }>();
  let total = 0;

  function drop(id: string): void {
    total -= cache.get(id)?.size ?? 0;
    cache.delete(id);
  }

  return (thematic) => {
    const asOf = prices.asOf();
    const lastMidnight = Math.floor(asOf / day) * day;
    const definitions = thematic.definitions.filter(({ from }) => from <= asOf);
    const text = JSON.stringify(definitions);
    const key = [prices.version, lastMidnight, text].join(' ');
    let entry = cache.get(thematic.id);
    drop(thematic.id);
    if (entry?.key !== key) {
      const levels = computeLevels(prices, definitions, asOf);
      const size = levels === null ? 1 : levels.times.length * (levels.tokens.length + 2);
      entry = { key, levels, size };
    }
    // A Map is in insertion order, so the most recently used entry is last.
    cache.set(thematic.id, entry);
    total += entry.size;
    for (const id of cache.keys()) {
      if (total <= limit || id === thematic.id) break;
      drop(id);
    }
    return entry.levels;
  };
}

function computeLevels(
  prices: PastPrices,
  definitions: readonly Definition[],
  asOf: number,
): Levels | null {
  const { tokens, dated } = weightsOf(definitions);
  const first = inceptionOf(prices, definitions);
  if (first === null || first > asOf) return null;
  const times = rebalances(first, Math.floor(asOf / day) * day, dated);
  const columns = tokens.map((token) => prices.series(token, times));
  return { ...levelTable(times, dated, columns), inception: first, tokens, definitions: dated };
}

/** Returns the tokens of the definitions in order of first occurrence, and each definition's weights in that order. */
function weightsOf(definitions: readonly Definition[]) {
  const tokens = [
    ...new Set(definitions.flatMap((definition) => definition.tokens.map(({ token }) => token))),
  ];
  const dated = definitions.map((definition): DatedWeights => {
    const weights = new Map(definition.tokens.map(({ token, weight }) => [token, weight]));
    return {
      from: definition.from,
      weights: Float64Array.from(tokens, (token) => weights.get(token) ?? 0),
    };
  });
  return { tokens, dated };
}

/** Returns the instant (epoch milliseconds) at which the level of a thematic is 100; null if none of its tokens has a price. */
export function inceptionOf(prices: PastPrices, definitions: readonly Definition[]): number | null {
  const { tokens, dated } = weightsOf(definitions);
  return inception(
    tokens.map((token) => prices.firstAt(token)),
    dated,
  );
}

/** @param times ascending, none before the inception. */
export function levelsOver(prices: PastPrices, levels: Levels, times: Float64Array): Float64Array {
  const columns = levels.tokens.map((token) => prices.series(token, times));
  return levelsAt(times, levels, columns);
}

/** Returns the span of a thematic's history. Its step follows the prices of the tokens in the window. */
export function levelSpan(prices: PastPrices, levels: Levels, type: HistoryType): HistorySpan {
  return historySpan(prices, type, (from, to) => tokensBetween(levels, from, to), levels.inception);
}

export function tokensBetween(
  { tokens, definitions }: Levels,
  from: number,
  to: number,
): ReadonlySet<string> {
  const inForce = definitions.filter(
    (definition, k) =>
      definition.from <= to && (definitions[k + 1]?.from ?? Number.POSITIVE_INFINITY) > from,
  );
  return new Set(tokens.filter((_, i) => inForce.some(({ weights }) => (weights[i] ?? 0) > 0)));
}

/** Returns the levels of a thematic over a period; empty before its inception. */
export function thematicHistory(
  prices: HistoryPrices,
  book: LevelBook,
  thematic: DatedThematic,
  type: HistoryType,
): Columns {
  const levels = book(thematic);
  if (levels === null) return noRecords;
  const grid = prices.grid(levelSpan(prices, levels, type));
  const columns = levels.tokens.map((token) => grid.series(token));
  return { grid, totals: levelsAt(grid.times, levels, columns) };
}

/** Returns the records for a sparkline with this number of points; none before the inception. */
export function levelLine(
  prices: HistoryPrices,
  book: LevelBook,
  thematic: DatedThematic,
  line: { readonly type: HistoryType; readonly points: number },
): LevelPoints {
  const levels = book(thematic);
  if (levels === null) return { times: new Float64Array(0), levels: new Float64Array(0) };
  const grid = prices.grid(levelSpan(prices, levels, line.type));
  const records = [...new Set(recordsAtSteps(grid.times, line.points))];
  const at = (column: Float64Array) => Float64Array.from(records, (index) => column[index] ?? NaN);
  const times = at(grid.times);
  const columns = levels.tokens.map((token) => at(grid.series(token)));
  return { times, levels: levelsAt(times, levels, columns) };
}

/** Returns the level at an instant on the day of the as of; null before the inception. */
export function levelAt(
  prices: PastPrices,
  book: LevelBook,
  thematic: DatedThematic,
  at: number,
): number | null {
  const levels = book(thematic);
  if (levels === null || at < levels.inception) return null;
  return levelsOver(prices, levels, Float64Array.of(at))[0] ?? null;
}

/** Returns the current level and the change over each period; null before the inception. */
export function levelFigures(
  prices: PastPrices,
  book: LevelBook,
  thematic: DatedThematic,
): { total: number | null; change: PeriodChanges } {
  const levels = book(thematic);
  if (levels === null) {
    return { total: null, change: noChanges };
  }
  const [total = null] = levelsOver(prices, levels, Float64Array.of(prices.asOf()));
  return {
    total,
    change: changes(
      prices,
      (type) => levelSpan(prices, levels, type),
      (times) => levelsOver(prices, levels, times),
    ),
  };
}

/** Returns last ÷ first − 1 of each period's history, and computes only these two records. */
export function changes(
  prices: PastPrices,
  spanOf: (type: HistoryType) => HistorySpan,
  totalsAt: (times: Float64Array) => Float64Array,
): PeriodChanges {
  const of = (type: HistoryType): number | null => {
    const span = spanOf(type);
    const [first] = recordTimes(span);
    if (first === undefined) return null;
    const ends = Float64Array.of(first, prices.asOf());
    return periodChange({ times: ends, totals: totalsAt(ends), ...span });
  };
  return { day: of('day'), week: of('week'), month: of('month'), year: of('year'), all: of('all') };
}

/** Returns the target weights in effect at an instant. */
export function tokensAt({ definitions }: DatedThematic, at: number): Definition['tokens'] {
  return (definitions.findLast(({ from }) => from <= at) ?? definitions[0])?.tokens ?? [];
}
