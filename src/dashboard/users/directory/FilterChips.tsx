import { IconX } from '@tabler/icons-react';
import classes from './FilterChips.module.css';
import type { Filters } from './filters.ts';
import type { FilterWords } from './filterWords.ts';

interface FilterChipsProps {
  readonly words: readonly FilterWords[];
  readonly onFilter: (changed: Partial<Filters>) => void;
}

/** The filters that are set, each with what takes it away. */
export function FilterChips({ words, onFilter }: FilterChipsProps) {
  return words.map(({ criterion, label, words: what, cleared }) => (
    <span key={criterion} className={classes.chip} title={what}>
      <span>{label}</span> <b>{what}</b>
      <button
        type="button"
        aria-label={`Remove filter: ${label} ${what}`}
        onClick={() => onFilter(cleared)}
      >
        <IconX size={12} stroke={1.75} aria-hidden />
      </button>
    </span>
  ));
}
