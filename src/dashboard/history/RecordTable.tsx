import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { formatDateTime } from '../shared/format/time.ts';
import { Spacer } from '../shared/ui/Spacer.tsx';
import table from '../shared/ui/Table.module.css';
import classes from './HistoryTable.module.css';

interface RecordTableProps {
  readonly title: string;
  /** The instants of the rows, ascending. */
  readonly times: Float64Array;
  /** The lines of another period, dimmed until the chosen one is there. */
  readonly isOld: boolean;
  /** Heads of the columns beside the time. */
  readonly head: ReactNode;
  /** Cells of the row at an index of the times. */
  readonly renderCells: (index: number) => ReactNode;
}

const rowHeight = 28;

/** A row for each instant, newest first, of which only those in sight are drawn. */
export function RecordTable({ title, times, isOld, head, renderCells }: RecordTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = times.length;
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
            {head}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {shown.map((row) => {
            const index = count - 1 - row.index;
            return (
              <tr key={row.index} aria-rowindex={row.index + 2}>
                <td>
                  <time dateTime={new Date(times[index] ?? 0).toISOString()}>
                    {formatDateTime(times[index])}
                  </time>
                </td>
                {renderCells(index)}
              </tr>
            );
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  );
}
