import { clsx } from 'clsx';
import { sumOf, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { HistoryTrend } from '../../history/HistoryTrend.tsx';
import { periodParam } from '../../history/period.ts';
import { historyOf } from '../../history/queries.ts';
import type { Category } from '../../shared/categories.ts';
import { formatShare, formatTotal } from '../../shared/format/number.ts';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { Reconciliation } from '../../shared/ui/Reconciliation.tsx';
import table from '../../shared/ui/Table.module.css';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { arrangeWallets } from './arrangeWallets.ts';
import type { WalletSort } from './params.ts';
import { useWalletChanges } from './walletChanges.ts';
import { WalletRow } from './WalletRow.tsx';
import { WalletsHead } from './WalletsHead.tsx';
import classes from './WalletsTable.module.css';

interface WalletsTableProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  /** What the sum is held against; null while it is not known. */
  readonly userTotal: number | null;
  readonly sort: WalletSort;
  readonly onSort: (sort: WalletSort) => void;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

/** The wallets of a user, with what each is of the whole and how it changed over the period of the chart. */
export function WalletsTable(props: WalletsTableProps) {
  const { customId, wallets, userTotal, sort, nameOf, categories, currency } = props;
  const [period] = useSearchParam(periodParam);
  const changes = useWalletChanges({ customId, wallets, period, isWanted: sort.by === 'change' });
  const whole = sumOf(wallets.map((wallet) => wallet.total));
  const largest = Math.max(0, ...wallets.map((wallet) => wallet.total));
  return (
    <table className={clsx(table.table, table.inPane, classes.wallets)} aria-label="Wallets">
      <WalletsHead {...{ currency, period, sort }} onSort={props.onSort} />
      <tbody>
        {arrangeWallets(wallets, sort, { nameOf, changes }).map((wallet) => (
          <WalletRow
            key={wallet._id}
            {...{ customId, wallet, period, whole, largest }}
            name={nameOf(wallet.thematics)}
            category={categories.get(wallet.thematics)}
          />
        ))}
        <tr className={table.sum}>
          <td className={clsx(classes.who, classes.sumWords)}>
            All wallets
            {userTotal !== null && (
              <Reconciliation sum={whole} whole={userTotal} of="the user’s total" />
            )}
          </td>
          <NoCell className={classes.positions} />
          <td className={clsx(table.num, classes.total)}>{formatTotal(whole)}</td>
          <td className={clsx(table.num, classes.share)}>
            <span className={classes.shareCell}>
              {formatShare(weightOf(whole, whole))}
              <i className={classes.noBar} />
            </span>
          </td>
          <HistoryTrend
            source={historyOf.user(customId)}
            name="all wallets"
            period={period}
            now={whole}
            changeClass={classes.change}
            sparkClass={classes.spark}
            withoutLine
          />
        </tr>
      </tbody>
    </table>
  );
}
