import { clsx } from 'clsx';
import { formatMarketFinePoints } from '../../shared/format/number.ts';
import table from '../../shared/ui/Table.module.css';
import classes from './ConstituentsTable.module.css';

interface ContributionCellProps {
  readonly part: number | null;
  /** The largest part of the table, up or down, reaches the edge. */
  readonly farthest: number;
}

/** What a token added, as points and as a bar from the middle. */
export function ContributionCell({ part, farthest }: ContributionCellProps) {
  const size = farthest > 0 ? (Math.abs(part ?? 0) / farthest) * 50 : 0;
  const isLoss = (part ?? 0) < 0;
  return (
    <td className={clsx(table.num, classes.part)}>
      <span className={classes.parts} aria-hidden>
        <u />
        <i
          className={isLoss ? classes.loss : classes.gain}
          style={{ left: `${isLoss ? 50 - size : 50}%`, width: `${size}%` }}
        />
      </span>
      <span className={classes.points}>{formatMarketFinePoints(part)}</span>
    </td>
  );
}
