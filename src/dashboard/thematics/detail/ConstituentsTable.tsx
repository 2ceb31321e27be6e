import { clsx } from 'clsx';
import type { Change as Changes } from '#contract/change.ts';
import type { Constituent } from '#contract/thematic.ts';
import { formatPrice, formatMarketShare, formatMarketChange } from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import classes from './ConstituentsTable.module.css';

interface ConstituentsTableProps {
  readonly constituents: readonly Constituent[];
  readonly currency: string | null;
  /** Changes of the tokens, as far as they are known; undefined where the service does not tell. */
  readonly changes: ReadonlyMap<string, Changes> | undefined;
}

const periods = ['day', 'week', 'month', 'year'] as const;
const words = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const;

/** What a thematic is made of, the heaviest first. */
export function ConstituentsTable({ constituents, currency, changes }: ConstituentsTableProps) {
  const heaviest = Math.max(0, ...constituents.map(({ weight }) => weight));
  const ordered = constituents.toSorted(
    (a, b) => b.weight - a.weight || (a.token.symbol < b.token.symbol ? -1 : 1),
  );
  return (
    <table className={clsx(table.table, table.inPane, classes.constituents)}>
      <Head currency={currency} tellsChanges={changes !== undefined} />
      <tbody>
        {ordered.map(({ token, weight }) => (
          <tr key={token._id}>
            <td title={token.name}>
              <span className={clsx(table.id, classes.symbol)}>{token.symbol}</span>
              <span className={classes.name}>{token.name}</span>
            </td>
            <td className={clsx(table.num, classes.weight)}>
              {formatMarketShare(weight)}
              <i className={classes.bar} aria-hidden>
                <i style={{ width: `${(weight / heaviest) * 100}%` }} />
              </i>
            </td>
            <td
              className={clsx(table.num, classes.price)}
              title={
                token.priceAt === null ? 'No price yet' : `Price of ${formatDate(token.priceAt)}`
              }
            >
              {formatPrice(token.price)}
            </td>
            {changes !== undefined &&
              periods.map((period) => (
                <td key={period} className={clsx(table.num, classes.change, classes[period])}>
                  <Change value={changes.get(token._id)?.[period]} format={formatMarketChange} />
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps {
  readonly currency: string | null;
  readonly tellsChanges: boolean;
}

function Head({ currency, tellsChanges }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">Token</th>
        <th scope="col" aria-sort="descending" className={clsx(table.num, classes.weight)}>
          <span className={classes.weightHead}>Weight</span>
        </th>
        <th scope="col" className={clsx(table.num, classes.price)}>
          Price{currency !== null && <em>{currency}</em>}
        </th>
        {tellsChanges &&
          periods.map((period) => (
            <th
              key={period}
              scope="col"
              className={clsx(table.num, classes.change, classes[period])}
            >
              {words[period]}
            </th>
          ))}
      </tr>
    </thead>
  );
}

/** Stands where the constituents will stand. */
export function ConstituentsSkeleton() {
  return (
    <table className={clsx(table.table, table.inPane, classes.constituents)}>
      <Head currency={null} tellsChanges={false} />
      <tbody>
        {[96, 120, 84, 108].map((width) => (
          <tr key={width}>
            <td>
              <Loading what="the constituents" />
              <Skeleton width={width} />
            </td>
            <td className={clsx(table.num, classes.weight)}>
              <Skeleton width={104} />
            </td>
            <td className={clsx(table.num, classes.price)}>
              <Skeleton width={72} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
