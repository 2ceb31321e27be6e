import { type KeyboardEvent, useRef } from 'react';
import { formatCount } from '../../shared/format/number.ts';
import { useKeys } from '../../shared/keys.ts';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { type ThematicSort, thematicSortWords } from './arrangeThematics.ts';
import classes from './ThematicsTools.module.css';

interface ThematicsToolsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly sort: ThematicSort;
  readonly onSort: (sort: ThematicSort) => void;
  /** How many are found of how many; null until it is known. */
  readonly found: { readonly count: number; readonly of: number } | null;
}

const keyWords = { '/': 'Search' };

/** Search, and below 768 px the order, which the head of the table holds elsewhere. */
export function ThematicsTools({ text, onType, sort, onSort, found }: ThematicsToolsProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() }, keyWords);
  return (
    <div className={classes.tools}>
      <SearchField
        ref={field}
        label="Search thematics"
        placeholder="Name, id or token"
        value={text}
        onChange={onType}
        onKeyDown={(event) => onSearchKey(event, text, onType)}
      />
      <SortChoice
        label="Order of the thematics"
        choices={thematicSortWords}
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
