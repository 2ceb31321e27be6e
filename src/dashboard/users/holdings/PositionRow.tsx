import { clsx } from 'clsx';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { type Category, categoryColour } from '../../shared/categories.ts';
import { formatAmount, formatPrice, formatShare, formatTotal } from '../../shared/format/number.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { CategoryKey } from '../../shared/ui/CategoryKey.tsx';
import table from '../../shared/ui/Table.module.css';
import { urls } from '../../shared/urls.ts';
import type { MergedPosition } from './mergePositions.ts';
import classes from './PositionsTable.module.css';
import { ShareBar } from './ShareBar.tsx';

interface PositionRowProps {
  readonly customId: string;
  readonly position: MergedPosition;
  readonly index: number;
  /** The largest share of the table, whose bar is the longest. */
  readonly largest: number;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
}

/** A token over all wallets. The row leads to the wallet that holds the most of it; the others stand beside it. */
export const PositionRow = memo(function PositionRow(props: PositionRowProps) {
  const { customId, position, index, largest, nameOf, categories } = props;
  // Figures are written by them.
  usePreferences();
  const { token, amount, total, share, heldIn, sharesSymbol } = position;
  const [first, ...others] = heldIn;
  const colour = categoryColour(others.length > 0 ? undefined : categories.get(first ?? ''));
  return (
    <tr className={clsx(table.row, classes.row)} aria-rowindex={index + 2}>
      <td className={classes.who} title={`${token.symbol} ${token.name} (${token._id})`}>
        <Link
          className={table.link}
          to={first === undefined ? urls.user(customId) : urls.wallet(customId, first)}
          data-index={index}
        >
          <bdi className={table.id}>{token.symbol}</bdi>{' '}
          <bdi className={table.name}>{token.name}</bdi>
          {sharesSymbol && <bdi className={table.name}> {token._id}</bdi>}
        </Link>
      </td>
      <td className={clsx(table.num, table.soft, classes.amount)}>{formatAmount(amount)}</td>
      <td className={clsx(table.num, table.soft, classes.price)}>{formatPrice(token.price)}</td>
      <td className={clsx(table.num, classes.total)}>{formatTotal(total)}</td>
      <td className={clsx(table.num, classes.share)}>
        <span className={classes.shareCell}>
          {formatShare(share)}
          <ShareBar part={(share ?? 0) / largest} colour={colour} />
        </span>
      </td>
      <td className={classes.wallets} title={heldIn.map(nameOf).join(', ')}>
        {heldIn.map((id) => (
          <Link key={id} to={urls.wallet(customId, id)} className={classes.wallet}>
            <CategoryKey category={categories.get(id)} />
            <bdi>{nameOf(id)}</bdi>
          </Link>
        ))}
      </td>
    </tr>
  );
});
