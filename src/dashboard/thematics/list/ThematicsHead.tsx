import { IconChevronDown } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type HistoryType, historyTypes, isHistoryType } from '#contract/historyType.ts';
import { periodLengths, periodNames } from '../../history/periodWords.ts';
import hidden from '../../shared/ui/Hidden.module.css';
import { SortHead } from '../../shared/ui/SortHead.tsx';
import { shownPeriod, type ThematicSort } from './arrangeThematics.ts';
import classes from './ThematicsTable.module.css';

interface ThematicsHeadProps {
  readonly sort: ThematicSort;
  readonly onSort: (sort: ThematicSort) => void;
  readonly spark: HistoryType;
  readonly onSpark: (period: HistoryType) => void;
}

/** The heads sort; that of the lines chooses their period. */
export function ThematicsHead({ sort, onSort, spark, onSpark }: ThematicsHeadProps) {
  const head = { sort, onSort, isFigure: true };
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.pick}>
          <span className={hidden.hidden}>Compare</span>
        </th>
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
            className={clsx(
              classes.change,
              type === 'all' && classes.all,
              type !== shownPeriod(sort) && classes.other,
            )}
          >
            {periodNames[type]}
          </SortHead>
        ))}
        <th scope="col" className={classes.spark}>
          <span className={classes.period}>
            <select
              aria-label="Period of the lines"
              value={spark}
              onChange={({ target }) => isHistoryType(target.value) && onSpark(target.value)}
            >
              {historyTypes.map((type) => (
                <option key={type} value={type}>
                  {periodLengths[type]}
                </option>
              ))}
            </select>
            <IconChevronDown size={12} stroke={1.75} aria-hidden />
          </span>
        </th>
        <SortHead {...head} column="tokens" className={classes.tokens}>
          Tokens
        </SortHead>
      </tr>
    </thead>
  );
}
