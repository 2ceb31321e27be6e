import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { formatTotal, formatSignedTotal } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { Change } from '../shared/ui/Change.tsx';
import table from '../shared/ui/Table.module.css';
import { changeFrom } from './changeFrom.ts';
import type { HistoryColumns } from './historyColumns.ts';
import classes from './HistoryTable.module.css';

interface HistoryTableProps {
  readonly columns: HistoryColumns;
  readonly title: string;
  readonly unit: string | null;
  readonly isOld: boolean;
}

const rowHeight = 28;

/** Every record of a history, newest first: what the line is drawn from. */
export function HistoryTable({ columns, title, unit, isOld }: HistoryTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = columns.times.length;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is given to a memoised component
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard
    <div ref={scroller} className={clsx(classes.scroller, isOld && classes.old)} tabIndex={0}>
      <table
        className={clsx(table.table, classes.table)}
        aria-label={title}
        aria-rowcount={count + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Time</th>
            <th scope="col" className={table.num}>
              Total{unit !== null && <em>{unit}</em>}
            </th>
            <th scope="col" className={clsx(table.num, classes.absolute)}>
              Since the record before
            </th>
            <th scope="col" className={clsx(table.num, classes.ratio)}>
              Since the start
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {shown.map(({ index }) => (
            <Row key={index} columns={columns} index={count - 1 - index} rowIndex={index + 2} />
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly columns: HistoryColumns;
  readonly index: number;
  readonly rowIndex: number;
}

function Row({ columns, index, rowIndex }: RowProps) {
  const { times, totals } = columns;
  const step = index === 0 ? null : changeFrom(totals, index - 1, index);
  const whole = changeFrom(totals, totals.findIndex(Number.isFinite), index);
  return (
    <tr aria-rowindex={rowIndex}>
      <td>
        <time dateTime={new Date(times[index] ?? 0).toISOString()}>
          {formatDateTime(times[index])}
        </time>
      </td>
      <td className={table.num}>{formatTotal(totals[index])}</td>
      <td className={clsx(table.num, classes.absolute)}>{formatSignedTotal(step?.absolute)}</td>
      <td className={clsx(table.num, classes.ratio)}>
        <Change value={whole?.ratio} />
      </td>
    </tr>
  );
}

function Space({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr aria-hidden className={classes.space} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing but room for the rows not drawn */}
      <td colSpan={4} />
    </tr>
  ) : null;
}
