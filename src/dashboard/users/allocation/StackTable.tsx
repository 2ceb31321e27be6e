import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { useFormat } from '../../preferences/format.ts';
import { Spacer } from '../../design/Spacer.tsx';
import table from '../../design/DataTable.module.css';
import { shareAt, type Stack } from './stack.ts';
import classes from './allocation.module.css';

interface StackTableProps {
  readonly stack: Stack;
  readonly isOld: boolean;
}

const rowHeight = 28;

/** Every record, newest first: what the bands are drawn from. */
export function StackTable({ stack, isOld }: StackTableProps) {
  const format = useFormat();
  const { times, layers, whole } = stack;
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
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard
    <div ref={scroller} className={clsx(classes.scroller, isOld && classes.old)} tabIndex={0}>
      <table
        className={clsx(table.table, classes.table)}
        aria-label="Shares over time"
        aria-rowcount={count + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Time</th>
            {layers.map(({ id, name }) => (
              <th key={id} scope="col" className={table.figure} title={name}>
                <bdi>{name}</bdi>
              </th>
            ))}
            <th scope="col" className={table.figure}>
              Total{format.currency !== null && <em>{format.currency}</em>}
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer height={shown[0]?.start ?? 0} />
          {shown.map(({ index: row }) => {
            const index = count - 1 - row;
            return (
              <tr key={index} aria-rowindex={row + 2}>
                <th scope="row">{format.dateTime(times[index])}</th>
                {layers.map((layer) => (
                  <td
                    key={layer.id}
                    className={table.figure}
                    title={format.total(layer.totals[index])}
                  >
                    {format.share(shareAt(stack, layer, index))}
                  </td>
                ))}
                <td className={table.figure}>{format.total(whole[index])}</td>
              </tr>
            );
          })}
          <Spacer height={rows.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}
