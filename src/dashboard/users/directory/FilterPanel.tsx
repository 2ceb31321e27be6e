import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, Checkbox, MultiSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type DirectoryFacet, directoryPeriods } from '#contract/directory.ts';
import type { Thematic } from '#contract/thematic.ts';
import { periodNames } from '../../history/periodText.ts';
import { categoriesOf } from '../../portfolio/categories.ts';
import { useFormat } from '../../preferences/format.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { tokenQueries } from '../../portfolio/thematicQueries.ts';
import { ChipSelect, closeListAlone } from '../../design/ChipSelect.tsx';
import type { ChipOptions, Filters, Move } from './filterKinds.ts';
import classes from './FilterPanel.module.css';
import { noFilters } from './filters.ts';
import { DateRange, LeastField, NumberRange, Quick } from './RangeFields.tsx';

/** What the filters are and offer. */
export interface FilterProps extends Pick<ChipOptions, 'period'> {
  readonly filters: Filters;
  readonly onFilter: (changed: Partial<Filters>) => void;
  readonly thematics: readonly Thematic[] | undefined;
  readonly facets: readonly DirectoryFacet[];
  /** How many are shown. */
  readonly found: number | null;
}

interface FilterPanelProps extends FilterProps {
  readonly onClose: () => void;
}

