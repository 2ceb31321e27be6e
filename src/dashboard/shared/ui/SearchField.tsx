import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref } from 'react';
import classes from './SearchField.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The key that leads to it, which its owner sees to. */
  readonly shortcut?: string;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field to search with. The one of a page's rows is `PageSearch`. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  shortcut,
  onKeyDown,
  ref,
}: SearchFieldProps) {
  return (
    <label className={classes.field}>
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {shortcut !== undefined && <kbd aria-hidden>{shortcut}</kbd>}
    </label>
  );
}
