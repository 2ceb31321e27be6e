import { clsx } from 'clsx';
import { historyTypes } from '#contract/historyType.ts';
import { Loading, Skeleton } from '../shared/ui/Skeleton.tsx';
import table from '../shared/ui/Table.module.css';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { shownPeriod, thematicSortParam } from './arrangeThematics.ts';
import { ThematicsHead } from './ThematicsTable.tsx';
import classes from './ThematicsTable.module.css';

const nameWidths = [84, 112, 72, 96, 124, 88, 104, 76, 92, 108, 80, 100];

/** The table before its rows. */
export function ThematicsSkeleton() {
  const [sort] = useSearchParam(thematicSortParam);
  return (
    <>
      <Loading what="thematics" />
      <table className={clsx(table.table, classes.table)} aria-hidden inert>
        <ThematicsHead sort={sort} onSort={() => {}} />
        <tbody>
          {nameWidths.map((width) => (
            <tr key={width} className={classes.row}>
              <td className={classes.who}>
                <Skeleton width={width} />
              </td>
              <td className={clsx(table.num, classes.level)}>
                <Skeleton width={56} />
              </td>
              {historyTypes.map((type) => (
                <td
                  key={type}
                  className={clsx(
                    table.num,
                    classes.change,
                    type !== shownPeriod(sort) && classes.other,
                  )}
                >
                  <Skeleton width={52} />
                </td>
              ))}
              <td className={clsx(table.num, classes.tokens)}>
                <Skeleton width={14} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
