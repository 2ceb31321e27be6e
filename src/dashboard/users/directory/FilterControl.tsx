import { Kbd, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { DirectoryFacet, DirectoryPeriod } from '#contract/directory.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useKeys } from '../../design/keys.ts';
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
  const button = useRef<HTMLButtonElement>(null);
  useKeys({ f: () => setOpen(true) }, keyWords);
  const change = (opened: boolean) => {
    setOpen(opened);
    // Also where the key opened it, from anywhere.
    if (!opened) button.current?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      position="bottom-start"
      offset={4}
      width={448}
      withinPortal={false}
      // The panel is the dialog, and names itself.
      withRoles={false}
      classNames={{ dropdown: classes.panel }}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={classes.chip}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-keyshortcuts="f"
          onClick={() => change(!isOpen)}
        >
          <IconPlus size={12} stroke={1.75} aria-hidden /> Filter <Kbd aria-hidden>F</Kbd>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={null}>
          <FilterPanel {...props} onClose={() => change(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
