import { Skeleton } from '@mantine/core';
import type { DirectoryPeriod, DirectoryRow } from '#contract/directory.ts';
import { parseTime } from '#contract/time.ts';
import type { Column } from '../../design/columns.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import {
  netFlowTexts,
  overPast,
  overPeriod,
  pastText,
  periodLengths,
} from '../../history/periodText.ts';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import { hhiTitle } from '../../portfolio/hhiTitle.ts';
import { TickMark } from '../../portfolio/TickMark.tsx';
import type { Thematics } from '../../portfolio/useThematics.ts';
import { newFigure } from '../../preferences/figures.ts';
import type { Format } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { columnOfAttribute } from './columnOfAttribute.tsx';
import { columnsByPeriod } from './columnsByPeriod.tsx';
import { columnsByDay } from './columnsByDay.tsx';
import { columnsToDate } from './columnsToDate.tsx';
import classes from './directoryColumns.module.css';
import { isUnsupportedColumn, type OwnColumns } from './directoryParams.ts';
import { HeldThematics } from './HeldThematics.tsx';
import type { PeriodStarts } from './toDate.ts';
import { UserCell, UserSkeleton } from './UserCell.tsx';

interface DirectoryColumnsOptions {
  readonly period: DirectoryPeriod;
  readonly dailyAsOf: string | null;
  readonly starts: PeriodStarts | null;
  readonly thematics: Thematics;
  readonly isHoldingsFiltered: boolean;
  readonly isFlowKnown: boolean;
  readonly attributes: readonly string[];
  readonly unsupported: readonly string[];
}

