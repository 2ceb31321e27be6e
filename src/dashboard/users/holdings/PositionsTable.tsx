import { clsx } from 'clsx';
import { sumOf, weightOf } from '#analytics/weights.ts';
import type { Category } from '../../shared/categories.ts';
import { formatCount, formatShare, formatTotal } from '../../shared/format/number.ts';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { Reconciliation } from '../../shared/ui/Reconciliation.tsx';
import { useRowFocus } from '../../shared/ui/rowFocus.ts';
import { SortHead } from '../../shared/ui/SortHead.tsx';
import { Spacer } from '../../shared/ui/Spacer.tsx';
import table from '../../shared/ui/Table.module.css';
import { useVirtualRows } from '../../shared/ui/virtualRows.ts';
import type { MergedPosition } from './mergePositions.ts';
import type { PositionSort } from './params.ts';
import { PositionRow } from './PositionRow.tsx';
import classes from './PositionsTable.module.css';

interface PositionsTableProps {
  readonly customId: string;
  readonly rows: readonly MergedPosition[];
  /** What the sum counts: the rows, and what of them is hidden. */
  readonly counted: readonly MergedPosition[];
  /** Nothing is searched away: the sum must agree with the wallets. */
  readonly isAll: boolean;
  /** Sum of the wallets' totals. */
  readonly whole: number;
  readonly sort: PositionSort;
  readonly onSort: (sort: PositionSort) => void;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

// As in PositionsTable.module.css: the head sticks under the bar.
const heights = {
  wide: { row: 36, top: 44 + 32, bottom: 0 },
  narrow: { row: 76, top: 48, bottom: 56 },
  few: 60,
} as const;

/** Every token of a user in a row, however many: only the rows in sight are drawn. */
export function PositionsTable(props: PositionsTableProps) {
  const { customId, rows, counted, whole, nameOf, categories } = props;
  const {
    body,
    rows: drawn,
    before,
    after,
    visible,
    scrollTo,
  } = useVirtualRows(rows.length, heights);
  useRowFocus({ body, count: rows.length, first: visible.first, scrollTo });
  const sum = sumOf(counted.map(({ total }) => total));
  const largest = rows.reduce((most, { share }) => Math.max(most, share ?? 0), 0);
  return (
    <table
      className={clsx(table.table, classes.positions)}
      aria-label="Positions"
      aria-rowcount={rows.length + 2}
    >
      <Head {...props} />
      <tbody ref={body}>
        <Spacer height={before} />
        {drawn.map((index) => {
          const position = rows[index];
          if (position === undefined) return null;
          return (
            <PositionRow
              key={position.token._id}
              {...{ customId, position, index, largest, nameOf, categories }}
            />
          );
        })}
        <Spacer height={after} />
        <tr className={table.sum} aria-rowindex={rows.length + 2}>
          <td className={clsx(classes.who, classes.sumWords)}>
            {props.isAll ? 'All positions' : `${formatCount(counted.length)} found`}
            {props.isAll && <Reconciliation sum={sum} whole={whole} of="the wallets’ totals" />}
          </td>
          <NoCell className={classes.amount} />
          <NoCell className={classes.price} />
          <td className={clsx(table.num, classes.total)}>{formatTotal(sum)}</td>
          <td className={clsx(table.num, classes.share)}>
            <span className={classes.shareCell}>
              {formatShare(weightOf(sum, whole))}
              <i className={classes.noBar} />
            </span>
          </td>
          <NoCell className={classes.wallets} />
        </tr>
      </tbody>
    </table>
  );
}

function Head({ sort, onSort, currency }: PositionsTableProps) {
  const head = { sort, onSort };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...head} column="token">
          Token
        </SortHead>
        <SortHead {...head} column="amount" isFigure className={classes.amount}>
          Amount
        </SortHead>
        <SortHead {...head} column="price" isFigure unit={currency} className={classes.price}>
          Price
        </SortHead>
        <SortHead {...head} column="total" isFigure unit={currency} className={classes.total}>
          Total
        </SortHead>
        <th scope="col" className={clsx(table.num, classes.share)}>
          <span className={classes.shareHead}>Share</span>
        </th>
        <SortHead {...head} column="wallets" className={classes.wallets}>
          In wallets
        </SortHead>
      </tr>
    </thead>
  );
}
