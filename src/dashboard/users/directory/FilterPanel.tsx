import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import type { Thematic } from '#contract/thematic.ts';
import { categoriesOf } from '../../portfolio/categories.ts';
import { useFormat } from '../../preferences/format.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import type { FilterProps } from './DirectoryTools.tsx';
import classes from './FilterPanel.module.css';
import { type AttributeFilter, type Filters, type Move, noFilters } from './filters.ts';
import { RangeFields } from './RangeFields.tsx';

interface FilterPanelProps extends FilterProps {
  readonly onClose: () => void;
}

const sizes = [
  { label: 'Over 1 M', from: 1e6, to: null },
  { label: 'Over 10 M', from: 1e7, to: null },
  { label: 'Over 100 M', from: 1e8, to: null },
  { label: 'Nothing', from: 0, to: 0 },
] as const;

const moves = [
  { value: 'any', label: 'Any' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
  { value: 'level', label: 'Unchanged' },
  { value: 'either', label: 'Up or down' },
] as const;

const creations = [
  { value: 'any', label: 'Any' },
  { value: 'day', label: 'Past day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const;

/** All filters. Each choice is seen in the rows at once; the panel stays until it is closed. */
export function FilterPanel(props: FilterPanelProps) {
  const format = useFormat();
  const { filters, onFilter, thematics, facets, period, found, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const { total, moved, created } = filters;
  return (
    <div ref={panel} role="dialog" aria-labelledby={title} className={classes.panel}>
      <h2 id={title} className={classes.title}>
        Filter users
      </h2>
      <div className={classes.parts}>
        {thematics !== undefined && thematics.length > 0 && (
          <HeldPart thematics={thematics} held={filters.thematics} onFilter={onFilter} />
        )}
        <Part title="Total">
          <div className={classes.quick}>
            {sizes.map(({ label, from, to }) => {
              const isSet = total?.from === from && total.to === to;
              return (
                <Button
                  key={label}
                  size="xs"
                  aria-pressed={isSet}
                  onClick={() => onFilter({ total: isSet ? null : { from, to } })}
                >
                  {label}
                </Button>
              );
            })}
          </div>
          <RangeFields
            kind="number"
            what="Total"
            from={total?.from?.toString() ?? ''}
            to={total?.to?.toString() ?? ''}
            onChange={(from, to) => onFilter({ total: totalOf(from, to) })}
          />
        </Part>
        <Part title={`Past ${period}`}>
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
            <RangeFields
              kind="least"
              what="By at least, %"
              from={moved.least?.toString() ?? ''}
              to=""
              onChange={(least) => onFilter({ moved: moveOf(moved.direction, numberOf(least)) })}
            />
          )}
        </Part>
        {facets.length > 0 && (
          <AttributePart facets={facets} chosen={filters.attributes} onFilter={onFilter} />
        )}
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
          <RangeFields
            kind="date"
            what="Created"
            from={(created?.past === null && created.from) || ''}
            to={(created?.past === null && created.to) || ''}
            onChange={(from, to) => onFilter({ created: datesOf(from, to) })}
          />
        </Part>
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

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface HeldPartProps {
  readonly thematics: readonly Thematic[];
  readonly held: readonly string[];
  readonly onFilter: (changed: Partial<Filters>) => void;
}

/** Whoever holds one of the thematics chosen. */
function HeldPart({ thematics, held, onFilter }: HeldPartProps) {
  const categories = categoriesOf(thematics);
  return (
    <fieldset className={classes.part}>
      <legend>Holds one of</legend>
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

interface AttributePartProps {
  readonly facets: readonly DirectoryFacet[];
  readonly chosen: readonly AttributeFilter[];
  readonly onFilter: (changed: Partial<Filters>) => void;
}

/** Whoever has one of the values chosen of an attribute; each says how many have it. */
function AttributePart({ facets, chosen, onFilter }: AttributePartProps) {
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

function totalOf(from: string, to: string): Filters['total'] {
  const range = { from: numberOf(from), to: numberOf(to) };
  return range.from === null && range.to === null ? null : range;
}

function datesOf(from: string, to: string): Filters['created'] {
  if (from === '' && to === '') return null;
  return { past: null, from: from === '' ? null : from, to: to === '' ? null : to };
}

const sizeOf: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** A number as people write it: `1,500`, `2.5 M`; null where it is none. */
function numberOf(text: string): number | null {
  const [, digits, unit = ''] = /^([+−-]?[\d,\s]*\.?\d+)\s*([kmbt]?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(/[,\s]/g, '').replace('−', '-'));
  return Number.isFinite(value) ? value * (sizeOf[unit.toLowerCase()] ?? 1) : null;
}
