import { IconX } from '@tabler/icons-react';
import classes from './FilterChip.module.css';

interface FilterChipProps {
  readonly label: string;
  readonly value: string;
  readonly title?: string;
  /** Name of the button that removes the chip. By default it names the filter. */
  readonly removeLabel?: string;
  readonly onRemove: () => void;
}

/** A condition that selects users. */
export function FilterChip(props: FilterChipProps) {
  const { label, value, title = value, onRemove } = props;
  const { removeLabel = `Remove filter: ${label} ${value}` } = props;
  return (
    <span className={classes.chip} title={title}>
      <span>{label}</span> <b>{value}</b>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <IconX size={12} stroke={1.75} aria-hidden />
      </button>
    </span>
  );
}
