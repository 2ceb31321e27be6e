import { useEffect, useRef } from 'react';

/** What keys do, by `KeyboardEvent.key`. Where a function returns false the browser does what it would. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void | false>>;

/** Keys of a page. They rest while something is typed, a dialog is open, or a modifier is held. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
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
