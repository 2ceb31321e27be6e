import { IconPlus } from '@tabler/icons-react';
import type { DirectoryFacet, DirectoryPeriod } from '#contract/directory.ts';
import { directoryPeriods } from '#contract/directory.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ChipSelect } from '../../shared/ui/ChipSelect.tsx';
import { ListTools, type ListToolsProps } from '../../shared/ui/ListTools.tsx';
import { PageSearch } from '../../shared/ui/PageSearch.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { directorySortWords } from './directorySortWords.ts';
import classes from './DirectoryTools.module.css';
import { FilterChips } from './FilterChips.tsx';
import { FilterControl } from './FilterControl.tsx';
import type { Filters } from './filters.ts';
import type { FilterWords } from './filterWords.ts';
import type { DirectorySort } from './directoryParams.ts';

interface DirectoryToolsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly sort: DirectorySort;
  readonly onSort: (sort: DirectorySort) => void;
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
  const { text, onType, sort, onSort, onCreate, words, onFilter, period, found } = props;
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
      <SortChoice
        label="Order of the users"
        choices={directorySortWords(period)}
        sort={sort}
        onSort={onSort}
      />
    </ListTools>
  );
}

/** To what sorts: the head of the column that does, or the one choice where there is no head. */
function focusSort(): void {
  const controls = document.querySelectorAll<HTMLElement>(
    'th[aria-sort] button, select[aria-label="Order of the users"]',
  );
  for (const control of controls) if (control.offsetParent !== null) control.focus();
}
