import { recordsAtSteps } from '#analytics/grid.ts';
import type { History } from '#contract/history.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { LevelList } from '#contract/levels.ts';
import { formatTime } from '#contract/time.ts';
import { sparkLength } from '#directory/valuation.ts';
import { levelLine, thematicHistory } from './levels.ts';
import { isNotKnown, orNotOffered, type FiguresSource, type ReportedHistory } from './source.ts';

/** Returns a sparkline of each thematic's level, from its definitions or from reported levels. */
export async function levelLines(source: FiguresSource, type: HistoryType): Promise<LevelList> {
  const { definitions } = source;
  if (isNotKnown(definitions)) {
    const reported = await definitions.reportedLevels(type);
    return reported.map(({ thematicId, ...history }) => lineOf(thematicId, sampled(history)));
  }
  const prices = orNotOffered(source.prices);
  return (await definitions.all()).map((thematic) => {
    const line = { type, points: sparkLength };
    return lineOf(thematic.id, levelLine(prices, definitions.levels, thematic, line));
  });
}

/** Returns the level of a thematic at each record of a history, derived from its definitions or reported. */
export async function levelRecords(
  source: FiguresSource,
  id: string,
  type: HistoryType,
): Promise<History> {
  const { definitions } = source;
  if (isNotKnown(definitions)) {
    const { times, totals } = await definitions.levelsOf(id, type);
    return Array.from(times, (at, index) => ({
      date: formatTime(at),
      total: orNull(totals[index] ?? NaN),
    }));
  }
  const thematic = await definitions.find(id);
  const prices = orNotOffered(source.prices);
  const { grid, totals } = thematicHistory(prices, definitions.levels, thematic, type);
  return grid.dates.map((date, index) => ({ date, total: orNull(totals[index] ?? NaN) }));
}

const orNull = (level: number): number | null => (Number.isFinite(level) ? level : null);

function sampled({ times, totals }: ReportedHistory) {
  const records = [...new Set(recordsAtSteps(times, sparkLength))];
  const at = (column: Float64Array) => records.map((index) => column[index] ?? NaN);
  return { times: at(times), levels: at(totals) };
}

interface LevelSeries {
  readonly times: ArrayLike<number>;
  readonly levels: ArrayLike<number>;
}

const lineOf = (thematics: string, { times, levels }: LevelSeries): LevelList[number] => ({
  thematics,
  dates: Array.from(times, formatTime),
  levels: Array.from(levels, orNull),
});
