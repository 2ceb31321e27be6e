import { useEffect, useRef } from 'react';

type KeyTexts = Readonly<Record<string, string>>;

export type KeyScope = 'page' | 'global';

const listed = new Map<KeyTexts, KeyScope>();

/** Returns a function that removes the texts again. */
function listTexts(texts: KeyTexts, scope: KeyScope = 'page'): () => void {
  listed.set(texts, scope);
  return () => listed.delete(texts);
}

/** Returns the keys of a scope with their texts, without duplicates. */
export function listedTexts(scope: KeyScope): readonly (readonly [key: string, does: string])[] {
  const all = [...listed].flatMap(([texts, its]) => (its === scope ? Object.entries(texts) : []));
  return [...new Map(all.map(([key, does]) => [`${key} ${does}`, [key, does] as const])).values()];
}

/** Handlers by `KeyboardEvent.key`; `g u` is two keys in sequence. Returning false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void | false>>;

/**
 * Handles keys unless the user is typing, a dialog is open, or a modifier is held.
 * @param texts texts for the sheet of shortcuts: `{ '1 to 5': 'Day, week, month, year, all' }`.
 *   Must be the same object at each render.
 */
export function useKeys(keys: Keys, texts: KeyTexts = noTexts, scope: KeyScope = 'page'): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => listTexts(texts, scope), [texts, scope]);
  useEffect(() => {
    // Escape may have closed a dialog before the page hears the key.
    let dialogKey: KeyboardEvent | null = null;
    const noteDialog = (event: KeyboardEvent) => {
      if (isDialogOpen()) dialogKey = event;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || isDialogOpen() || dialogKey === event) return;
      const name = nameOf(event);
      const run = latest.current[name];
      if (run !== undefined && run(event) !== false) event.preventDefault();
      const isFirst = Object.keys(latest.current).some((key) => key.startsWith(`${name} `));
      if (isFirst) first = { key: event.key, pressed: event, after: null };
    };
    window.addEventListener('keydown', noteDialog, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', noteDialog, { capture: true });
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Timeout for the second of two keys, in milliseconds. */
const secondKeyMs = 1500;

let first: { key: string; pressed: KeyboardEvent; after: KeyboardEvent | null } | null = null;

function nameOf(event: KeyboardEvent): string {
  if (first === null || first.pressed === event || event.key === 'Shift') return event.key;
  first.after ??= event;
  const isSecond = first.after === event && event.timeStamp - first.pressed.timeStamp < secondKeyMs;
  return isSecond ? `${first.key} ${event.key}` : event.key;
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Radio buttons and checkboxes use arrows and space, but no letters or digits.
  if (target.matches('input:is([type="radio"], [type="checkbox"])'))
    return !/^[\p{L}\d]$/u.test(key);
  return target.isContentEditable || target.matches('input, textarea, select, [role="radio"]');
}

const noTexts = {};
