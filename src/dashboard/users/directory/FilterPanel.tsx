import { useEffect, useId, useRef } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { categoriesOf } from '../../shared/categories.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { CategoryKey } from '../../shared/ui/CategoryKey.tsx';
import { Choice } from '../../shared/ui/Choice.tsx';
import classes from './FilterPanel.module.css';
import { type Filters, noFilters } from './filters.ts';
import type { Move } from './index/question.ts';
import { RangeFields } from './RangeFields.tsx';

interface FilterPanelProps {
  readonly filters: Filters;
  readonly onFilter: (changed: Partial<Filters>) => void;
  readonly thematics: readonly Thematic[] | undefined;
  readonly tellsDay: boolean;
  readonly found: number | null;
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
  const { filters, onFilter, thematics, tellsDay, found, onClose } = props;
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
        {tellsDay && thematics !== undefined && thematics.length > 0 && (
          <HeldPart thematics={thematics} held={filters.thematics} onFilter={onFilter} />
        )}
        <Part title="Total">
          <div className={classes.quick}>
            {sizes.map(({ label, from, to }) => {
              const isSet = total?.from === from && total.to === to;
              return (
                <button
                  key={label}
                  type="button"
                  aria-pressed={isSet}
                  onClick={() => onFilter({ total: isSet ? null : { from, to } })}
                >
                  {label}
                </button>
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
        {tellsDay && (
          <Part title="Past day">
            <div className={classes.choice}>
              <Choice
                label="Moved, past day"
                size="small"
                choices={moves}
                chosen={moved?.direction ?? 'any'}
                onChoose={(direction) =>
                  onFilter({ moved: moveOf(direction, moved?.least ?? null) })
                }
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
        )}
        <Part title="Created">
          <div className={classes.choice}>
            <Choice
              label="Created"
              size="small"
              choices={creations}
              chosen={created === null ? 'any' : (created.past ?? 'between')}
              onChoose={(past) =>
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
        {!tellsDay && (
          <p className={classes.untold}>
            This service does not tell how all users moved and what they hold, so neither filters.
          </p>
        )}
      </div>
      <footer className={classes.foot}>
        <output>{found !== null && `${formatCount(found)} shown`}</output>
        <Button variant="plain" onClick={() => onFilter(noFilters)}>
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
            <input
              type="checkbox"
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
