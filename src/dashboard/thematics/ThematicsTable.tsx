import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { formatCount, formatTotal } from '../shared/format/number.ts';
import { Change } from '../shared/ui/Change.tsx';
import { SortHead } from '../shared/ui/SortHead.tsx';
import table from '../shared/ui/Table.module.css';
import { urls } from '../shared/urls.ts';
import { shownPeriod, type ThematicSort } from './arrangeThematics.ts';
import classes from './ThematicsTable.module.css';

interface ThematicsTableProps {
  readonly thematics: readonly Thematic[];
  readonly sort: ThematicSort;
  readonly onSort: (sort: ThematicSort) => void;
}

const periodNames: Record<HistoryType, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  all: 'All',
};

/** Levels of the thematics and how they changed over every period. */
export function ThematicsTable({ thematics, sort, onSort }: ThematicsTableProps) {
  return (
    <table className={clsx(table.table, classes.table)} aria-label="Thematics">
      <ThematicsHead sort={sort} onSort={onSort} />
      <tbody>
        {thematics.map((thematic) => (
          <tr key={thematic._id} className={clsx(table.row, classes.row)}>
            <td className={classes.who}>
              <Link to={urls.thematic(thematic._id)} className={table.link}>
                <span className={table.id}>{thematic.name}</span>{' '}
                {thematic.description !== '' && (
                  <span className={table.name}>{thematic.description}</span>
                )}
              </Link>
            </td>
            <td className={clsx(table.num, classes.level)}>{formatTotal(thematic.total)}</td>
            {historyTypes.map((type) => (
              <td
                key={type}
                className={clsx(
                  table.num,
                  classes.change,
                  type !== shownPeriod(sort) && classes.other,
                )}
              >
                <Change value={thematic.change[type]} />
              </td>
            ))}
            <td className={clsx(table.num, table.soft, classes.tokens)}>
              {formatCount(thematic.tokens.length)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ThematicsHead({ sort, onSort }: Omit<ThematicsTableProps, 'thematics'>) {
  const head = { sort, onSort, isFigure: true };
  return (
    <thead>
      <tr>
        <SortHead sort={sort} onSort={onSort} column="name" className={classes.who}>
          Thematic
        </SortHead>
        <SortHead {...head} column="level" className={classes.level}>
          Level
        </SortHead>
        {historyTypes.map((type) => (
          <SortHead
            key={type}
            {...head}
            column={type}
            unit="%"
            className={clsx(classes.change, type !== shownPeriod(sort) && classes.other)}
          >
            {periodNames[type]}
          </SortHead>
        ))}
        <SortHead {...head} column="tokens" className={classes.tokens}>
          Tokens
        </SortHead>
      </tr>
    </thead>
  );
}
