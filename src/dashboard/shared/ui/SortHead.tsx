import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Sort } from '../url/sortParam.ts';
import classes from './SortHead.module.css';
import table from './Table.module.css';

interface SortHeadProps<Column extends string> {
  readonly column: Column;
  readonly sort: Sort<Column>;
  readonly onSort: (sort: Sort<Column>) => void;
  /** Figures and dates: at the right, and largest first when first pressed. */
  readonly isFigure?: boolean;
  /** Stands once in the head: USD, %. */
  readonly unit?: string | null;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The head of a column that sorts; pressed again it turns the order round. */
export function SortHead<Column extends string>(props: SortHeadProps<Column>) {
  const { column, sort, onSort, isFigure = false, unit = null, className, children } = props;
  const isSorted = sort.by === column;
  const first = isFigure ? 'descending' : 'ascending';
  const turned = sort.order === 'ascending' ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={clsx(isFigure && table.num, className)}
      aria-sort={isSorted ? sort.order : undefined}
    >
      <button
        type="button"
        className={clsx(classes.button, isFigure && classes.right)}
        onClick={() => onSort({ by: column, order: isSorted ? turned : first })}
      >
        <span>{children}</span>
        {unit !== null && <em>{unit}</em>}
        <i className={classes.triangle} aria-hidden />
      </button>
    </th>
  );
}
