import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../preferences/format.ts';
import { instantStyle } from './columns.ts';
import table from './DataTable.module.css';
import classes from './RecordTable.module.css';
import { Spacer } from './Spacer.tsx';
import { HeadWithUnit } from './WithUnit.tsx';

export interface RecordColumn {
  readonly id: string;
  readonly head: ReactNode;
  readonly unit?: string | null;
  readonly cell: (index: number) => ReactNode;
  readonly className?: string | undefined;
}

interface RecordTableProps {
  readonly label: string;
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  readonly columns: readonly RecordColumn[];
  /** Index of the hovered record; −1 for none. */
  readonly read?: number;
  readonly isOld: boolean;
  readonly className: string | undefined;
}

const rowHeight = 28;

export function RecordTable(props: RecordTableProps) {
  const { label, times, columns, read = -1, isOld, className } = props;
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const count = times.length;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to a memoized component
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const inSight = rows.getVirtualItems();
  const readRow = read === -1 ? -1 : count - 1 - read;
  useEffect(() => {
    if (readRow !== -1) rows.scrollToIndex(readRow, { align: 'center' });
  }, [rows, readRow]);
  return (
    <div
      ref={scroller}
      className={clsx(classes.scroller, className, isOld && classes.old)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access
      tabIndex={0}
      style={instantStyle(format.dateTime)}
    >
      <table className={table.table} aria-label={label} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Time</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={clsx(table.figure, column.className)}>
                <HeadWithUnit unit={column.unit}>{column.head}</HeadWithUnit>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={inSight[0]?.start ?? 0} />
          {inSight.map(({ index: row }) => {
            const index = count - 1 - row;
            return (
              <tr
                key={row}
                className={clsx(row === readRow && classes.read)}
                aria-rowindex={row + 2}
                aria-current={row === readRow ? 'date' : undefined}
              >
                <th scope="row">
                  <time dateTime={new Date(times[index] ?? 0).toISOString()}>
                    {format.dateTime(times[index])}
                  </time>
                </th>
                {columns.map((column) => (
                  <td key={column.id} className={clsx(table.figure, column.className)}>
                    {column.cell(index)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={rows.getTotalSize() - (inSight.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}
