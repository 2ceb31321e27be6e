import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatShare, formatTotal } from '../shared/format/number.ts';
import { NoCell } from '../shared/ui/NoCell.tsx';
import table from '../shared/ui/Table.module.css';
import classes from './PositionsTable.module.css';

interface SumRowProps {
  readonly total: number;
  readonly weight: number | null;
  /** null: there is nothing to sum. */
  readonly target: number | null;
  readonly tellsDay: boolean;
  readonly hasTargets: boolean;
  readonly className: string | undefined;
  /** What is summed. */
  readonly children: ReactNode;
}

/** Several positions in one row: all of them, or those that are left out. */
export function SumRow(props: SumRowProps) {
  const { total, weight, target, tellsDay, hasTargets, className, children } = props;
  return (
    <tr className={clsx(classes.sum, className)}>
      <td className={clsx(classes.who, classes.sumWords)}>{children}</td>
      <NoCell className={classes.amount} />
      <NoCell className={classes.price} />
      {tellsDay && <NoCell className={classes.day} />}
      <td className={clsx(table.num, classes.total)}>{formatTotal(total)}</td>
      <td className={clsx(table.num, classes.weight)}>{formatShare(weight)}</td>
      <NoCell className={classes.bullet} />
      {hasTargets && (
        <>
          {target === null ? (
            <NoCell className={classes.target} />
          ) : (
            <td className={clsx(table.num, classes.target)}>{formatShare(target)}</td>
          )}
          <NoCell className={classes.drift} />
          <NoCell className={classes.driftBar} />
        </>
      )}
    </tr>
  );
}
