import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { DirectoryFacet, DirectoryPeriod } from '#contract/directory.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useKeys } from '../../shared/keys.ts';
import classes from './FilterControl.module.css';
import type { Filters } from './filters.ts';

const FilterPanel = lazy(async () => ({
  default: (await import('./FilterPanel.tsx')).FilterPanel,
}));

interface FilterControlProps {
  readonly filters: Filters;
  readonly onFilter: (changed: Partial<Filters>) => void;
  readonly thematics: readonly Thematic[] | undefined;
  readonly facets: readonly DirectoryFacet[];
  readonly period: DirectoryPeriod;
  /** How many are shown. */
  readonly found: number | null;
}

const keyWords = { f: 'Filter' };

/** The one control of all filters: it opens a panel in which each choice is seen at once in the rows. */
export function FilterControl(props: FilterControlProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useKeys({ f: () => setOpen(true) }, keyWords);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false)
        setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      ref={place}
      role="presentation"
      className={classes.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.chip}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="f"
        onClick={() => setOpen(!isOpen)}
      >
        <IconPlus size={12} stroke={1.75} aria-hidden /> Filter <kbd aria-hidden>F</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterPanel {...props} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
