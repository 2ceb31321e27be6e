import { clsx } from 'clsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Strip, StripFigure } from '../../shared/ui/Strip.tsx';
import table from '../../shared/ui/Table.module.css';
import { DirectoryHead, type DirectoryHeadProps } from './DirectoryHead.tsx';
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

/** Widths of the figures. */
const figures = [
  ['thematics', 64],
  ['wallets', 14],
  ['total', 98],
  ['change', 84],
  ['percent', 52],
  ['spark', 104],
  ['created', 72],
] as const;

/** The strip before its figures. */
export function StripSkeleton({ period }: Pick<DirectoryHeadProps, 'period'>) {
  return (
    <Strip label="All users, loading">
      {['Users', 'Wallets', 'Total', `Past ${period}`, `Who moved, past ${period}`].map((label) => (
        <StripFigure key={label} label={label}>
          <Skeleton width={62} />
        </StripFigure>
      ))}
    </Strip>
  );
}

/** The table before its rows. */
export function TableSkeleton(head: DirectoryHeadProps) {
  return (
    <>
      <Loading what="users" />
      <table className={clsx(table.table, classes.table)} aria-hidden inert>
        <DirectoryHead {...head} />
        <tbody>
          {rows.map(([id, name]) => (
            <tr key={id} className={classes.row}>
              <td className={classes.who}>
                <NameSkeleton id={id} name={name} />
              </td>
              {figures.map(([column, width]) => (
                <td key={column} className={clsx(column !== 'spark' && table.num, classes[column])}>
                  {column === 'spark' ? (
                    <Skeleton width="100%" height={2} />
                  ) : (
                    <Skeleton width={width} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function NameSkeleton({ id, name }: { readonly id: number; readonly name: number }) {
  return (
    <span>
      <span>
        <Skeleton width={id} />
      </span>{' '}
      <span className={table.name}>{name > 0 && <Skeleton width={name} />}</span>
    </span>
  );
}
