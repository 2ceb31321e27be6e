import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import { overPast } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { Segments } from '../../design/Segments.tsx';
import type { ChipOptions } from '../../members/filterKind.ts';
import { creations, directions, type Filters, moveFilter } from '../../members/filterValues.ts';
import classes from './FilterPanel.module.css';
import { isFilterOffered, noFilters } from '../../members/filters.ts';
import { AttributePart } from './AttributePart.tsx';
import { FilterPart } from './FilterPart.tsx';
import { ThematicPart, TokenPart } from './HeldPart.tsx';
import { DateFields, MinimumField, NumberFields, Presets } from './RangeFields.tsx';

export interface FilterProps extends Pick<ChipOptions, 'period'> {
  readonly filters: Filters;
  readonly onFilter: (changed: Partial<Filters>) => void;
  readonly facets: readonly DirectoryFacet[];
  readonly matchCount: number | null;
  /** Figures that the service never reports, and so cannot be filtered. */
  readonly unsupported: readonly string[];
}

interface FilterPanelProps extends FilterProps {
  readonly onClose: () => void;
}

const sizes = [
  { label: 'Over 1 M', from: 1e6, to: null },
  { label: 'Over 10 M', from: 1e7, to: null },
  { label: 'Over 100 M', from: 1e8, to: null },
  { label: 'No holdings', from: 0, to: 0 },
] as const;

const changes = [
  { label: 'Up over 10 K', from: 1e4, to: null },
  { label: 'Up over 1 M', from: 1e6, to: null },
  { label: 'Down over 10 K', from: null, to: -1e4 },
  { label: 'Down over 1 M', from: null, to: -1e6 },
] as const;

const concentrations = [25, 50, 75].map((from) => ({
  label: `Over ${from}\u2009%`,
  from,
  to: null,
}));

const moveChoices = { any: 'Any', ...directions } as const;

/**
 * Filters that exclude users have no part of their own: the part that selects by the same property edits them. Users by id come from
 * links and selections.
 */
type PartName = Exclude<
  keyof Filters,
  'ids' | 'selection' | 'notThematics' | 'notTokens' | 'notAttributes' | 'lackedAttributes'
>;

const parts: { readonly [Name in PartName]: (props: FilterProps) => ReactNode } = {
  thematics: ThematicPart,
  tokens: TokenPart,
  total: ({ filters: { total }, onFilter }) => (
    <FilterPart title="Total">
      <Presets choices={sizes} chosen={total} onChoose={(range) => onFilter({ total: range })} />
      <NumberFields what="Total" range={total} onChange={(range) => onFilter({ total: range })} />
    </FilterPart>
  ),
  largest: ({ filters: { largest }, onFilter }) => (
    <FilterPart title="Largest position">
      <Presets
        choices={concentrations}
        chosen={largest}
        onChoose={(range) => onFilter({ largest: range })}
      />
      <MinimumField
        label="At least, %"
        name="Largest position at least, %"
        value={largest?.from ?? null}
        onSet={(from) => onFilter({ largest: from === null ? null : { from, to: null } })}
      />
    </FilterPart>
  ),
  moved: MovedPart,
  change: ({ filters: { change }, onFilter, period }) => (
    <FilterPart title={overPast('Value', period)}>
      <Presets
        choices={changes}
        chosen={change}
        onChoose={(range) => onFilter({ change: range })}
      />
      <NumberFields
        what="Change"
        range={change}
        onChange={(range) => onFilter({ change: range })}
      />
    </FilterPart>
  ),
  attributes: AttributePart,
  created: CreatedPart,
};

export function FilterPanel({ onClose, ...props }: FilterPanelProps) {
  const format = useFormat();
  const { onFilter, matchCount, unsupported } = props;
  const offered = Object.entries(parts).filter(([name]) => isFilterOffered(name, unsupported));
  const panel = useRef<HTMLDivElement>(null);
  const title = useId();
  // Also clears fields whose text is not a number.
  const [clears, setClears] = useState(0);
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <div ref={panel} role="dialog" aria-labelledby={title} className={classes.panel}>
      <Text component="h2" id={title} px="md" pt="sm" fw={600}>
        Filter users
      </Text>
      <div className={classes.parts}>
        {offered.map(([name, OfferedPart]) => (
          <OfferedPart key={`${name} ${clears}`} {...props} />
        ))}
      </div>
      <Group component="footer" gap="xs" px="md" py="xs" className={classes.foot}>
        <Text component="output" flex={1} size="xs" c="dimmed">
          {matchCount !== null && `${format.number(matchCount)} shown`}
        </Text>
        <Button variant="subtle" onClick={() => (setClears(clears + 1), onFilter(noFilters))}>
          Clear all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </div>
  );
}

function MovedPart({ filters: { moved }, onFilter, period }: FilterProps) {
  return (
    <FilterPart title={overPast('Return', period)}>
      <div className={classes.choice}>
        <Segments
          label="Direction"
          choices={moveChoices}
          chosen={moved?.direction ?? 'any'}
          onChoose={(direction) =>
            onFilter({
              moved: direction === 'any' ? null : moveFilter(direction, moved?.minimum ?? null),
            })
          }
        />
      </div>
      {moved !== null && moved.direction !== 'level' && (
        <MinimumField
          label="By at least, %"
          name="By at least, %"
          value={moved.minimum}
          onSet={(minimum) => onFilter({ moved: moveFilter(moved.direction, minimum) })}
        />
      )}
    </FilterPart>
  );
}

function CreatedPart({ filters: { created }, onFilter }: FilterProps) {
  return (
    <FilterPart title="Created">
      <div className={classes.choice}>
        <Segments
          label="Created"
          choices={creations}
          chosen={created === null ? 'any' : created.past}
          onChoose={(past) => onFilter({ created: past === 'any' ? null : { past } })}
        />
      </div>
      <DateFields
        what="Created"
        range={created?.past === null ? created : null}
        onChange={(dates) => onFilter({ created: dates && { past: null, ...dates } })}
      />
    </FilterPart>
  );
}
