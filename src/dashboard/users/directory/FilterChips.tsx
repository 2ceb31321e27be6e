import { IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import classes from './FilterChips.module.css';
import type { FilterName, Filters } from './filters.ts';
import type { FilterWords } from './filterWords.ts';

interface FilterChipsProps {
  readonly words: readonly FilterWords[];
  readonly tellsDay: boolean;
  readonly onFilter: (changed: Partial<Filters>) => void;
}

/** What the interface's own list of users does not tell. */
const untold: ReadonlySet<FilterName> = new Set(['thematics', 'moved']);

/** The filters that are set, each with what takes it away. */
export function FilterChips({ words, tellsDay, onFilter }: FilterChipsProps) {
  return words.map(({ name, label, words: what, cleared }) => {
    const isIdle = !tellsDay && untold.has(name);
    return (
      <span
        key={name}
        className={clsx(classes.chip, isIdle && classes.idle)}
        title={isIdle ? 'This service does not tell it of all users: nobody is left out.' : what}
      >
        <span>{label}</span> <b>{what}</b>
        {isIdle && <span>not told here</span>}
        <button
          type="button"
          aria-label={`Remove filter: ${label} ${what}`}
          onClick={() => onFilter(cleared)}
        >
          <IconX size={12} stroke={1.75} aria-hidden />
        </button>
      </span>
    );
  });
}
