import { changeOf } from '#analytics/change.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { FiguresAnswer } from '#contract/figures.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import {
  getContribution,
  getThematic,
  getThematicHistory,
  getThematics,
} from '#contract/operations/thematics.ts';
import { getUser } from '#contract/operations/users.ts';
import {
  getPerformance,
  getPositionsHistory,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import type { ReportOptions } from '#contract/report.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import type { call } from '../api/client.ts';
import { isNotOffered, messageOf } from '../api/errors.ts';
import type { ChartMode } from '../chart/modes.ts';
import { benchmarkStyle, mainStyle, type NamedSeries } from '../chart/scene.ts';
import { type Series, seriesOf } from '../chart/series.ts';
import { indexColumns, type RecordColumns, recordColumns } from '../history/indexColumns.ts';
import { allocationByThematic, allocationByToken, type Slice } from '../portfolio/allocation.ts';
import {
  isSplitIn,
  type Moved,
  movedByToken,
  movedByWallet,
  movedSteps,
} from '../portfolio/moved.ts';
import type { Format } from '../preferences/format.ts';
import { positionColumnsOf, walletColumnsOf } from '../portfolio/userQueries.ts';
import { largestSteps, type WaterfallStep } from '../portfolio/Waterfall.tsx';

/** Sends a call: from the page, or in the process that writes reports. */
export type Read = typeof call;

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
}

/** Everything on a tear sheet, as the operations answer it. */
export interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  readonly valueName: 'Value' | 'Level';
  readonly period: HistoryType;
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

export interface SheetOptions extends Pick<ReportOptions, 'period' | 'market'> {
  readonly signal?: AbortSignal;
}

/** Reads a tear sheet. Throws the errors of `read`; what a connected service does not offer has its reason instead. */
export function readSheet(
  read: Read,
  subject: PortfolioSubject,
  options: SheetOptions,
): Promise<Sheet> {
  return subject.user === undefined
    ? readThematicSheet(read, subject.thematic, options)
    : readUserSheet(read, subject.user, subject.thematic, options);
}

async function readUserSheet(
  read: Read,
  id: string,
  thematicId: string | undefined,
  { period, market, signal }: SheetOptions,
): Promise<Sheet> {
  const params = { id, historyType: period };
  const query = thematicId === undefined ? {} : { thematic: thematicId };
  const [user, thematics, wallets, performance, figures, drivers] = await Promise.all([
    read(getUser, { params: { id } }, signal),
    read(getThematics, {}, signal),
    read(getWallets, { params: { id } }, signal),
    read(getPerformance, { params, query }, signal),
    read(getUserFigures, { params, query }, signal),
    readDrivers(read, id, thematicId, { period, signal }),
  ]);
  const names = new Map(thematics.map(({ _id, name }) => [_id, name.trim()]));
  const nameOf = (one: string) => names.get(one) || one;
  const benchmark =
    thematicId === undefined || !names.has(thematicId)
      ? []
      : [await readLevel(read, thematicId, `${nameOf(thematicId)} thematic`, { period, signal })];
  const own = wallets.filter(({ thematics: of }) => thematicId === undefined || of === thematicId);
  const totals = recordColumns(performance.dates, performance.total);
  const index = series(indexColumns(performance));
  const returns = { id: 'return', label: 'Return', style: mainStyle, series: index };
  const byToken = { title: 'By token', slices: allocationByToken(own) };
  const userName = typeof user['name'] === 'string' ? user['name'] : '';
  return {
    title: thematicId === undefined ? id : nameOf(thematicId),
    subtitle: thematicId === undefined ? userName : `wallet of ${id}`,
    valueName: 'Value',
    period,
    market,
    total: performance.total.at(-1) ?? null,
    change: changeOf(totals.totals)?.absolute ?? null,
    figures,
    charts: [
      chart('Value', 'value', [
        { id: 'value', label: 'Value', style: mainStyle, series: series(totals) },
      ]),
      {
        ...chart('Return', 'percent', [returns, ...benchmark]),
        reason:
          performance.index === null
            ? (performance.reason ?? 'Return not known.')
            : index.times.length === 0
              ? noRecords
              : null,
      },
    ],
    allocations:
      thematicId === undefined
        ? [{ title: 'By thematic', slices: allocationByThematic(own, nameOf) }, byToken]
        : [byToken],
    drivers: drivers(nameOf),
  };
}

