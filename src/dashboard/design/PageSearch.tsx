import { Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import classes from './ListTools.module.css';
import { useKeys } from './keys.ts';

interface PageSearchProps {
  readonly label: string;
  readonly placeholder: string;
  /** How it searches. */
  readonly title?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const keyWords = { '/': 'Search' };

/**
 * The search of a page's rows: `/` leads to it, Enter and the down arrow go on into the rows below it, Escape clears, and
 * then leaves.
 */
export function PageSearch(props: PageSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() }, keyWords);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (props.value === '') event.currentTarget.blur();
      else props.onChange('');
    }
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      firstRowAfter(event.currentTarget)?.focus();
    }
  };
  const { label, placeholder, title, value, onChange } = props;
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      title={title}
      value={value}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={<Kbd aria-hidden>/</Kbd>}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** A page may hold several tables: the rows that are searched come after the field. */
function firstRowAfter(field: HTMLElement): HTMLElement | undefined {
  const firsts = document.querySelectorAll<HTMLElement>('[data-index="0"]');
  return [...firsts].find(
    (row) => field.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}
