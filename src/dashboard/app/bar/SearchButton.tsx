import { Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { isApple } from '../isApple.ts';
import classes from './SearchButton.module.css';

/** The visible way to the command palette. */
export function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      className={classes.search}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span>Search or jump to</span>
      <Kbd aria-hidden>{isApple() ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd aria-hidden>K</Kbd>
    </button>
  );
}
