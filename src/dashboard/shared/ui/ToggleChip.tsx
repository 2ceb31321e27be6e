import type { ReactNode } from 'react';
import classes from './ToggleChip.module.css';

interface ToggleChipProps {
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
  /** What it does, where its words are short. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** Something that is on or off, such as a line in a chart; pressed it has a fill. */
export function ToggleChip({ isOn, onToggle, title, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isOn}
      title={title}
      onClick={() => onToggle(!isOn)}
    >
      {children}
    </button>
  );
}
