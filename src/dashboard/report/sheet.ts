import type { BookPerformance } from '#contract/book.ts';
import { changeOf } from '#analytics/change.ts';
import type { FiguresAnswer } from '#contract/figures.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { getPastThematicHistory, getThematicHistory } from '#contract/operations/thematics.ts';
import type { PerformanceHistory } from '#contract/performance.ts';
import type { ReportOptions } from '#contract/report.ts';
import { parseTime } from '#contract/time.ts';
import type { call } from '../api/client.ts';
import { isNotOffered, messageOf } from '../api/errors.ts';
import type { ChartMode } from '../chart/modes.ts';
import { benchmarkStyle, mainStyle, type NamedSeries, type Span } from '../chart/scene.ts';
import { type Series, seriesOf } from '../chart/series.ts';
import type { HistoryPeriod } from '../history/historyWindow.ts';
import { indexColumns, type RecordColumns, recordColumns } from '../history/indexColumns.ts';
import { figuresWindowOf, historyOfPeriod, recordsWindowOf } from '../history/period.ts';
import type { Slice } from '../portfolio/allocation.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { isSplitIn, type Moved, movedSteps, recordsIn } from '../portfolio/moved.ts';
import type { WaterfallStep } from '../portfolio/Waterfall.tsx';
import type { Format } from '../preferences/format.ts';

/** Sends a call: from the page, or in the process that writes reports. */
export type SheetCall = typeof call;

export interface SheetLines {
  readonly title: string;
  readonly mode: ChartMode;
  readonly series: readonly NamedSeries[];
  /** Why there is no line. */
  readonly reason: string | null;
}

export interface SheetDrivers {
  readonly steps: readonly WaterfallStep[];
  /** Prices and flows are known separately. */
  readonly isSplit: boolean;
  /** Why there are no steps, or what they contain. */
  readonly note: string | null;
}

export interface SheetAllocation {
  readonly title: string;
  readonly slices: readonly Pick<Slice, 'id' | 'name' | 'total' | 'share'>[];
  /** Why there are no slices. */
  readonly reason: string | null;
}

/** Everything on a tear sheet, as the operations answer it. */
export interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  /** Of a book. */
  readonly members?: Pick<BookPerformance, 'count' | 'of' | 'unknown'>;
  readonly valueName: 'Value' | 'Level';
  readonly shown: HistoryPeriod;
  /** The sheet is of a past instant. Names and attributes are of the present. */
  readonly isPast: boolean;
  /** Instants of the records of the period. */
  readonly times: Float64Array;
  readonly market: ReportOptions['market'];
  readonly total: number | null;
  readonly change: number | null;
  readonly figures: FiguresAnswer;
  readonly charts: readonly SheetLines[];
  readonly allocations: readonly SheetAllocation[];
  readonly drivers: SheetDrivers;
}

export interface TearSheetProps {
  readonly sheet: Sheet;
  readonly format: Format;
}

export interface SheetOptions extends Pick<ReportOptions, 'period' | 'asOf' | 'market'> {
  /** Zone of the days of the period. */
  readonly timeZone: string;
  readonly signal?: AbortSignal;
}

/** Returns the period and the instant that all requests of a sheet share. */
export function sheetWindow({ period: chosen, asOf, market, timeZone }: SheetOptions) {
  const { type, ends, part } = historyOfPeriod(chosen, asOf ?? parseTime(market.asOf), timeZone);
  const { type: figuresType, ...figuresQuery } = figuresWindowOf(type, ends);
  const query = queryAsOf(asOf);
  return {
    shown: { chosen, period: type, part } satisfies HistoryPeriod,
    query,
    figuresType,
    figuresQuery: { ...figuresQuery, ...query },
    records: recordsWindowOf(type, part),
  };
}

/** The period ends before the as of. */
export const isEnded = ({ part }: Pick<HistoryPeriod, 'part'>): boolean =>
  part !== null && part.to !== Infinity;

export const noRecords = 'No records in this period.';

/** Returns the parts of a sheet that every history of values has. */
export function valueParts(
  performance: PerformanceHistory,
  { asOf, market }: SheetOptions,
  shown: HistoryPeriod,
) {
  const totals = seriesIn(recordColumns(performance.dates, performance.total), shown.part);
  const index = seriesIn(indexColumns(performance), shown.part);
  const line = { style: mainStyle };
  return {
    ofSheet: {
      valueName: 'Value',
      shown,
      isPast: asOf !== null,
      times: totals.times,
      market,
      total: lastOf(totals),
      change: changeOf(totals.totals)?.absolute ?? null,
    },
    value: chart('Value', 'value', [{ ...line, id: 'value', label: 'Value', series: totals }]),
    returns: { ...line, id: 'return', label: 'Return', series: index },
  } as const;
}

export function chart(title: string, mode: ChartMode, lines: readonly NamedSeries[]): SheetLines {
  const isEmpty = lines.every(({ series: { times } }) => times.length < 2);
  return { title, mode, series: lines, reason: isEmpty ? noRecords : null };
}

/** Returns the records of a part of a history; null: all. */
export function seriesIn({ times, totals }: RecordColumns, part: Span | null): Series {
  const { begin, end } = recordsIn(times, part);
  return seriesOf(times.slice(begin, end), totals.slice(begin, end));
}

/** Returns the last total; null if there is none, or it is not known. */
export function lastOf({ totals }: RecordColumns): number | null {
  const last = totals.at(-1) ?? NaN;
  return Number.isNaN(last) ? null : last;
}

interface LevelOptions {
  readonly label: string;
  readonly type: HistoryType;
  readonly asOf: number | null;
  readonly signal: AbortSignal | undefined;
}

/** Reads the levels of a thematic, from the first record of a history on. */
export async function readLevels(
  read: SheetCall,
  id: string,
  { type: historyType, asOf, signal }: Omit<LevelOptions, 'label'>,
): Promise<RecordColumns> {
  const params = { id, historyType };
  const records =
    asOf === null
      ? await read(getThematicHistory, { params }, signal)
      : await read(getPastThematicHistory, { params, query: queryAsOf(asOf) }, signal);
  return recordColumns(
    records.map(({ date }) => date),
    records.map(({ total }) => total),
  );
}

export const levelLine = (id: string, label: string, series: Series): NamedSeries => ({
  id,
  label,
  style: benchmarkStyle,
  series,
});

/** The answer, or why the connected service has none. */
export async function offered<Answer>(
  answer: Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly reason: string }> {
  try {
    return { answer: await answer };
  } catch (error) {
    if (isNotOffered(error)) return { reason: messageOf(error) };
    throw error;
  }
}

export const without = (reason: string): SheetDrivers => ({
  steps: [],
  isSplit: false,
  note: reason,
});

/** @param whyNoFlow why prices and flows are not known separately. */
export function driversOf(moved: Moved, whyNoFlow: string | undefined): SheetDrivers {
  const isSplit = isSplitIn(moved);
  const steps = movedSteps(moved, 'total');
  const note = isSplit ? null : `Change in value, including deposits. ${whyNoFlow ?? ''}`.trim();
  return { steps, isSplit, note: moved.span === null ? noRecords : note };
}
