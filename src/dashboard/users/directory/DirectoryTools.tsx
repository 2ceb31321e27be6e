import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { DirectoryFacet, DirectoryPeriod, DirectoryRow } from '#contract/directory.ts';
import { directoryPeriods } from '#contract/directory.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useKeys } from '../../design/keys.ts';
import { ColumnChooser } from '../../design/ColumnChooser.tsx';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { ListTools, type ListToolsProps } from '../../design/ListTools.tsx';
import { PageSearch } from '../../design/PageSearch.tsx';
import { TableSort } from '../../design/TableSort.tsx';
import type { TableModel } from '../../design/useDataTable.ts';
import classes from './DirectoryTools.module.css';
import { FilterChips } from './FilterChips.tsx';
import { FilterControl } from './FilterControl.tsx';
import type { Filters } from './filters.ts';
import type { FilterWords } from './filterWords.ts';

interface DirectoryToolsProps {
  readonly model: TableModel<DirectoryRow>;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onCreate: () => void;
  readonly filters: Filters;
  readonly words: readonly FilterWords[];
  readonly onFilter: (changed: Partial<Filters>) => void;
  readonly thematics: readonly Thematic[] | undefined;
  readonly facets: readonly DirectoryFacet[];
  readonly period: DirectoryPeriod;
  readonly onPeriod: (period: DirectoryPeriod) => void;
  readonly found: ListToolsProps['found'];
}

const periodChoices = directoryPeriods.map((value) => ({ value, label: `Past ${value}` }));

const keyWords = { s: 'Sort', n: 'Create user' };

/** Search and filters, and below 768 px what the head of the page and of the table hold elsewhere. */
export function DirectoryTools(props: DirectoryToolsProps) {
  const { model, text, onType, onCreate, words, onFilter, period, found } = props;
  useKeys({ s: focusSort, n: onCreate }, keyWords);
  return (
    <ListTools found={found}>
      <PageSearch
        label="Search users"
        placeholder="Id, name or any attribute"
        value={text}
        onChange={onType}
      />
      <Button
        variant="filled"
        className={classes.create}
        aria-label="Create user"
        onClick={onCreate}
      >
        <IconPlus size={16} stroke={1.75} aria-hidden />
      </Button>
      <FilterChips words={words} onFilter={onFilter} />
      <FilterControl
        filters={props.filters}
        onFilter={onFilter}
        thematics={props.thematics}
        facets={props.facets}
        period={period}
        found={found?.count ?? null}
      />
      <ChipSelect
        label="Changes over"
        choices={periodChoices}
        chosen={period}
        onChoose={props.onPeriod}
      />
      <ColumnChooser model={model} />
      <TableSort label="Order of the users" model={model} />
    </ListTools>
  );
}

/** To what sorts: the head of the column that does, or the one choice where there is no head. */
function focusSort(): void {
  const controls = document.querySelectorAll<HTMLElement>(
    'th[aria-sort] button, [aria-label="Order of the users"]',
  );
  for (const control of controls) if (control.offsetParent !== null) control.focus();
}
