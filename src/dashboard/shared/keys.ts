import { useEffect, useRef } from 'react';
import { listWords } from './keyWords.ts';

/** What keys do, by `KeyboardEvent.key`. Where a function returns false the browser does what it would. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void | false>>;

/**
 * Keys of a page. They rest while something is typed, a dialog is open, or a modifier is held.
 * @param words what they do, as the sheet of shortcuts lists it: `{ '1 to 5': 'Day, week, month, year, all' }`.
 *   Must be the same object at each render.
 */
export function useKeys(keys: Keys, words: Readonly<Record<string, string>> = noWords): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => listWords(words), [words]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || document.querySelector('dialog[open]') !== null) return;
      const run = latest.current[event.key];
      if (run !== undefined && run(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A radio button or a checkbox needs arrows and space; letters and digits mean nothing to it.
  if (target.matches('input:is([type="radio"], [type="checkbox"])'))
    return !/^[\p{L}\d]$/u.test(key);
  return target.isContentEditable || target.matches('input, textarea, select, [role="radio"]');
}

const noWords = {};
