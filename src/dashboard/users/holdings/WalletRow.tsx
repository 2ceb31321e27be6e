import { clsx } from 'clsx';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { reconciles, sumOf, weightOf } from '#analytics/weights.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Wallet } from '#contract/wallet.ts';
import { HistoryTrend } from '../../history/HistoryTrend.tsx';
import { historyOf } from '../../history/queries.ts';
import { type Category, categoryColour } from '../../shared/categories.ts';
import { formatCount, formatShare, formatTotal } from '../../shared/format/number.ts';
import { CategoryKey } from '../../shared/ui/CategoryKey.tsx';
import { useInSight } from '../../shared/ui/inSight.ts';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { Reconciliation } from '../../shared/ui/Reconciliation.tsx';
import table from '../../shared/ui/Table.module.css';
import { urls } from '../../shared/urls.ts';
import { ShareBar } from './ShareBar.tsx';
import classes from './WalletsTable.module.css';

interface WalletRowProps {
  readonly customId: string;
  readonly wallet: Wallet;
  readonly name: string;
  readonly category: Category | undefined;
  readonly period: HistoryType;
  /** Sum and largest of all wallets. */
  readonly whole: number;
  readonly largest: number;
}

/** One wallet; its history is asked for while the row is in sight, and given up when it has left. */
export function WalletRow(props: WalletRowProps) {
  const { customId, wallet, name, category, period, whole, largest } = props;
  const row = useRef<HTMLTableRowElement>(null);
  const isInSight = useInSight(row);
  const sum = sumOf(wallet.tokens.map(({ total }) => total));
  return (
    <tr ref={row} className={table.row}>
      <td className={classes.who} title={name}>
        <Link className={table.link} to={urls.wallet(customId, wallet.thematics)}>
          <CategoryKey category={category} />
          <bdi className={table.id}>{name}</bdi>
        </Link>{' '}
        {wallet.tokens.length === 0 && <span className={table.name}>closed</span>}
        {!reconciles(sum, wallet.total) && (
          <Reconciliation sum={sum} whole={wallet.total} of="its total" />
        )}
      </td>
      <td className={clsx(table.num, table.soft, classes.positions)}>
        {formatCount(wallet.tokens.length)}
      </td>
      <td className={clsx(table.num, classes.total)}>{formatTotal(wallet.total)}</td>
      <td className={clsx(table.num, classes.share)}>
        <span className={classes.shareCell}>
          {formatShare(weightOf(wallet.total, whole))}
          <ShareBar part={wallet.total / largest} colour={categoryColour(category)} />
        </span>
      </td>
      {isInSight ? (
        <HistoryTrend
          source={historyOf.wallet(customId, wallet.thematics)}
          name={name}
          period={period}
          now={wallet.total}
          changeClass={classes.change}
          sparkClass={classes.spark}
        />
      ) : (
        <>
          <NoCell className={classes.change} />
          <NoCell className={classes.spark} />
        </>
      )}
    </tr>
  );
}
