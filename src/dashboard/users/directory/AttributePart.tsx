import { useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { Segments } from '../../design/Segments.tsx';
import type { Filters } from '../../members/filterValues.ts';
import { useFormat } from '../../preferences/format.ts';
import { FilterBoxes } from './FilterBoxes.tsx';
import { FilterPart } from './FilterPart.tsx';
import classes from './FilterPanel.module.css';

interface AttributePartProps {
  readonly facets: readonly DirectoryFacet[];
  readonly filters: Filters;
  readonly onFilter: (changed: Partial<Filters>) => void;
}

const relations = { is: 'Is', isNot: 'Is not', lacks: 'Not set' } as const;
type Relation = keyof typeof relations;
const lists = { is: 'attributes', isNot: 'notAttributes' } as const;

/** The attributes that are filtered, and how. */
function filteredNames(filters: Filters): readonly (readonly [name: string, how: Relation])[] {
  return [
    ...filters.attributes.map(({ name }) => [name, 'is'] as const),
    ...filters.notAttributes.map(({ name }) => [name, 'isNot'] as const),
    ...filters.lackedAttributes.map((name) => [name, 'lacks'] as const),
  ];
}

export function AttributePart({ facets, filters, onFilter }: AttributePartProps) {
  const format = useFormat();
  const filtered = filteredNames(filters);
  const [picked, pick] = useState<string | null>(null);
  const [preferred, prefer] = useState<Relation | null>(null);
  const facet =
    facets.find(({ name }) => name === (picked ?? filtered[0]?.[0])) ?? facets[0] ?? null;
  if (facet === null) return null;
  const { name, values, other } = facet;
  const relation = preferred ?? filtered.find(([own]) => own === name)?.[1] ?? 'is';
  const without = {
    attributes: filters.attributes.filter((one) => one.name !== name),
    notAttributes: filters.notAttributes.filter((one) => one.name !== name),
    lackedAttributes: filters.lackedAttributes.filter((one) => one !== name),
  };
  const valuesOf = (list: (typeof lists)[keyof typeof lists]) =>
    filters[list].find((one) => one.name === name)?.values ?? [];
  const choose = (how: Relation, chosen: readonly string[]) => {
    if (how === 'lacks')
      onFilter({ ...without, lackedAttributes: [...without.lackedAttributes, name] });
    else {
      const list = lists[how];
      const own = chosen.length === 0 ? [] : [{ name, values: chosen }];
      onFilter({ ...without, [list]: [...without[list], ...own] });
    }
  };
  /** The values stay chosen when the relation changes. */
  const relate = (how: Relation) => {
    prefer(how);
    const chosen = [...valuesOf('attributes'), ...valuesOf('notAttributes')];
    if (how === 'lacks' || chosen.length > 0 || relation === 'lacks') choose(how, chosen);
  };
  return (
    <FilterPart title="Attribute">
      <div>
        <ChipSelect
          label="Attribute"
          choices={facets.map((one) => ({
            value: one.name,
            label: `${one.name} (${format.number(one.users)})`,
          }))}
          chosen={name}
          onChoose={(next) => (pick(next), prefer(null))}
        />
      </div>
      <div className={classes.choice}>
        <Segments label={name} choices={relations} chosen={relation} onChoose={relate} />
      </div>
      {relation !== 'lacks' && (
        <FilterBoxes
          choices={values.map(({ value, users }) => ({
            value,
            label: (
              <>
                {format.attribute(value) || 'empty'} <small>{format.number(users)}</small>
              </>
            ),
          }))}
          chosen={valuesOf(lists[relation])}
          onChoose={(chosen) => choose(relation, chosen)}
        />
      )}
      {relation !== 'lacks' && other > 0 && <small>{format.number(other)} with other values</small>}
    </FilterPart>
  );
}
