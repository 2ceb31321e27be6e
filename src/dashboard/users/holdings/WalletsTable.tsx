import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sumOf, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { type TableModel, useDataTable } from '../../design/useDataTable.ts';
import { useHistoryWindow } from '../../history/historyWindow.ts';
import { periodLengths, periodNames } from '../../history/periodText.ts';
import type { Category } from '../../portfolio/categories.ts';
import { recordsIn } from '../../portfolio/moved.ts';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { walletQueries } from '../../portfolio/userQueries.ts';
import { useFormat } from '../../preferences/format.ts';
import { formatDuration } from '../../preferences/instants.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { sortParam } from '../../url/sortParam.ts';
import classes from './holdings.module.css';
import { ShareCell } from './ShareCell.tsx';
import { WalletChange, walletColumns, type WalletLines } from './walletColumns.tsx';

const walletSortParam = sortParam(['thematic', 'positions', 'total', 'change'], {
  by: 'total',
  order: 'descending',
});

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
        wallets.map(({ thematics, totals }) => [thematics, totals.subarray(begin, end)]),
      ),
      change: zoom === null ? periodNames[shown] : 'Change',
      length: zoom === null ? periodLengths[shown] : formatDuration(zoom.to - zoom.from),
      isZoomed: zoom !== null,
    };
  }, [data, period, zoom]);
}

interface WalletsModelOptions {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
}

interface WalletsModel {
  readonly model: TableModel<Wallet>;
  readonly lines: WalletLines;
}

/** Columns and order of the wallets; equals by name. */
export function useWalletsModel(options: WalletsModelOptions): WalletsModel {
  const format = useFormat();
  const { customId, wallets, nameOf, categories } = options;
  const [sort, onSort] = useSearchParam(walletSortParam);
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
  return { lines, model: useDataTable({ columns, rows, sort, onSort, layout, onLayout }) };
}

export const walletsLooks = {
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
    const columns = [...lines.totals.values()];
    return lines.times.map((_, i) => sumOf(columns.map((totals) => totals[i] ?? 0)));
  }, [lines]);
  return (
    <DataTable
      {...walletsLooks}
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
