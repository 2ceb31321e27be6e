import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Keys } from '../shared/keys.ts';
import { Choice } from '../shared/ui/Choice.tsx';
import { periodNames } from './periodWords.ts';

interface PeriodToggleProps {
  readonly period: HistoryType;
  readonly onChoose: (period: HistoryType) => void;
  /** The pointer or the focus is near a period: it may be wanted next. */
  readonly onConsider: (period: HistoryType) => void;
}

/** Day, week, month, year, all. The keys 1 to 5 choose as well. */
export function PeriodToggle({ period, onChoose, onConsider }: PeriodToggleProps) {
  return (
    <Choice
      label="Period"
      choices={historyTypes.map((type) => ({ value: type, label: periodNames[type] }))}
      chosen={period}
      onChoose={onChoose}
      onConsider={onConsider}
    />
  );
}

/** The keys 1 to 5, in the order of the periods. */
export function periodKeys(choose: (period: HistoryType) => void): Keys {
  return Object.fromEntries(
    historyTypes.map((type, index) => [String(index + 1), () => choose(type)]),
  );
}
