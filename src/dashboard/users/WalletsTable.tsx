import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { sumOf, weightOf } from '#analytics/weights.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Wallet } from '#contract/wallet.ts';
import { periodParam } from '../history/period.ts';
import { periodLengths, periodNames } from '../history/periodWords.ts';
import { historyOf } from '../history/queries.ts';
import { type Category, categoryColour } from '../shared/categories.ts';
import { formatCount, formatShare, formatTotal } from '../shared/format/number.ts';
import { CategoryKey } from '../shared/ui/CategoryKey.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { Loading, Skeleton } from '../shared/ui/Skeleton.tsx';
import table from '../shared/ui/Table.module.css';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { urls } from '../shared/urls.ts';
import { HistoryTrend } from '../history/HistoryTrend.tsx';
import classes from './WalletsTable.module.css';

interface WalletsTableProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

/** The wallets of a user, the largest first, with what each is of the whole. */
export function WalletsTable(props: WalletsTableProps) {
  const { customId, wallets, nameOf, categories, currency } = props;
  const [period] = useSearchParam(periodParam);
  const whole = sumOf(wallets.map((wallet) => wallet.total));
  const largest = Math.max(0, ...wallets.map((wallet) => wallet.total));
  const ordered = wallets.toSorted(
    (a, b) => b.total - a.total || (a.thematics < b.thematics ? -1 : 1),
  );
  return (
    <table className={clsx(table.table, table.inPane, classes.wallets)}>
      <Head currency={currency} period={period} />
      <tbody>
        {ordered.map((wallet) => {
          const category = categories.get(wallet.thematics);
          return (
            <tr key={wallet._id} className={table.row}>
              <td className={classes.who} title={nameOf(wallet.thematics)}>
                <Link className={table.link} to={urls.wallet(customId, wallet.thematics)}>
                  <CategoryKey category={category} />
                  <span className={table.id}>{nameOf(wallet.thematics)}</span>
                </Link>{' '}
                {wallet.tokens.length === 0 && <span className={table.name}>closed</span>}
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
              <HistoryTrend
                source={historyOf.wallet(customId, wallet.thematics)}
                name={nameOf(wallet.thematics)}
                period={period}
                changeClass={classes.change}
                sparkClass={classes.spark}
              />
            </tr>
          );
        })}
        <tr className={table.sum}>
          <td className={classes.who}>All wallets</td>
          <td className={clsx(table.num, table.soft, classes.positions)}>
            {formatCount(wallets.reduce((count, wallet) => count + wallet.tokens.length, 0))}
          </td>
          <td className={clsx(table.num, classes.total)}>{formatTotal(whole)}</td>
          <td className={clsx(table.num, classes.share)}>
            <span className={classes.shareCell}>
              {formatShare(whole > 0 ? 1 : null)}
              <i className={classes.noBar} />
            </span>
          </td>
          <HistoryTrend
            source={historyOf.user(customId)}
            name="all wallets"
            period={period}
            changeClass={classes.change}
            sparkClass={classes.spark}
            withoutLine
          />
        </tr>
      </tbody>
    </table>
  );
}

function ShareBar({ part, colour }: { readonly part: number; readonly colour: string }) {
  const width = `${Number.isFinite(part) ? Math.max(0, Math.min(1, part)) * 100 : 0}%`;
  return (
    <i className={classes.bar} aria-hidden>
      <i style={{ width, background: colour }} />
    </i>
  );
}

function Head({
  currency,
  period,
}: {
  readonly currency: string | null;
  readonly period: HistoryType | null;
}) {
  return (
    <thead>
      <tr>
        <th scope="col">Thematic</th>
        <th scope="col" className={clsx(table.num, classes.positions)}>
          Positions
        </th>
        <th scope="col" aria-sort="descending" className={clsx(table.num, classes.total)}>
          Total{currency !== null && <em>{currency}</em>}
        </th>
        <th scope="col" className={clsx(table.num, classes.share)}>
          <span className={classes.shareHead}>Share</span>
        </th>
        <th scope="col" className={clsx(table.num, classes.change)}>
          {period !== null && periodNames[period]}
        </th>
        <th scope="col" className={classes.spark}>
          {period !== null && periodLengths[period]}
        </th>
      </tr>
    </thead>
  );
}

/** A user without wallets: why, and how one comes about. */
export function NoWallets({ customId }: { readonly customId: string }) {
  return (
    <EmptyPane title={`${customId} has no wallets`}>
      A wallet begins with the first statement of holdings in a thematic.
    </EmptyPane>
  );
}

/** Stands where the wallets will stand. */
export function WalletsSkeleton() {
  return (
    <table className={clsx(table.table, table.inPane, classes.wallets)}>
      <Head currency={null} period={null} />
      <tbody>
        {[88, 120, 64, 104].map((width) => (
          <tr key={width}>
            <td className={classes.who}>
              <Loading what="the wallets" />
              <Skeleton width={width} />
            </td>
            <td className={clsx(table.num, classes.positions)}>
              <Skeleton width={16} />
            </td>
            <td className={clsx(table.num, classes.total)}>
              <Skeleton width={96} />
            </td>
            <td className={clsx(table.num, classes.share)}>
              <Skeleton width={112} />
            </td>
            <td className={clsx(table.num, classes.change)}>
              <Skeleton width={56} />
            </td>
            <td className={classes.spark}>
              <Skeleton width={104} height={2} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
