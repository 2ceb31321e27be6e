import { clsx } from 'clsx';
import { historyTypes } from '#contract/historyType.ts';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { textParam } from '../../shared/url/searchParam.ts';
import { searchName, sparkParam } from '../thematicParams.ts';
import { shownPeriod, thematicSortParam } from './arrangeThematics.ts';
import { ThematicsHead } from './ThematicsHead.tsx';
import classes from './ThematicsTable.module.css';
import { ThematicsTools } from './ThematicsTools.tsx';

const nameWidths = [84, 112, 72, 96, 124, 88, 104, 76, 92, 108, 80, 100];
const searchParam = textParam(searchName);

/** The table before its rows. */
export function ThematicsSkeleton() {
  const [sort, setSort] = useSearchParam(thematicSortParam);
  const [spark, setSpark] = useSearchParam(sparkParam);
  const [text] = useSearchParam(searchParam);
  return (
    <>
      <Loading what="thematics" />
      <div inert>
        <ThematicsTools text={text} onType={() => {}} sort={sort} onSort={setSort} found={null} />
        <table className={clsx(table.table, classes.table)} aria-hidden>
          <ThematicsHead sort={sort} onSort={setSort} spark={spark} onSpark={setSpark} />
          <tbody>
            {nameWidths.map((width) => (
              <tr key={width} className={classes.row}>
                <NoCell className={classes.pick} />
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
                      type === 'all' && classes.all,
                      type !== shownPeriod(sort) && classes.other,
                    )}
                  >
                    <Skeleton width={52} />
                  </td>
                ))}
                <td className={classes.spark}>
                  <Skeleton width={104} height={2} />
                </td>
                <td className={clsx(table.num, classes.tokens)}>
                  <Skeleton width={14} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
