import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sharedWholeOf } from '#analytics/concentration.ts';
import { knownSumOf, reconciles, sumOf, weightOf } from '#analytics/weights.ts';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { Wallet } from '#contract/wallet.ts';
import { useIsComplete, useLastingDifference } from '../../api/responseNotesStore.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { type TableModel, useDataTable, useTableSort } from '../../design/useDataTable.ts';
import { ExplainedSum } from '../../portfolio/explain/ExplainedSum.tsx';
import { useHistoryWindow, useLoadedPeriod } from '../../history/historyWindow.ts';
import { beganWithin, changeLength, overHistory, overNote } from '../../history/periodText.ts';
import { KnownTotals } from '../../portfolio/KnownTotals.tsx';
import { whyNoShares } from '../../portfolio/noSharesTexts.ts';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { recordsIn } from '../../portfolio/moved.ts';
import { walletQueries } from '../../portfolio/userQueries.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { useAsOf } from '../../url/asOf.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { formatDuration } from '../../preferences/instants.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { urls } from '../../url/urls.ts';
import { ShareCell } from './ShareCell.tsx';
import { WalletChange, walletColumns, type WalletLines } from './walletColumns.tsx';
import classes from './holdings.module.css';

/** While another period loads, the previous lines keep the name of their period. */
function useWalletLines(customId: string, format: Format): WalletLines {
  const window = useHistoryWindow();
  const asOf = useAsOf();
  const { data, isPlaceholderData } = useQuery(
    walletQueries.performance(customId, window.period, asOf),
  );
  const shown = useLoadedPeriod(window.shown, isPlaceholderData);
  return useMemo(() => {
    const { zoom } = shown;
    const { times, wallets } = data ?? { times: new Float64Array(), wallets: [] };
    const { begin, end } = recordsIn(times, zoom);
    const began = beganWithin(shown, times);
    return {
      times: times.subarray(begin, end),
      totals: new Map(
        wallets.map(({ thematics, totals }) => {
          // A full history starts with the first holding. In a shorter period, a wallet that starts later is new.
          const own =
            shown.period === 'all' && zoom === null ? totals.findIndex((one) => one !== 0) : 0;
          return [thematics, totals.subarray(Math.max(begin, own), end)];
        }),
      ),
      change: overHistory('Value', format, shown, began),
      length:
        began === null
          ? changeLength(format, shown)
          : formatDuration((times[end - 1] ?? began) - began),
      note: overNote('Value', format, shown),
      whyNoFlow: data?.whyNoFlow ?? null,
      isEnded: shown.isEnded,
    };
  }, [data, shown, format]);
}

interface WalletsModel {
  readonly model: TableModel<Wallet>;
  readonly lines: WalletLines;
  readonly paths: readonly string[];
  /** All wallets of the service's list were read. */
  readonly isComplete: boolean;
}

export function useWalletsModel(customId: string, wallets: readonly Wallet[]): WalletsModel {
  const format = useFormat();
  const { nameOf, categories } = useThematics();
  const [layout, onLayout] = useTableLayout('wallets');
  const lines = useWalletLines(customId, format);
  const params = { id: customId };
  const path = pathOf(getWallets, { params });
  const paths = [pathOf(getUser, { params }), path];
  const isComplete = useIsComplete(path);
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
    const largest = Math.max(0, ...totals.map((total) => total ?? 0));
    return walletColumns(format, {
      customId,
      nameOf,
      categories,
      lines,
      shared: isComplete ? sharedWholeOf(totals) : { whole: null, noShares: 'unknown' },
      largest,
    });
  }, [format, customId, nameOf, categories, lines, isComplete, rows]);
  const [sort, onSort] = useTableSort(columns);
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  return { lines, model, paths, isComplete };
}

export const walletsTable = {
  label: 'Wallets',
  isInPane: true,
  narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
} as const;

interface WalletsTableProps extends WalletsModel {
  readonly customId: string;
  readonly userTotal: number | null;
}

export function WalletsTable(props: WalletsTableProps) {
  const { customId, model, lines, paths, isComplete, userTotal } = props;
  const { nameOf } = useThematics();
  const totals = model.rows.map(({ total }) => total);
  const sum = knownSumOf(totals);
  const { whole } = sum;
  const differs = whole !== null && userTotal !== null && !reconciles(whole, userTotal);
  const isUnsure = differs !== useLastingDifference(paths, differs);
  const shared = sharedWholeOf(totals);
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
                {isComplete ? 'All wallets' : 'Wallets read'} <KnownTotals sum={sum} />
                {isComplete && whole !== null && userTotal !== null && !isUnsure && (
                  <Reconciliation sum={whole} whole={userTotal} of="the user’s total" />
                )}
              </span>
            ),
            total: (
              <ExplainedSum
                label={isComplete ? 'All wallets' : 'Wallets read'}
                noun="wallet"
                sum={sum}
                parts={() =>
                  model.rows.map((row) => ({
                    name: nameOf(row.thematics),
                    value: row.total,
                    href: urls.wallet(customId, row.thematics),
                  }))
                }
                whole={isComplete ? userTotal : null}
                of="the user’s total"
              />
            ),
            share: isComplete && (
              <ShareCell
                share={weightOf(shared.whole, shared.whole)}
                why={whyNoShares(shared.noShares)}
              />
            ),
            change: <WalletChange totals={all} lines={lines} />,
          },
        },
      ]}
    />
  );
}
