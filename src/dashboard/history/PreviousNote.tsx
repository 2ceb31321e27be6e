import { clsx } from 'clsx';
import { LineKey } from '../chart/Chart.tsx';
import { datesOf, figuresAt } from '../chart/lineFigures.ts';
import { isRolling, modeTraits, previousName as label } from '../chart/modes.ts';
import { type FigureFormats, isMoved, previousStyle, type Scene } from '../chart/scene.ts';
import { spanText } from './periodText.ts';
import type { PreviousPeriod } from './usePreviousPeriod.ts';
import classes from './HistoryPanel.module.css';

interface PreviousNoteProps {
  readonly previous: PreviousPeriod;
  readonly scene: Scene | null;
  readonly figures: FigureFormats;
}

/** The legend of the previous period: its dates, its last figure and its change, or why it has none. */
export function PreviousNote({ previous, scene, figures }: PreviousNoteProps) {
  const text = textOf(previous, scene, figures);
  return (
    <p className={clsx(classes.notes, classes.previous)}>
      <span title={text}>
        <LineKey style={previousStyle} />
        {text}
      </span>
    </p>
  );
}

function textOf(previous: PreviousPeriod, scene: Scene | null, figures: FigureFormats): string {
  const { format, modes } = figures;
  const { whyNot, isLoading, isPartial, noneBefore, faults } = previous;
  const line = scene?.lines.find((one) => isMoved(one));
  const dates = line && datesOf(line);
  if (whyNot != null) return `${label}: ${whyNot.charAt(0).toLowerCase()}${whyNot.slice(1)}`;
  if (noneBefore !== null) return `${label}: no data before ${format.date(noneBefore)}`;
  if (faults.length > 0) return `${label}: could not be read`;
  if (isLoading || scene === null) return `${label}: loading`;
  if (line === undefined || dates == null) return `${label}: no figure in this window`;
  const rows = figuresAt(scene, dates.to + (line.shift ?? 0));
  const row = rows.find((one) => one.line === line);
  const isChange = isRolling(scene.mode) || modeTraits[scene.mode].isChange;
  const since = isPartial ? ' (no data before)' : '';
  return [
    label,
    `${spanText(format, dates)}${since}: ${modes[scene.mode].full(row?.figure)}`,
    ...(isChange ? [] : [figures.change(row?.change)]),
  ].join(', ');
}
