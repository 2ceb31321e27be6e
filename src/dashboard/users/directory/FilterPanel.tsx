import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import { overPast } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { tokenQueries } from '../../portfolio/thematicQueries.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { ChipSelect, closeListOnly } from '../../design/ChipSelect.tsx';
import { Segments } from '../../design/Segments.tsx';
import type { ChipOptions } from '../../members/filterKinds.ts';
import { creations, directions, type Filters, moveFilter } from '../../members/filterValues.ts';
import classes from './FilterPanel.module.css';
import { isFilterOffered, noFilters } from '../../members/filters.ts';
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

const parts: { readonly [Name in keyof Filters]: (props: FilterProps) => ReactNode } = {
  thematics: ThematicPart,
  tokens: TokenPart,
  total: ({ filters: { total }, onFilter }) => (
    <Part title="Total">
      <Presets choices={sizes} chosen={total} onChoose={(range) => onFilter({ total: range })} />
      <NumberFields what="Total" range={total} onChange={(range) => onFilter({ total: range })} />
    </Part>
  ),
  largest: ({ filters: { largest }, onFilter }) => (
    <Part title="Largest position">
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
    </Part>
  ),
  moved: MovedPart,
  change: ({ filters: { change }, onFilter, period }) => (
    <Part title={overPast('Value', period)}>
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
    </Part>
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
        {offered.map(([name, FilterPart]) => (
          <FilterPart key={`${name} ${clears}`} {...props} />
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
    <Part title={overPast('Return', period)}>
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
    </Part>
  );
}

function CreatedPart({ filters: { created }, onFilter }: FilterProps) {
  return (
    <Part title="Created">
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
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Stack role="group" aria-labelledby={id} gap="xs" py="sm" className={classes.part}>
      <Text component="h3" id={id} size="xs" c="dimmed">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

interface BoxesProps {
  readonly choices: readonly { value: string; mark?: ReactNode; label: ReactNode }[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
}

function Boxes({ choices, chosen, onChoose }: BoxesProps) {
  return (
    <div className={classes.held}>
      {choices.map(({ value, mark, label }) => (
        <label key={value}>
          <Checkbox
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {mark}
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

function TokenPart({ filters: { tokens }, onFilter }: FilterProps) {
  const all = useQuery(tokenQueries.all()).data ?? [];
  const known = all.map(({ _id, symbol, name }) => ({
    value: _id,
    label: symbol === name ? symbol : `${symbol} ${name}`,
  }));
  const others = tokens.filter((id) => !known.some(({ value }) => value === id));
  return (
    <Part title="Holds any of these tokens">
      <MultiSelect
        aria-label="Tokens"
        placeholder={tokens.length === 0 ? 'Any' : ''}
        data={[...known, ...others.map((id) => ({ value: id, label: id }))]}
        value={[...tokens]}
        searchable
        hidePickedOptions
        nothingFoundMessage="No token matches"
        comboboxProps={{ withinPortal: false }}
        onKeyDown={closeListOnly}
        onChange={(ids) => onFilter({ tokens: ids })}
      />
    </Part>
  );
}

function ThematicPart({ filters, onFilter }: FilterProps) {
  const { all, categories } = useThematics();
  if (all.length === 0) return null;
  return (
    <Part title="Holds any of these thematics">
      <Boxes
        choices={all.map(({ _id, name }) => ({
          value: _id,
          mark: <CategoryKey category={categories.get(_id)} />,
          label: name,
        }))}
        chosen={filters.thematics}
        onChoose={(ids) => onFilter({ thematics: ids })}
      />
    </Part>
  );
}

function AttributePart({ facets, filters: { attributes: chosen }, onFilter }: FilterProps) {
  const format = useFormat();
  const [picked, pick] = useState<string | null>(null);
  const facet =
    facets.find(({ name }) => name === (picked ?? chosen[0]?.name)) ?? facets[0] ?? null;
  if (facet === null) return null;
  const { name, values, other } = facet;
  const own = chosen.find((one) => one.name === name)?.values ?? [];
  const choose = (next: string[]) => {
    const others = chosen.filter((one) => one.name !== name);
    onFilter({ attributes: next.length === 0 ? others : [...others, { name, values: next }] });
  };
  return (
    <Part title="Attribute">
      <div>
        <ChipSelect
          label="Attribute"
          choices={facets.map((one) => ({
            value: one.name,
            label: `${one.name} (${format.number(one.users)})`,
          }))}
          chosen={name}
          onChoose={pick}
        />
      </div>
      <Boxes
        choices={values.map(({ value, users }) => ({
          value,
          label: (
            <>
              {format.attribute(value) || 'empty'} <small>{format.number(users)}</small>
            </>
          ),
        }))}
        chosen={own}
        onChoose={choose}
      />
      {other > 0 && <small>{format.number(other)} with other values</small>}
    </Part>
  );
}
