import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { closeListOnly } from '../../design/ChipSelect.tsx';
import { Segments } from '../../design/Segments.tsx';
import type { Filters } from '../../members/filterValues.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { tokenQueries } from '../../portfolio/thematicQueries.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { FilterBoxes } from './FilterBoxes.tsx';
import { FilterPart } from './FilterPart.tsx';
import classes from './FilterPanel.module.css';

interface HeldFilterProps {
  readonly filters: Filters;
  readonly onFilter: (changed: Partial<Filters>) => void;
}

const holdings = { any: 'Any of', none: 'None of' } as const;

interface HeldPartProps extends HeldFilterProps {
  readonly of: 'thematics' | 'tokens';
  readonly children: (ids: readonly string[], choose: (ids: string[]) => void) => ReactNode;
}

/** Edits two lists that apply together: users hold any of one, and none of the other. */
function HeldPart({ of, filters, onFilter, children }: HeldPartProps) {
  const lists = {
    any: of,
    none: ({ thematics: 'notThematics', tokens: 'notTokens' } as const)[of],
  } as const;
  const hasOnlyNone = filters[lists.any].length === 0 && filters[lists.none].length > 0;
  const [mode, choose] = useState<keyof typeof holdings>(hasOnlyNone ? 'none' : 'any');
  const list = lists[mode];
  return (
    <FilterPart title={`Holds ${mode} of these ${of}`}>
      <div className={classes.choice}>
        <Segments label={`Held ${of}`} choices={holdings} chosen={mode} onChoose={choose} />
      </div>
      {children(filters[list], (ids) => onFilter({ [list]: ids }))}
    </FilterPart>
  );
}

export function TokenPart(props: HeldFilterProps) {
  const all = useQuery(tokenQueries.all()).data ?? [];
  const known = all.map(({ _id, symbol, name }) => ({
    value: _id,
    label: symbol === name ? symbol : `${symbol} ${name}`,
  }));
  return (
    <HeldPart of="tokens" {...props}>
      {(tokens, choose) => (
        <MultiSelect
          aria-label="Tokens"
          placeholder={tokens.length === 0 ? 'Any' : ''}
          data={[
            ...known,
            ...tokens
              .filter((id) => !known.some(({ value }) => value === id))
              .map((id) => ({ value: id, label: id })),
          ]}
          value={[...tokens]}
          searchable
          hidePickedOptions
          nothingFoundMessage="No token matches"
          comboboxProps={{ withinPortal: false }}
          onKeyDown={closeListOnly}
          onChange={choose}
        />
      )}
    </HeldPart>
  );
}

export function ThematicPart(props: HeldFilterProps) {
  const { all, categories } = useThematics();
  if (all.length === 0) return null;
  return (
    <HeldPart of="thematics" {...props}>
      {(chosen, choose) => (
        <FilterBoxes
          choices={all.map(({ _id, name }) => ({
            value: _id,
            mark: <CategoryKey category={categories.get(_id)} />,
            label: name,
          }))}
          chosen={chosen}
          onChoose={choose}
        />
      )}
    </HeldPart>
  );
}
