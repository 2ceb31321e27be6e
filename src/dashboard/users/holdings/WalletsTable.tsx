import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeOf } from '#analytics/change.ts';
import { reconciles, sumOf, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { sparkPoints } from '../../chart/series.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { Sparkline } from '../../design/Sparkline.tsx';
import type { Column } from '../../design/columns.ts';
import { type TableModel, useDataTable, useTableSort } from '../../design/useDataTable.ts';
import { useHistoryWindow } from '../../history/historyWindow.ts';
import { periodLengths, periodNames } from '../../history/periodText.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { Change } from '../../portfolio/Change.tsx';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { categoryColour } from '../../portfolio/categories.ts';
import { recordsIn } from '../../portfolio/moved.ts';
import { walletQueries } from '../../portfolio/userQueries.ts';
import { type Thematics, useThematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { formatDuration } from '../../preferences/instants.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { urls } from '../../url/urls.ts';
import { ShareCell, shareHead } from './ShareCell.tsx';
import classes from './holdings.module.css';

/** The lines of all wallets over the window of the page; while another period is on its way, those of the last one under its name. */
function useWalletLines(customId: string): WalletLines {
  const { period, zoom } = useHistoryWindow();
  const { data } = useQuery(walletQueries.performance(customId, period));
  return useMemo(() => {
    const { times, wallets } = data ?? { times: new Float64Array(), wallets: [] };
    const { begin, end } = recordsIn(times, zoom);
    const shown = data?.period ?? period;
    return {
      times: times.subarray(begin, end),
      totals: new Map(
        wallets.map(({ thematics, totals }) => {
          // Its full history begins with its first holding; what began within a period is new in it.
          const own = shown === 'all' && zoom === null ? totals.findIndex((one) => one !== 0) : 0;
          return [thematics, totals.subarray(Math.max(begin, own), end)];
        }),
      ),
      change: zoom === null ? periodNames[shown] : 'Change',
      length: zoom === null ? periodLengths[shown] : formatDuration(zoom.to - zoom.from),
      isZoomed: zoom !== null,
    };
  }, [data, period, zoom]);
}

interface WalletsModel {
  readonly model: TableModel<Wallet>;
  readonly lines: WalletLines;
}

/** Columns and order of the wallets; equals by name. */
export function useWalletsModel(customId: string, wallets: readonly Wallet[]): WalletsModel {
  const format = useFormat();
  const { nameOf, categories } = useThematics();
  const [layout, onLayout] = useTableLayout('wallets');
  const lines = useWalletLines(customId);
  const rows = useMemo(
    () =>
      wallets.toSorted(
        (a, b) =>
          nameOf(a.thematics).localeCompare(nameOf(b.thematics), 'en') ||
          (a.thematics < b.thematics ? -1 : 1),
      ),
    [wallets, nameOf],
  );
  const columns = useMemo(() => {
    const totals = rows.map(({ total }) => total);
    const [sum, largest] = [sumOf(totals), Math.max(0, ...totals)];
    return walletColumns(format, { customId, nameOf, categories, lines, sum, largest });
  }, [format, customId, nameOf, categories, lines, rows]);
  const [sort, onSort] = useTableSort(columns);
  return { lines, model: useDataTable({ columns, rows, sort, onSort, layout, onLayout }) };
}

export const walletsTable = {
  label: 'Wallets',
  isInPane: true,
  narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
} as const;

interface WalletsTableProps extends WalletsModel {
  /** What the sum is compared with; null while it is not known. */
  readonly userTotal: number | null;
}

export function WalletsTable({ model, lines, userTotal }: WalletsTableProps) {
  const format = useFormat();
  const sum = sumOf(model.rows.map(({ total }) => total));
  const all = useMemo(() => {
    if (lines.totals.size === 0) return undefined;
    const { times, totals } = lines;
    const columns = [...totals.values()];
    return times.map((_, i) =>
      sumOf(columns.map((own) => own[i - times.length + own.length] ?? 0)),
    );
  }, [lines]);
  return (
    <DataTable
      {...walletsTable}
      model={model}
      keyOf={({ _id }) => _id}
      sums={[
        {
          id: 'all',
          cells: {
            thematic: (
              <span className={classes.sumWords}>
                All wallets
                {userTotal !== null && (
                  <Reconciliation sum={sum} whole={userTotal} of="the user’s total" />
                )}
              </span>
            ),
            total: format.total(sum),
            share: <ShareCell share={weightOf(sum, sum)} />,
            change: <WalletChange totals={all} />,
          },
        },
      ]}
    />
  );
}

/** What the wallets of a user were worth over the window of the page, and how the table names it. */
interface WalletLines {
  readonly times: Float64Array<ArrayBuffer>;
  /** By thematic, up to the last of the times. */
  readonly totals: ReadonlyMap<string, Float64Array<ArrayBuffer>>;
  readonly change: string;
  readonly length: string;
  /** The window ends before now, and only change and line follow it. */
  readonly isZoomed: boolean;
}

interface WalletColumnsOptions extends Pick<Thematics, 'nameOf' | 'categories'> {
  readonly customId: string;
  /** Sum and largest of all wallets. */
  readonly sum: number;
  readonly largest: number;
  readonly lines: WalletLines;
}

const skeletons = [88, 120, 64, 104];
const points = 52;

/** The wallets of a user, with what each is of all and how it changed over the window of the page. */
function walletColumns(format: Format, options: WalletColumnsOptions): readonly Column<Wallet>[] {
  const { customId, sum, largest, nameOf, categories, lines } = options;
  const changeIn = ({ thematics }: Wallet) => lines.totals.get(thematics);
  return [
    {
      id: 'thematic',
      header: 'Thematic',
      href: ({ thematics }) => urls.wallet(customId, thematics),
      title: ({ thematics }) => nameOf(thematics),
      cell: (wallet) => (
        <>
          <CategoryKey category={categories.get(wallet.thematics)} />
          <bdi className={classes.name}>{nameOf(wallet.thematics)}</bdi>
          {wallet.tokens.length === 0 && <span className={classes.closed}>closed</span>}
          <Fault wallet={wallet} />
        </>
      ),
      skeleton: (row) => <Skeleton width={skeletons[row % skeletons.length] ?? 88} />,
      sort: {
        value: ({ thematics }) => nameOf(thematics).toLowerCase(),
        ascending: 'By name',
        descending: null,
      },
      narrow: 'head',
    },
    {
      id: 'positions',
      header: 'Positions',
      kind: 'figure',
      isSoft: true,
      cell: ({ tokens }) => format.number(tokens.length),
      skeleton: 16,
      sort: { value: ({ tokens }) => tokens.length },
      width: 88,
      wide: 120,
      from: 800,
    },
    {
      id: 'total',
      header: lines.isZoomed ? 'Total now' : 'Total',
      unit: format.currency,
      kind: 'figure',
      cell: ({ total }) => format.total(total),
      skeleton: 96,
      sort: {
        value: ({ total }) => total,
        opens: 'descending',
        descending: 'Largest first',
        ascending: 'Smallest first',
      },
      width: 148,
      wide: 200,
      narrow: 'value',
    },
    {
      id: 'share',
      header: 'Share',
      head: shareHead,
      kind: 'figure',
      cell: ({ thematics, total }) => (
        <ShareCell
          share={weightOf(total, sum)}
          part={total / largest}
          colour={categoryColour(categories.get(thematics))}
        />
      ),
      skeleton: 112,
      width: 168,
      wide: 200,
      narrow: 'left',
    },
    {
      id: 'change',
      header: lines.change,
      kind: 'figure',
      cell: (wallet) => <WalletChange totals={changeIn(wallet)} />,
      skeleton: 56,
      sort: {
        value: (wallet) => ratioOf(changeIn(wallet)),
        descending: 'Rose most',
        ascending: 'Fell most',
      },
      width: 124,
      wide: 160,
      narrow: 'right',
    },
    {
      id: 'spark',
      header: lines.length,
      kind: 'picture',
      cell: (wallet) => {
        const totals = changeIn(wallet);
        if (totals === undefined) return null;
        return (
          <Sparkline
            isPrivate
            values={sparkPoints({ times: lines.times.slice(-totals.length), totals }, points)}
            label={`${nameOf(wallet.thematics)}: ${format.percentChange(ratioOf(totals))} over the period`}
          />
        );
      },
      skeleton: () => <Skeleton width={104} height={2} />,
      width: 144,
      wide: 180,
    },
  ];
}

const ratioOf = (totals: Float64Array | undefined) => totals && changeOf(totals)?.ratio;

/** How something changed over the window; undefined while that is not known. */
function WalletChange({ totals }: { readonly totals: Float64Array | undefined }) {
  const change = totals && changeOf(totals);
  return change?.isNew === true ? 'new' : <Change value={change?.ratio} />;
}

function Fault({ wallet: { tokens, total } }: { readonly wallet: Wallet }) {
  const sum = sumOf(tokens.map((position) => position.total));
  if (reconciles(sum, total)) return null;
  return <Reconciliation sum={sum} whole={total} of="its total" />;
}