const sizes = [
  { label: 'Over 1 M', from: 1e6, to: null },
  { label: 'Over 10 M', from: 1e7, to: null },
  { label: 'Over 100 M', from: 1e8, to: null },
  { label: 'Nothing', from: 0, to: 0 },
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

const moves = [
  { value: 'any', label: 'Any' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
  { value: 'level', label: 'Unchanged' },
  { value: 'either', label: 'Up or down' },
] as const;

const creations = [
  { value: 'any', label: 'Any' },
  ...directoryPeriods.map((value, i) => ({
    value,
    label: i === 0 ? `Past ${value}` : periodNames[value],
  })),
] as const;

/** The control of each filter, in their order. */
const parts: { readonly [Name in keyof Filters]: (props: FilterProps) => React.ReactNode } = {
  thematics: HeldPart,
  tokens: TokenPart,
  total: ({ filters: { total }, onFilter }) => (
    <Part title="Total">
      <Quick choices={sizes} chosen={total} onChoose={(range) => onFilter({ total: range })} />
      <NumberRange what="Total" range={total} onChange={(range) => onFilter({ total: range })} />
    </Part>
  ),
  largest: ({ filters: { largest }, onFilter }) => (
    <Part title="Largest position">
      <Quick
        choices={concentrations}
        chosen={largest}
        onChoose={(range) => onFilter({ largest: range })}
      />
      <LeastField
        label="At least, %"
        name="Largest position at least, %"
        value={largest?.from ?? null}
        onSet={(from) => onFilter({ largest: from === null ? null : { from, to: null } })}
      />
    </Part>
  ),
  moved: MovedPart,
  change: ({ filters: { change }, onFilter, period }) => (
    <Part title={`Change, past ${period}`}>
      <Quick choices={changes} chosen={change} onChoose={(range) => onFilter({ change: range })} />
      <NumberRange what="Change" range={change} onChange={(range) => onFilter({ change: range })} />
    </Part>
  ),
  attributes: AttributePart,
  created: CreatedPart,
};

/** All filters. Each choice is seen in the rows at once; the panel stays until it is closed. */
export function FilterPanel({ onClose, ...props }: FilterPanelProps) {
  const format = useFormat();
  const { onFilter, found } = props;
  const panel = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <div ref={panel} role="dialog" aria-labelledby={title} className={classes.panel}>
      <h2 id={title} className={classes.title}>
        Filter users
      </h2>
      <div className={classes.parts}>
        {Object.entries(parts).map(([name, FilterPart]) => (
          <FilterPart key={name} {...props} />
        ))}
      </div>
      <footer className={classes.foot}>
        <output>{found !== null && `${format.number(found)} shown`}</output>
        <Button variant="subtle" onClick={() => onFilter(noFilters)}>
          Clear all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </footer>
    </div>
  );
}

function MovedPart({ filters: { moved }, onFilter, period }: FilterProps) {
  return (
    <Part title={`Return, past ${period}`}>
      <div className={classes.choice}>
        <SegmentedControl
          aria-label={`Moved, past ${period}`}
          size="xs"
          data={[...moves]}
          value={moved?.direction ?? 'any'}
          onChange={(direction) => onFilter({ moved: moveOf(direction, moved?.least ?? null) })}
        />
      </div>
      {moved !== null && moved.direction !== 'level' && (
        <LeastField
          label="By at least, %"
          name="By at least, %"
          value={moved.least}
          onSet={(least) => onFilter({ moved: moveOf(moved.direction, least) })}
        />
      )}
    </Part>
  );
}

function CreatedPart({ filters: { created }, onFilter }: FilterProps) {
  return (
    <Part title="Created">
      <div className={classes.choice}>
        <SegmentedControl
          aria-label="Created"
          size="xs"
          data={[...creations]}
          value={created === null ? 'any' : (created.past ?? 'between')}
          onChange={(past) =>
            onFilter({ created: past === 'any' || past === 'between' ? null : { past } })
          }
        />
      </div>
      <DateRange
        what="Created"
        from={created?.past === null ? created.from : null}
        to={created?.past === null ? created.to : null}
        onChange={(from, to) =>
          onFilter({ created: from === null && to === null ? null : { past: null, from, to } })
        }
      />
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Whoever holds one of the tokens chosen, found by symbol or name. */
function TokenPart({ filters: { tokens }, onFilter }: FilterProps) {
  const all = useQuery(tokenQueries.all()).data ?? [];
  const known = all.map(({ _id, symbol, name }) => ({
    value: _id,
    label: symbol === name ? symbol : `${symbol} ${name}`,
  }));
  const others = tokens.filter((id) => !known.some(({ value }) => value === id));
  return (
    <Part title="Holds one of the tokens">
      <MultiSelect
        aria-label="Tokens"
        placeholder={tokens.length === 0 ? 'Any' : ''}
        data={[...known, ...others.map((id) => ({ value: id, label: id }))]}
        value={[...tokens]}
        searchable
        hidePickedOptions
        nothingFoundMessage="No token matches"
        comboboxProps={{ withinPortal: false }}
        onKeyDown={closeListAlone}
        onChange={(ids) => onFilter({ tokens: ids })}
      />
    </Part>
  );
}

/** Whoever holds one of the thematics chosen. */
function HeldPart({ thematics = [], filters, onFilter }: FilterProps) {
  const held = filters.thematics;
  if (thematics.length === 0) return null;
  const categories = categoriesOf(thematics);
  return (
    <fieldset className={classes.part}>
      <legend>Holds one of the thematics</legend>
      <div className={classes.held}>
        {thematics.map(({ _id, name }) => (
          <label key={_id}>
            <Checkbox
              checked={held.includes(_id)}
              onChange={(event) =>
                onFilter({
                  thematics: event.target.checked
                    ? [...held, _id]
                    : held.filter((id) => id !== _id),
                })
              }
            />
            <CategoryKey category={categories.get(_id)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Whoever has one of the values chosen of an attribute; each says how many have it. */
function AttributePart({ facets, filters: { attributes: chosen }, onFilter }: FilterProps) {
  const format = useFormat();
  const [picked, pick] = useState<string | null>(null);
  const facet =
    facets.find(({ name }) => name === (picked ?? chosen[0]?.name)) ?? facets[0] ?? null;
  if (facet === null) return null;
  const { name, values, other } = facet;
  const own = chosen.find((one) => one.name === name)?.values ?? [];
  const choose = (value: string, isChosen: boolean) => {
    const others = chosen.filter((one) => one.name !== name);
    const next = isChosen ? [...own, value] : own.filter((one) => one !== value);
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
      <div className={classes.held}>
        {values.map(({ value, users }) => (
          <label key={value}>
            <Checkbox
              checked={own.includes(value)}
              onChange={(event) => choose(value, event.target.checked)}
            />
            <span>
              {value === '' ? 'empty' : value} <small>{format.number(users)}</small>
            </span>
          </label>
        ))}
      </div>
      {other > 0 && <small>{format.number(other)} with other values</small>}
    </Part>
  );
}

function moveOf(direction: Move['direction'] | 'any', least: number | null): Move | null {
  if (direction === 'any') return null;
  return { direction, least: direction === 'level' || (least ?? 0) <= 0 ? null : least };
}
