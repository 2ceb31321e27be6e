import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useRef } from 'react';
import type { Mode } from '#analytics/modes.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { Change } from '../shared/ui/Change.tsx';
import table from '../shared/ui/Table.module.css';
import { changeFrom } from './changeFrom.ts';
import type { HistoryColumns } from './historyColumns.ts';
import type { Scene } from './scene/scene.ts';
import { type FigureFormats, modeNames } from './told/figures.ts';
import classes from './HistoryTable.module.css';

interface HistoryTableProps {
  readonly columns: HistoryColumns;
  readonly title: string;
  readonly unit: string | null;
  readonly isOld: boolean;
  readonly figures: FigureFormats;
  /** The same records as the line tells them. */
  readonly scene: Scene;
}

const rowHeight = 28;

/** Every visible record of a history, newest first: what the line is drawn from, and what it tells of it. */
export function HistoryTable(props: HistoryTableProps) {
  const { columns, title, unit, isOld, figures, scene } = props;
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
            {hasColumn(scene.mode) && (
              <th scope="col" className={table.num}>
                {modeNames[scene.mode]}
              </th>
            )}
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
            <Row
              key={index}
              {...{ columns, scene, figures }}
              index={count - 1 - index}
              rowIndex={index + 2}
            />
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Per cent since the start have a column in every mode. */
function hasColumn(mode: Mode): boolean {
  return mode === 'index' || mode === 'drawdown';
}

interface RowProps extends Pick<HistoryTableProps, 'columns' | 'scene' | 'figures'> {
  readonly index: number;
  readonly rowIndex: number;
}

function Row({ columns, scene, figures, index, rowIndex }: RowProps) {
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
      <td className={table.num}>{figures.total(totals[index])}</td>
      {hasColumn(scene.mode) && (
        <td className={table.num}>
          {figures.modes[scene.mode].full(scene.lines[0]?.shown[index])}
        </td>
      )}
      <td className={clsx(table.num, classes.absolute)}>{figures.signed(step?.absolute)}</td>
      <td className={clsx(table.num, classes.ratio)}>
        <Change value={whole?.ratio} format={figures.change} />
      </td>
    </tr>
  );
}

function Space({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr aria-hidden className={classes.space} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing but room for the rows not drawn */}
      <td colSpan={5} />
    </tr>
  ) : null;
}
