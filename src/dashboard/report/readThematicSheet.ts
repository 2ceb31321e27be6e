import { changeOf } from '#analytics/change.ts';
import type { Contribution } from '#contract/contribution.ts';
import { getThematicFigures } from '#contract/operations/figures.ts';
import { getContribution, getPastThematic, getThematic } from '#contract/operations/thematics.ts';
import type { Thematic } from '#contract/thematic.ts';
import { mainStyle } from '../chart/scene.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { historyPartOf } from '../portfolio/moved.ts';
import { largestSteps } from '../portfolio/Waterfall.tsx';
import type { RecordColumns } from '../history/indexColumns.ts';
import {
  chart,
  isEnded,
  lastOf,
  levelLine,
  noRecords,
  offered,
  type SheetCall,
  readLevels,
  seriesIn,
  type Sheet,
  type SheetDrivers,
  type SheetOptions,
  sheetWindow,
  without,
} from './sheet.ts';

/** Reads the sheet of a thematic. */
export async function readThematicSheet(
  read: SheetCall,
  id: string,
  options: SheetOptions,
): Promise<Sheet> {
  const { asOf, market, signal } = options;
  const { shown, figuresType, figuresQuery } = sheetWindow(options);
  const { period: type, part } = shown;
  const [thematic, levels, figures] = await Promise.all([
    readThematic(read, id, options),
    readLevels(read, id, { type, asOf, signal }),
    read(
      getThematicFigures,
      { params: { id, historyType: figuresType }, query: figuresQuery },
      signal,
    ),
  ]);
  const level = seriesIn(levels, part);
  const line = { ...levelLine(id, 'Level', level), style: mainStyle };
  return {
    title: thematic.name,
    subtitle: thematic.description,
    valueName: 'Level',
    shown,
    isPast: asOf !== null,
    times: level.times,
    market,
    total: isEnded(shown) ? lastOf(level) : thematic.total,
    change: changeOf(level.totals)?.absolute ?? null,
    figures,
    charts: [chart('Level', 'value', [line]), chart('Drawdown', 'drawdown', [line])],
    allocations: [
      {
        title: 'By token',
        slices: (thematic.tokens ?? [])
          .flatMap(({ token, weight }) =>
            weight === null
              ? []
              : [{ id: token._id, name: token.symbol, total: NaN, share: weight }],
          )
          .toSorted((a, b) => b.share - a.share),
        reason: null,
      },
    ],
    drivers: await readDrivers(read, id, levels, options),
  };
}

function readThematic(
  read: SheetCall,
  id: string,
  { asOf, signal }: Pick<SheetOptions, 'asOf' | 'signal'>,
): Promise<Thematic> {
  const params = { id };
  return asOf === null
    ? read(getThematic, { params }, signal)
    : read(getPastThematic, { params, query: queryAsOf(asOf) }, signal);
}

/** By token, between the first and the last record of the period. */
async function readDrivers(
  read: SheetCall,
  id: string,
  { times }: RecordColumns,
  options: SheetOptions,
): Promise<SheetDrivers> {
  const { shown, query } = sheetWindow(options);
  const records = shown.part === null ? {} : historyPartOf(times, shown.part);
  if (records === null) return without(noRecords);
  const contribution = await offered(
    read(
      getContribution,
      { params: { id, historyType: shown.period }, query: { ...records, ...query } },
      options.signal,
    ),
  );
  return 'reason' in contribution ? without(contribution.reason) : pointsOf(contribution.answer);
}

/** In points of the level. */
function pointsOf({ first, tokens }: Contribution): SheetDrivers {
  const steps = largestSteps(
    tokens.map(({ token, contribution }) => ({
      key: token._id,
      label: token.symbol,
      value: (first ?? 0) * (contribution ?? 0),
    })),
  );
  return { steps, isSplit: false, note: first === null ? noRecords : null };
}
