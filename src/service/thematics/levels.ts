import { periodChange } from '#analytics/change.ts';
import { dailyLevels, inception, levelsAt } from '#analytics/level.ts';
import type { Change } from '#contract/change.ts';
import { day, type HistoryType } from '#contract/historyType.ts';
import type { ThematicRow } from '../database/schema.ts';
import { historyGrid, type Columns } from '../history/records.ts';
import type { Market } from '../market/market.ts';

/** The levels of a thematic at every 00:00 UTC since its inception: what all its other levels are made from. */
interface DailyLevels {
  readonly inception: number;
  readonly midnights: Float64Array;
  readonly levels: Float64Array;
  readonly weights: Float64Array;
  readonly prices: Float64Array[];
}

/** Gives the daily levels of a thematic, computed once a day and again whenever its weights or the prices changed. */
export type LevelBook = (thematic: ThematicRow) => DailyLevels | null;

export function createLevelBook(market: Market): LevelBook {
  const known = new Map<string, { key: string; daily: DailyLevels | null }>();
  return (thematic) => {
    const lastMidnight = Math.floor(market.asOf() / day) * day;
    const weights = JSON.stringify(thematic.tokens);
    const key = [market.kind, market.version, lastMidnight, weights].join(' ');
    const found = known.get(thematic.id);
    if (found?.key === key) return found.daily;
    const daily = computeDaily(market, thematic, lastMidnight);
    known.set(thematic.id, { key, daily });
    return daily;
  };
}

function computeDaily(market: Market, { tokens }: ThematicRow, last: number): DailyLevels | null {
  const first = inception(tokens.map(({ token }) => market.firstAt(token)));
  if (first === null || first > last) return null;
  const midnights = Float64Array.from(
    { length: (last - first) / day + 1 },
    (_, n) => first + n * day,
  );
  const prices = tokens.map(({ token }) => market.series(token, midnights));
  const weights = Float64Array.from(tokens, ({ weight }) => weight);
  return {
    inception: first,
    midnights,
    levels: dailyLevels(midnights, weights, prices),
    weights,
    prices,
  };
}

/** Levels of a thematic at ascending times, none of them before its inception. */
function levelsOver(
  market: Market,
  { tokens }: ThematicRow,
  daily: DailyLevels,
  times: Float64Array,
): Float64Array {
  const { midnights, levels, weights, prices } = daily;
  const pricesAtTimes = tokens.map(({ token }) => market.series(token, times));
  return levelsAt(times, midnights, levels, weights, pricesAtTimes, prices);
}

/** The history of a thematic: its levels; empty before its inception. */
export function thematicHistory(
  market: Market,
  book: LevelBook,
  thematic: ThematicRow,
  type: HistoryType,
): Columns {
  const daily = book(thematic);
  if (daily === null) return { times: new Float64Array(0), totals: new Float64Array(0) };
  const ids = thematic.tokens.map(({ token }) => token);
  const { times } = historyGrid(market, type, ids, daily.inception);
  return { times, totals: levelsOver(market, thematic, daily, times) };
}

/** The level at an instant of the day that is told; null before the inception. */
export function levelAt(
  market: Market,
  book: LevelBook,
  thematic: ThematicRow,
  at: number,
): number | null {
  const daily = book(thematic);
  if (daily === null || at < daily.inception) return null;
  return levelsOver(market, thematic, daily, Float64Array.of(at))[0] ?? null;
}

/** The level of now and the change of each period; nulls before the inception. */
export function levelFigures(
  market: Market,
  book: LevelBook,
  thematic: ThematicRow,
): { total: number | null; change: Change } {
  const daily = book(thematic);
  if (daily === null) {
    return { total: null, change: { day: null, week: null, month: null, year: null, all: null } };
  }
  const ids = thematic.tokens.map(({ token }) => token);
  const totals = levelsOver(market, thematic, daily, Float64Array.of(market.asOf()));
  return {
    total: totals[0] ?? null,
    change: changes(market, ids, daily.inception, (times) =>
      levelsOver(market, thematic, daily, times),
    ),
  };
}

/** Last ÷ first − 1 of each period's history, of which only the two ends are computed. */
export function changes(
  market: Market,
  tokens: readonly string[],
  start: number,
  totalsAt: (times: Float64Array) => Float64Array,
): Change {
  const of = (type: HistoryType): number | null => {
    const { times, step, windowStart } = historyGrid(market, type, tokens, start);
    const first = times[0];
    if (first === undefined) return null;
    const ends = Float64Array.of(first, market.asOf());
    return periodChange({ times: ends, totals: totalsAt(ends), windowStart, step });
  };
  return { day: of('day'), week: of('week'), month: of('month'), year: of('year'), all: of('all') };
}
