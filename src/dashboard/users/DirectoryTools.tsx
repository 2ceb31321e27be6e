import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { formatCount } from '../shared/format/number.ts';
import { useKeys } from '../shared/keys.ts';
import { Button } from '../shared/ui/Button.tsx';
import { SearchField } from '../shared/ui/SearchField.tsx';
import { SortChoice } from '../shared/ui/SortChoice.tsx';
import type { DirectorySort } from './arrangeDirectory.ts';
import { directorySortWords } from './directorySortWords.ts';
import classes from './DirectoryTools.module.css';

interface DirectoryToolsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly sort: DirectorySort;
  readonly onSort: (sort: DirectorySort) => void;
  readonly onCreate: () => void;
  readonly tellsDayChange: boolean;
  /** How many are found of how many; null until it is known. */
  readonly found: { readonly count: number; readonly of: number } | null;
}

const keyWords = { '/': 'Search', n: 'Create user' };

/** Search, and below 768 px what the head of the page and of the table hold elsewhere. */
export function DirectoryTools(props: DirectoryToolsProps) {
  const { text, onType, sort, onSort, onCreate, tellsDayChange, found } = props;
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus(), n: onCreate }, keyWords);
  return (
    <div className={classes.tools}>
      <SearchField
        ref={field}
        label="Search users"
        placeholder="Id or name"
        value={text}
        onChange={onType}
        onKeyDown={(event) => onSearchKey(event, text, onType)}
      />
      <Button
        variant="filled"
        className={classes.create}
        aria-label="Create user"
        onClick={onCreate}
      >
        <IconPlus size={16} stroke={1.75} aria-hidden />
      </Button>
      <SortChoice
        label="Order of the users"
        choices={directorySortWords(tellsDayChange)}
        sort={sort}
        onSort={onSort}
      />
      <span className={classes.grow} />
      {found !== null && (
        <output className={classes.found}>
          <b>{formatCount(found.count)}</b> of {formatCount(found.of)}
        </output>
      )}
    </div>
  );
}

/** Enter and the down arrow go on into the rows; Escape clears, and then leaves. */
function onSearchKey(
  event: KeyboardEvent<HTMLInputElement>,
  text: string,
  onType: (text: string) => void,
): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    if (text === '') event.currentTarget.blur();
    else onType('');
  }
  const isOn = event.key === 'Enter' || event.key === 'ArrowDown';
  if (!isOn || event.nativeEvent.isComposing) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
}
