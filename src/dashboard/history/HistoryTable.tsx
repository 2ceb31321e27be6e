import { clsx } from 'clsx';
import { Change } from '../shared/ui/Change.tsx';
import table from '../shared/ui/Table.module.css';
import { changeFrom } from './changeFrom.ts';
import { LineCells, LineHeads } from './compare/LineCells.tsx';
import type { HistoryColumns } from './historyColumns.ts';
import { RecordTable } from './RecordTable.tsx';
import { figureAt } from './scene/dots.ts';
import type { Scene } from './scene/scene.ts';
import { type FigureFormats, modeNames } from './told/figures.ts';
import classes from './HistoryTable.module.css';

interface HistoryTableProps {
  readonly columns: HistoryColumns;
  readonly title: string;
  readonly unit: string | null;
  readonly isOld: boolean;
  readonly figures: FigureFormats;
  /** The same records as the line tells them, and the lines they are held against. */
  readonly scene: Scene;
}

/** Every visible record of a history, newest first: what the line is drawn from, and what it tells of it. */
export function HistoryTable({ columns, title, unit, isOld, figures, scene }: HistoryTableProps) {
  const { times, totals } = columns;
  const first = totals.findIndex(Number.isFinite);
  const [main, ...others] = scene.lines;
  const isCompared = others.length > 0;
  const hasColumn = isCompared || scene.mode === 'index' || scene.mode === 'drawdown';
  const { full } = figures.modes[scene.mode];
  return (
    <RecordTable
      {...{ title, times, isOld }}
      head={
        <>
          <th scope="col" className={clsx(table.num, classes.total)}>
            Total{unit !== null && <em>{unit}</em>}
          </th>
          {hasColumn && (
            <th scope="col" className={clsx(table.num, classes.mode)}>
              {isCompared ? main?.label : modeNames[scene.mode]}
            </th>
          )}
          <th scope="col" className={clsx(table.num, classes.absolute)}>
            Since the record before
          </th>
          <th scope="col" className={clsx(table.num, classes.ratio)}>
            Since the start
          </th>
          <LineHeads lines={others} />
        </>
      }
      renderCells={(index) => (
        <>
          <td className={table.num}>{figures.total(totals[index])}</td>
          {hasColumn && (
            <td className={clsx(table.num, classes.mode)}>
              {full(main === undefined ? NaN : figureAt(main, times[index] ?? NaN))}
            </td>
          )}
          <td className={clsx(table.num, classes.absolute)}>
            {figures.signed(index === 0 ? null : changeFrom(totals, index - 1, index)?.absolute)}
          </td>
          <td className={clsx(table.num, classes.ratio)}>
            <Change value={changeFrom(totals, first, index)?.ratio} format={figures.change} />
          </td>
          <LineCells lines={others} at={times[index] ?? NaN} format={full} />
        </>
      )}
    />
  );
}
