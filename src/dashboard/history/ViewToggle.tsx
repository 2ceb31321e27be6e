import { IconChartLine, IconTable } from '@tabler/icons-react';
import classes from './ViewToggle.module.css';

interface ViewToggleProps {
  readonly view: 'chart' | 'table';
  readonly onChoose: (view: 'chart' | 'table') => void;
}

/** From the line to its records and back; the key t does the same. */
export function ViewToggle({ view, onChoose }: ViewToggleProps) {
  const other = view === 'chart' ? 'table' : 'chart';
  const name = view === 'chart' ? 'Show the records as a table' : 'Show the records as a line';
  const Icon = view === 'chart' ? IconTable : IconChartLine;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={name}
      aria-keyshortcuts="t"
      title={`${name} (t)`}
      onClick={() => onChoose(other)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