async function readThematicSheet(
  read: Read,
  id: string,
  { period, market, signal }: SheetOptions,
): Promise<Sheet> {
  const params = { id, historyType: period };
  const [thematic, level, figures, contribution] = await Promise.all([
    read(getThematic, { params: { id } }, signal),
    readLevel(read, id, 'Level', { period, signal }),
    read(getThematicFigures, { params }, signal),
    offered(read(getContribution, { params }, signal)),
  ]);
  const line = { ...level, style: mainStyle };
  return {
    title: thematic.name,
    subtitle: thematic.description,
    valueName: 'Level',
    period,
    market,
    total: thematic.total,
    change: changeOf(level.series.totals)?.absolute ?? null,
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
      },
    ],
    drivers:
      'reason' in contribution ? without(contribution.reason) : pointsOf(contribution.answer),
  };
}

interface PeriodOptions {
  readonly period: HistoryType;
  readonly signal: AbortSignal | undefined;
}

/** By wallet, or by token of one wallet. */
async function readDrivers(
  read: Read,
  id: string,
  thematicId: string | undefined,
  { period, signal }: PeriodOptions,
): Promise<(nameOf: (thematicId: string) => string) => SheetDrivers> {
  const params = { id, historyType: period };
  if (thematicId === undefined) {
    const wallets = await offered(read(getWalletsPerformance, { params }, signal));
    if ('reason' in wallets) return () => without(wallets.reason);
    const { answer } = wallets;
    return (nameOf) =>
      driversOf(movedByWallet({ period, ...walletColumnsOf(answer) }, null, nameOf), answer.reason);
  }
  const query = { thematic: thematicId };
  const positions = await offered(read(getPositionsHistory, { params, query }, signal));
  if ('reason' in positions) return () => without(positions.reason);
  return () => driversOf(movedByToken(positionColumnsOf(positions.answer), null), undefined);
}

const noRecords = 'No records in this period.';

function chart(title: string, mode: ChartMode, lines: readonly NamedSeries[]): SheetLines {
  const isEmpty = lines.every(({ series: { times } }) => times.length < 2);
  return { title, mode, series: lines, reason: isEmpty ? noRecords : null };
}

const series = ({ times, totals }: RecordColumns): Series => seriesOf(times, totals);

async function readLevel(
  read: Read,
  id: string,
  label: string,
  { period, signal }: PeriodOptions,
): Promise<NamedSeries> {
  const params = { id, historyType: period };
  const records = await read(getThematicHistory, { params }, signal);
  const columns = recordColumns(
    records.map(({ date }) => date),
    records.map(({ total }) => total),
  );
  return { id, label, style: benchmarkStyle, series: series(columns) };
}

/** The answer, or why the connected service has none. */
async function offered<Answer>(
  answer: Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly reason: string }> {
  try {
    return { answer: await answer };
  } catch (error) {
    if (isNotOffered(error)) return { reason: messageOf(error) };
    throw error;
  }
}

const without = (reason: string): SheetDrivers => ({ steps: [], isSplit: false, note: reason });

function driversOf(moved: Moved, whyNoFlow: string | undefined): SheetDrivers {
  const isSplit = isSplitIn(moved);
  const steps = movedSteps(moved, 'total');
  const note = isSplit ? null : `Change in value, including deposits. ${whyNoFlow ?? ''}`.trim();
  return { steps, isSplit, note: moved.span === null ? noRecords : note };
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
