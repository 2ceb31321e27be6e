import { useMemo } from 'react';
import { sumOf, weightOf } from '#analytics/weights.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Wallet } from '#contract/wallet.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { type TableModel, useDataTable } from '../../design/useDataTable.ts';
import { historyOf } from '../../history/historyQueries.ts';
import type { Category } from '../../portfolio/categories.ts';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { useFormat } from '../../preferences/format.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import classes from './holdings.module.css';
import { walletSortParam } from './params.ts';
import { ShareCell } from './ShareCell.tsx';
import { useWalletChanges, WalletChange, walletColumns } from './walletColumns.tsx';

interface WalletsModelOptions {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly period: HistoryType;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

/** Columns and order of the wallets; equals by name. */
export function useWalletsModel(options: WalletsModelOptions): TableModel<Wallet> {
  const format = useFormat();
  const { customId, wallets, period, nameOf } = options;
  const [sort, onSort] = useSearchParam(walletSortParam);
  const [layout, onLayout] = useTableLayout('wallets');
  const isNeeded = sort.by === 'change';
  const changes = useWalletChanges({ customId, wallets, period, isNeeded });
  const rows = useMemo(
    () =>
      wallets.toSorted(
        (a, b) =>
          nameOf(a.thematics).localeCompare(nameOf(b.thematics), 'en') ||
          (a.thematics < b.thematics ? -1 : 1),
      ),
    [wallets, nameOf],
  );
  const totals = wallets.map(({ total }) => total);
  const columns = walletColumns(format, {
    ...options,
    changes,
    sum: sumOf(totals),
    largest: Math.max(0, ...totals),
  });
  return useDataTable({ columns, rows, sort, onSort, layout, onLayout });
}

export const walletsLooks = {
  label: 'Wallets',
  isInPane: true,
  narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
} as const;

interface WalletsTableProps {
  readonly model: TableModel<Wallet>;
  readonly customId: string;
  readonly period: HistoryType;
  /** What the sum is compared with; null while it is not known. */
  readonly userTotal: number | null;
}

export function WalletsTable({ model, customId, period, userTotal }: WalletsTableProps) {
  const format = useFormat();
  const sum = sumOf(model.rows.map(({ total }) => total));
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
            change: <WalletChange source={historyOf.user(customId)} period={period} now={sum} />,
          },
        },
      ]}
    />
  );
}
