import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { chartHeight, LineKey } from '../chart/Chart.tsx';
import { modeTraits, valueTraits } from '../chart/modes.ts';
import { figureAt, type Line, recordAt, type Scene } from '../chart/scene.ts';
import { nearestRecord } from '../chart/series.ts';
import { Spacer } from '../design/Spacer.tsx';
import table from '../design/DataTable.module.css';
import { Change } from '../portfolio/Change.tsx';
import { changeBetween } from './historyText.ts';
import type { HistoryScene } from './useHistoryScene.ts';
import classes from './HistoryTable.module.css';

interface HistoryTableProps {
  readonly shown: HistoryScene;
  readonly scene: Scene;
  readonly title: string;
  /** The date one went to. */
  readonly at: number | null;
  /** One history has its totals and changes too; of several equal ones there are the lines. */
  readonly isAlone: boolean;
}

const rowHeight = 28;

/** Every visible record, newest first, of which only those in sight are drawn. */
export function HistoryTable({ shown, scene, title, at, isAlone }: HistoryTableProps) {
  const { valueName, unit } = shown.figures;
  const scroller = useRef<HTMLDivElement>(null);
  const times = isAlone ? shown.columns.times : scene.times;
  const count = times.length;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is given to a memoised component
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const inSight = rows.getVirtualItems();
  const read = at === null || shown.isOld ? -1 : count - 1 - nearestRecord(times, at);
  useEffect(() => {
    if (read !== -1) rows.scrollToIndex(read, { align: 'center' });
  }, [rows, read]);
  const main = isAlone ? scene.lines[0] : undefined;
  const others = isAlone ? scene.lines.slice(1) : scene.lines;
  const hasMode = isAlone && scene.mode !== 'value';
  return (
    <div
      ref={scroller}
      className={clsx(chartHeight, classes.scroller, shown.isOld && classes.old)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard
      tabIndex={0}
    >
      <table
        className={clsx(table.table, classes.table)}
        aria-label={title}
        aria-rowcount={count + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Time</th>
            {isAlone && (
              <th scope="col" className={clsx(table.figure, classes.total)}>
                {valueTraits[valueName].head}
                {unit !== null && <em>{unit}</em>}
              </th>
            )}
            {hasMode && (
              <th scope="col" className={clsx(table.figure, classes.mode)}>
                {others.length > 0 ? main?.label : modeTraits[scene.mode].name}
              </th>
            )}
            {isAlone && (
              <>
                <th scope="col" className={clsx(table.figure, classes.absolute)}>
                  Since the record before
                </th>
                <th scope="col" className={clsx(table.figure, classes.ratio)}>
                  Since the start
                </th>
              </>
            )}
            {others.map(({ id, label, style }) => (
              <th key={id} scope="col" className={table.figure}>
                <LineKey style={style} />
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={inSight[0]?.start ?? 0} />
          {inSight.map((row) => {
            const index = count - 1 - row.index;
            return (
              <tr
                key={row.index}
                className={clsx(row.index === read && classes.read)}
                aria-rowindex={row.index + 2}
                aria-current={row.index === read ? 'date' : undefined}
              >
                <td>
                  <time dateTime={new Date(times[index] ?? 0).toISOString()}>
                    {shown.figures.format.dateTime(times[index])}
                  </time>
                </td>
                {isAlone && <RecordCells {...{ shown, index, main }} hasMode={hasMode} />}
                {others.map((line) => (
                  <td key={line.id} className={table.figure}>
                    {shown.figures.modes[scene.mode].full(recordAt(line, times[index] ?? NaN))}
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

interface RecordCellsProps {
  readonly shown: HistoryScene;
  readonly index: number;
  readonly main: Line | undefined;
  readonly hasMode: boolean;
}

/** One record of the one history: total, the figure of its line, and what changed. */
function RecordCells({ shown, index, main, hasMode }: RecordCellsProps) {
  const { columns, figures, mode } = shown;
  const { times, totals } = columns;
  const first = totals.findIndex(Number.isFinite);
  const figure = main === undefined ? NaN : figureAt(main, times[index] ?? NaN);
  return (
    <>
      <td className={table.figure}>{figures.total(totals[index])}</td>
      {hasMode && (
        <td className={clsx(table.figure, classes.mode)}>{figures.modes[mode].full(figure)}</td>
      )}
      <td className={clsx(table.figure, classes.absolute)}>
        {figures.signed(index === 0 ? null : changeBetween(totals, index - 1, index)?.absolute)}
      </td>
      <td className={clsx(table.figure, classes.ratio)}>
        <Change value={changeBetween(totals, first, index)?.ratio} format={figures.change} />
      </td>
    </>
  );
}
