import { clsx } from 'clsx';
import { sumOf } from '#analytics/weights.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import {
  formatMarketChange,
  formatMarketFinePoints,
  formatMarketShare,
  formatPrice,
} from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import table from '../../shared/ui/Table.module.css';
import type { ConstituentRow, ConstituentSort } from './constituentRows.ts';
import { ConstituentsHead, type Tells } from './ConstituentsHead.tsx';
import { ContributionCell } from './ContributionCell.tsx';
import classes from './ConstituentsTable.module.css';
import { TokenSpark } from './TokenSpark.tsx';

interface ConstituentsTableProps {
  readonly rows: readonly ConstituentRow[];
  readonly period: HistoryType;
  readonly currency: string | null;
  readonly tells: Tells;
  readonly sort: ConstituentSort;
  readonly onSort: (sort: ConstituentSort) => void;
  /** What the parts add up to; undefined until it is known. */
  readonly whole: Contribution | undefined;
}

/** What a thematic is made of, and what each part of it added. */
export function ConstituentsTable(props: ConstituentsTableProps) {
  const { rows, period, tells, whole } = props;
  const heaviest = Math.max(0, ...rows.map(({ weight }) => weight));
  const farthest = Math.max(0, ...rows.map((row) => Math.abs(row.contribution ?? 0)));
  return (
    <table className={clsx(table.table, table.inPane, classes.constituents)}>
      <ConstituentsHead {...props} />
      <tbody>
        {rows.map(({ token, weight, day, change, contribution }) => (
          <tr key={token._id}>
            <td title={token.name}>
              <bdi className={clsx(table.id, classes.symbol)}>{token.symbol}</bdi>{' '}
              <bdi className={classes.name}>{token.name}</bdi>
            </td>
            <td className={clsx(table.num, classes.weight)}>
              {formatMarketShare(weight)}
              <i className={classes.bar} aria-hidden>
                <i style={{ width: `${heaviest > 0 ? (weight / heaviest) * 100 : 0}%` }} />
              </i>
            </td>
            <td className={clsx(table.num, classes.price)} title={priceWords(token.priceAt)}>
              {formatPrice(token.price)}
            </td>
            {tells.changes && period !== 'day' && (
              <td className={clsx(table.num, classes.day)}>
                <Change value={day} format={formatMarketChange} />
              </td>
            )}
            {(tells.changes || tells.contribution) && (
              <td className={clsx(table.num, classes.change)}>
                <Change value={change} format={formatMarketChange} />
              </td>
            )}
            {tells.contribution && (
              <ContributionCell
                // What had no price all the while was not part of the level.
                part={change === null && contribution === 0 ? null : contribution}
                farthest={farthest}
              />
            )}
            {tells.changes && <TokenSpark token={token} change={change} period={period} />}
          </tr>
        ))}
        {tells.contribution && <SumRow rows={rows} period={period} tells={tells} whole={whole} />}
      </tbody>
    </table>
  );
}

function priceWords(at: string | null): string {
  return at === null ? 'No price yet' : `Price of ${formatDate(at)}`;
}

/** Weights and contributions together, beside the change that they make. */
function SumRow({
  rows,
  period,
  tells,
  whole,
}: Pick<ConstituentsTableProps, 'rows' | 'period' | 'tells' | 'whole'>) {
  return (
    <tr className={table.sum}>
      <td>All tokens</td>
      <td className={clsx(table.num, classes.weight)}>
        {formatMarketShare(sumOf(rows.map(({ weight }) => weight)))}
        <i className={classes.noBar} />
      </td>
      <NoCell className={classes.price} />
      {tells.changes && period !== 'day' && <NoCell className={classes.day} />}
      <td className={clsx(table.num, classes.change)}>
        <Change value={whole?.change} format={formatMarketChange} />
      </td>
      <td className={clsx(table.num, classes.part)}>
        {formatMarketFinePoints(
          whole?.change == null ? null : sumOf(rows.map((row) => row.contribution ?? 0)),
        )}
      </td>
      {tells.changes && <NoCell className={classes.spark} />}
    </tr>
  );
}
