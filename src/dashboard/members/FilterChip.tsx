import { IconX } from '@tabler/icons-react';
import classes from './FilterChip.module.css';

interface FilterChipProps {
  readonly label: string;
  readonly value: string;
  readonly title?: string;
  /** Name of the button that removes the chip. */
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** A condition that selects users. */
export function FilterChip({ label, value, title, removeLabel, onRemove }: FilterChipProps) {
  return (
    <span className={classes.chip} title={title ?? value}>
      <span>{label}</span> <b>{value}</b>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <IconX size={12} stroke={1.75} aria-hidden />
      </button>
    </span>
  );
}