export function directoryColumns(
  format: Format,
  options: DirectoryColumnsOptions,
): readonly Column<DirectoryRow>[] {
  const { period, dailyAsOf, thematics, isHoldingsFiltered, isFlowKnown, attributes, unsupported } =
    options;
  const figure = { kind: 'figure', unit: format.currency } as const;
  const money = { ...figure, skeleton: 84, width: 140, wide: 200 };
  const tokens = thematics.all.flatMap(({ tokens: all }) => all ?? []);
  const symbols = new Map(tokens.map(({ token: { _id, symbol } }) => [_id, symbol]));
  const own: OwnColumns = {
    user: {
      header: 'User',
      href: ({ customId }) => urls.user(customId),
      cell: (row) => <UserCell row={row} />,
      whole: ({ customId }) => customId,
      skeleton: (row) => <UserSkeleton row={row} />,
      sort: { ascending: 'Id, A to Z', descending: 'Id, Z to A' },
      narrow: 'head',
      className: classes.who,
    },
    name: {
      header: 'Name',
      cell: ({ name }) => <bdi>{name}</bdi>,
      title: ({ name }) => name ?? undefined,
      skeleton: 96,
      sort: {},
      width: 160,
      wide: 220,
      isOptional: true,
    },
    thematics: {
      header: 'Thematics',
      kind: 'figure',
      isSoft: true,
      cell: (row) => <HeldThematics ids={row.thematics} thematics={thematics} />,
      skeleton: 64,
      sort: { descending: 'Most thematics first', ascending: 'Fewest thematics first' },
      width: 136,
      wide: 180,
      from: 1200,
    },
    wallets: {
      isOptional: isHoldingsFiltered,
      header: 'Wallets',
      kind: 'figure',
      isSoft: true,
      cell: ({ walletCount, openWallets }) => (
        <>
          {format.number(openWallets ?? walletCount)}
          {(closedOf({ walletCount, openWallets }) ?? 0) > 0 && (
            <small> · {format.number(closedOf({ walletCount, openWallets }))} closed</small>
          )}
        </>
      ),
      skeleton: 14,
      sort: { descending: 'Most wallets first', ascending: 'Fewest wallets first' },
      width: 104,
      wide: 120,
      from: 1100,
    },
    closed: {
      header: 'Closed wallets',
      kind: 'figure',
      isSoft: true,
      cell: (row) => format.number(closedOf(row)),
      skeleton: 14,
      width: 136,
      wide: 160,
      isOptional: true,
    },
    held: {
      header: 'Held',
      unit: format.currency,
      kind: 'figure',
      cell: ({ held }) => <TickMark value={held?.total ?? 0}>{format.total(held?.total)}</TickMark>,
      figure: { of: ({ held }) => held?.total, text: format.total },
      title: () => 'Value of the filtered holdings',
      skeleton: 98,
      sort: { descending: 'Held, largest first', ascending: 'Held, smallest first' },
      width: 148,
      wide: 220,
      narrow: 'third',
      className: classes.heldValue,
    },
    heldShare: {
      header: '% of user',
      kind: 'figure',
      isSoft: true,
      cell: ({ held }) => format.share(held?.share),
      skeleton: 40,
      width: 96,
      wide: 140,
      from: 800,
    },
    total: {
      header: 'Total',
      unit: format.currency,
      kind: 'figure',
      cell: ({ total }) => <TickMark value={total}>{format.total(total)}</TickMark>,
      figure: { of: ({ total }) => total, text: format.total },
      skeleton: 98,
      sort: { descending: 'Total, largest first', ascending: 'Total, smallest first' },
      width: 148,
      wide: 220,
      narrow: 'value',
    },
    change: {
      ...money,
      header: overPeriod('Value', period),
      // The user held nothing when the period began.
      cell: ({ change, total }) =>
        change === null && isFlowKnown && total !== null && total > 0 ? (
          <span className={classes.quiet}>{newFigure}</span>
        ) : (
          format.change(change)
        ),
      title: (row) => changeParts(format, row),
      figure: { of: ({ change }) => change, text: format.change },
      sort: {
        descending: `${overPast('Value', period)}, largest rise first`,
        ascending: `${overPast('Value', period)}, largest fall first`,
      },
      from: 1100,
      ...(!isFlowKnown && { narrow: 'right' }),
    },
    flow: {
      ...money,
      ...netFlowTexts(period),
      isSoft: true,
      cell: ({ flow }) => format.change(flow),
      figure: { of: ({ flow }) => flow, text: format.change },
      isOptional: true,
    },
    prices: {
      ...money,
      header: 'Price effect',
      cell: ({ change, flow }) =>
        format.change(change === null || flow === null ? null : change - flow),
      figure: { of: ({ change, flow }) => (change ?? 0) - (flow ?? 0), text: format.change },
      title: () => `Change from prices over the ${pastText(period)}`,
      isOptional: true,
    },
    percent: {
      isOptional: !isFlowKnown,
      header: overPeriod('Return', period),
      unit: '%',
      kind: 'figure',
      cell: (row) => <Change value={row.return} />,
      figure: changeFigure((row) => row.return, format.percentChange),
      skeleton: 52,
      sort: {
        descending: `${overPast('Return', period)}, best first`,
        ascending: `${overPast('Return', period)}, worst first`,
      },
      width: 124,
      wide: 180,
      ...(isFlowKnown && { narrow: 'right' }),
    },
    ...columnsByPeriod(format),
    ...columnsToDate(format, options.starts),
    spark: {
      header: periodLengths[period],
      kind: 'picture',
      cell: ({ customId, spark, ...row }) =>
        spark !== null && (
          <Sparkline
            values={spark}
            isPrivate
            isNeutral={row.return === null}
            label={`${customId}: value over the ${pastText(period)}, return ${format.percentChange(row.return)}`}
          />
        ),
      skeleton: () => <Skeleton width="100%" height={2} />,
      width: unsupported.includes('createdAt') ? 140 : 128,
      wide: 200,
      narrow: 'bar',
      className: classes.spark,
    },
    largest: {
      header: 'Largest position',
      kind: 'figure',
      cell: ({ largest }) =>
        largest !== null && (
          <>
            <span className={classes.quiet}>{symbols.get(largest.token) ?? largest.token}</span>{' '}
            {format.share(largest.share)}
          </>
        ),
      skeleton: 72,
      sort: {
        descending: 'Largest position, most concentrated first',
        ascending: 'Largest position, least concentrated first',
      },
      width: 152,
      wide: 200,
      isOptional: true,
    },
    hhi: {
      header: 'HHI',
      kind: 'figure',
      isSoft: true,
      cell: ({ hhi }) => format.concentration(hhi),
      title: ({ hhi }) => hhiTitle(format, hhi, 'tokens'),
      skeleton: 40,
      sort: { descending: 'Most concentrated first', ascending: 'Least concentrated first' },
      width: 88,
      wide: 120,
      isOptional: true,
    },
    ...columnsByDay(format, dailyAsOf),
    created: {
      isOptional: isHoldingsFiltered,
      header: 'Created',
      kind: 'figure',
      isSoft: true,
      cell: ({ createdAt }) => format.date(createdAt === null ? null : parseTime(createdAt)),
      skeleton: 72,
      sort: { descending: 'Newest first', ascending: 'Oldest first' },
      width: 128,
      wide: 180,
      from: 1100,
    },
  };
  return [
    ...Object.entries(own)
      .filter(
        ([id]) =>
          (isHoldingsFiltered || !holdingsColumnIds.includes(id)) &&
          !isUnsupportedColumn(id, unsupported),
      )
      .map(([id, column]) => ({ ...column, id })),
    ...attributes.map((name) => columnOfAttribute(format, name)),
  ];
}

const closedOf = ({
  walletCount,
  openWallets,
}: Pick<DirectoryRow, 'walletCount' | 'openWallets'>) =>
  walletCount === null || openWallets === null ? null : walletCount - openWallets;

const holdingsColumnIds: readonly string[] = ['held', 'heldShare'] satisfies (keyof OwnColumns)[];

/** Splits a change with flows into its parts: a deposit is no gain. */
export function changeParts(
  format: Format,
  { change, flow }: Pick<DirectoryRow, 'change' | 'flow'>,
): string | undefined {
  if (change === null || flow === null || flow === 0) return undefined;
  return `${format.change(change - flow)} from prices, ${format.change(flow)} from flows`;
}
