import { clsx } from 'clsx';
import { Loading, Skeleton } from '../shared/ui/Skeleton.tsx';
import { Strip, StripFigure } from '../shared/ui/Strip.tsx';
import table from '../shared/ui/Table.module.css';
import type { DirectorySort } from './arrangeDirectory.ts';
import { DirectoryHead } from './DirectoryTable.tsx';
import classes from './DirectoryTable.module.css';

/** Widths of id and name, so that the rows do not stand like a fence. */
const rows = [
  [92, 86],
  [112, 74],
  [84, 96],
  [70, 0],
  [96, 64],
  [104, 110],
  [78, 90],
  [88, 0],
  [120, 60],
  [74, 84],
  [100, 70],
  [90, 104],
] as const;

/** The strip before its figures. */
export function StripSkeleton() {
  return (
    <Strip label="All users, loading">
      {['Users', 'Wallets', 'Total', 'Past day', 'Who moved, past day'].map((label) => (
        <StripFigure key={label} label={label}>
          <Skeleton width={62} />
        </StripFigure>
      ))}
    </Strip>
  );
}

/** The table before its rows. */
export function TableSkeleton({ sort }: { readonly sort: DirectorySort }) {
  return (
    <>
      <Loading what="users" />
      <table className={clsx(table.table, classes.table)} aria-hidden inert>
        <DirectoryHead sort={sort} onSort={() => {}} currency={null} tellsDayChange />
        <tbody>
          {rows.map(([id, name]) => (
            <tr key={id} className={classes.row}>
              <td className={classes.who}>
                <Skeleton width={id} /> {name > 0 && <Skeleton width={name} />}
              </td>
              <td className={clsx(table.num, classes.wallets)}>
                <Skeleton width={14} />
              </td>
              <td className={clsx(table.num, classes.total)}>
                <Skeleton width={98} />
              </td>
              <td className={clsx(table.num, classes.change)}>
                <Skeleton width={84} />
              </td>
              <td className={clsx(table.num, classes.percent)}>
                <Skeleton width={52} />
              </td>
              <td className={clsx(table.num, classes.created)}>
                <Skeleton width={72} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
