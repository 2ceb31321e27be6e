import { IconPlus } from '@tabler/icons-react';
import type { Thematic } from '#contract/thematic.ts';
import { formatCount } from '../../shared/format/number.ts';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ListTools, type ListToolsProps } from '../../shared/ui/ListTools.tsx';
import { PageSearch } from '../../shared/ui/PageSearch.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { directorySortWords } from './directorySortWords.ts';
import classes from './DirectoryTools.module.css';
import { FilterChips } from './FilterChips.tsx';
import { FilterControl } from './FilterControl.tsx';
import type { Filters } from './filters.ts';
import type { FilterWords } from './filterWords.ts';
import type { DirectorySort } from './index/question.ts';

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
  readonly tellsDay: boolean;
  /** How many are read so far, and whether more come; null when all are. */
  readonly progress: { readonly count: number; readonly goesOn: boolean } | null;
  readonly found: ListToolsProps['found'];
}

const keyWords = { s: 'Sort', n: 'Create user' };

/** Search and filters, and below 768 px what the head of the page and of the table hold elsewhere. */
export function DirectoryTools(props: DirectoryToolsProps) {
  const { text, onType, sort, onSort, onCreate, words, onFilter, tellsDay, found, progress } =
    props;
  useKeys({ s: focusSort, n: onCreate }, keyWords);
  return (
    <ListTools found={found} progress={progress && progressWords(progress)}>
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
      <FilterChips words={words} tellsDay={tellsDay} onFilter={onFilter} />
      <FilterControl
        filters={props.filters}
        onFilter={onFilter}
        thematics={props.thematics}
        tellsDay={tellsDay}
        found={found?.count ?? null}
      />
      <SortChoice
        label="Order of the users"
        choices={directorySortWords(tellsDay)}
        sort={sort}
        onSort={onSort}
      />
    </ListTools>
  );
}

function progressWords({ count, goesOn }: NonNullable<DirectoryToolsProps['progress']>): string {
  return goesOn
    ? `reading… ${formatCount(count)} so far`
    : `${formatCount(count)} read, then it broke off`;
}

/** To what sorts: the head of the column that does, or the one choice where there is no head. */
function focusSort(): void {
  const controls = document.querySelectorAll<HTMLElement>(
    'th[aria-sort] button, select[aria-label="Order of the users"]',
  );
  for (const control of controls) if (control.offsetParent !== null) control.focus();
}
