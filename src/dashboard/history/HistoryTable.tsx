import { clsx } from 'clsx';
import { chartHeight, LineKey } from '../chart/Chart.tsx';
import { type ChartMode, modeTraits, previousMark, valueTraits } from '../chart/modes.ts';
import { dateAt } from '../chart/lineFigures.ts';
import { figureAt, isAside, isMoved, recordAt, type Scene } from '../chart/scene.ts';
import { type RecordColumn, RecordTable } from '../design/RecordTable.tsx';
import { Change } from '../portfolio/Change.tsx';
import { changeBetween } from './historyText.ts';
import type { HistoryScene } from './useHistoryScene.ts';
import classes from './HistoryTable.module.css';

interface HistoryTableProps {
  readonly shown: HistoryScene;
  readonly scene: Scene;
  readonly title: string;
  readonly isAlone: boolean;
}

export function HistoryTable({ shown, scene, title, isAlone }: HistoryTableProps) {
  const times = isAlone ? shown.columns.times : scene.times;
  const { format, modes } = shown.figures;
  const others = (isAlone ? scene.lines.slice(1) : scene.lines).flatMap((line) => {
    const head = (
      <>
        <LineKey style={line.style} />
        {isMoved(line) ? previousMark.label : line.label}
      </>
    );
    const figure = (at: number) => (isAside(line) ? figureAt(line, at) : recordAt(line, at));
    const column: RecordColumn = {
      id: line.id,
      head,
      cell: (index) => modes[scene.mode].full(figure(times[index] ?? NaN)),
    };
    if (!isMoved(line)) return [column];
    const dates: RecordColumn = {
      id: `${line.id} time`,
      head: 'Previous time',
      className: classes.dates,
      cell: (index) => format.dateTime(dateAt(line, times[index] ?? NaN)),
    };
    return [dates, { ...column, className: classes.previous }];
  });
  return (
    <RecordTable
      {...{ times, isOld: shown.isOld, label: title }}
      columns={isAlone ? [...ownColumns(shown, scene), ...others] : others}
      className={clsx(chartHeight, classes.records)}
    />
  );
}

/** A percentage is a return: values without one have no such mode. */
const nameOf = (mode: ChartMode) =>
  mode === 'percent' ? `Return ${modeTraits[mode].name}` : modeTraits[mode].name;

function ownColumns({ columns, figures }: HistoryScene, { lines, mode }: Scene): RecordColumn[] {
  const { times, totals } = columns;
  const { valueName, unit } = figures;
  const [main, other] = lines.filter((line) => !isAside(line));
  const first = totals.findIndex(Number.isFinite);
  const figure = (index: number) => (main ? figureAt(main, times[index] ?? NaN) : NaN);
  const ofMode: RecordColumn = {
    id: 'mode',
    head: other === undefined ? nameOf(mode) : main?.label,
    className: classes.mode,
    cell: (index) => figures.modes[mode].full(figure(index)),
  };
  return [
    {
      id: 'total',
      head: valueTraits[valueName].head,
      unit,
      className: classes.total,
      cell: (index) => figures.total(totals[index]),
    },
    ...(mode === 'value' ? [] : [ofMode]),
    {
      id: 'absolute',
      head: `${valueName} since previous record`,
      className: classes.absolute,
      cell: (index) =>
        figures.signed(index === 0 ? null : changeBetween(totals, index - 1, index)?.absolute),
    },
    {
      id: 'ratio',
      head: `${valueTraits[valueName].isPublic ? 'Return' : valueName} since the start`,
      className: classes.ratio,
      cell: (index) => (
        <Change value={changeBetween(totals, first, index)?.ratio} format={figures.change} />
      ),
    },
  ];
}
