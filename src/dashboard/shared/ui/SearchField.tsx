import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref } from 'react';
import classes from './SearchField.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A search; `/` leads to it, which its page does. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
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
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden>/</kbd>
    </label>
  );
}
