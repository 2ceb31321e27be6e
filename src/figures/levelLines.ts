import { recordsAtSteps } from '#analytics/grid.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { LevelList } from '#contract/levels.ts';
import { formatTime } from '#contract/time.ts';
import { sparkLength } from '#directory/valuation.ts';
import { levelLine } from './levels.ts';
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
  levels: Array.from(levels, (level) => (Number.isFinite(level) ? level : null)),
});
