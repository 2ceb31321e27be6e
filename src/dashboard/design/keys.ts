import { useEffect, useRef } from 'react';

/** What keys do: `{ '1 to 5': 'Day, week, month, year, all' }`. */
type KeyWords = Readonly<Record<string, string>>;

/** Where keys are: on the page shown, or on every page. */
export type KeyScope = 'page' | 'everywhere';

/** What the keys do that are there now, for the sheet of shortcuts: each set of words as long as its piece is there. */
const listed = new Map<KeyWords, KeyScope>();

/** Adds words to the sheet; what it gives back takes them away. */
function listWords(words: KeyWords, scope: KeyScope = 'page'): () => void {
  listed.set(words, scope);
  return () => listed.delete(words);
}

/** Keys of a scope and what they do, as they are there now; what several pieces say alike is there once. */
export function listedWords(scope: KeyScope): readonly (readonly [key: string, does: string])[] {
  const all = [...listed].flatMap(([words, its]) => (its === scope ? Object.entries(words) : []));
  return [...new Map(all.map(([key, does]) => [`${key} ${does}`, [key, does] as const])).values()];
}

/**
 * What keys do, by `KeyboardEvent.key`; `g u` is two keys, one after the other. Where a function returns false the browser
 * does what it would.
 */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void | false>>;

/**
 * Keys of a page. They rest while something is typed, a dialog is open, or a modifier is held.
 * @param words what they do, as the sheet of shortcuts lists it: `{ '1 to 5': 'Day, week, month, year, all' }`.
 *   Must be the same object at each render.
 */
export function useKeys(keys: Keys, words: KeyWords = noWords, scope: KeyScope = 'page'): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => listWords(words, scope), [words, scope]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || isDialogOpen()) return;
      const name = nameOf(event);
      const run = latest.current[name];
      if (run !== undefined && run(event) !== false) event.preventDefault();
      const isFirst = Object.keys(latest.current).some((key) => key.startsWith(`${name} `));
      if (isFirst) first = { key: event.key, pressed: event, after: null };
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether anything modal is over the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** So long the second of two keys is waited for, in milliseconds. */
const secondKeyMs = 1500;

/** The first of two keys, such as `g`, and the press that came after it. */
let first: { key: string; pressed: KeyboardEvent; after: KeyboardEvent | null } | null = null;

/** The key, with the first of the two before it where it is the second. All who listen to a press name it alike. */
function nameOf(event: KeyboardEvent): string {
  if (first === null || first.pressed === event || event.key === 'Shift') return event.key;
  first.after ??= event;
  const isSecond = first.after === event && event.timeStamp - first.pressed.timeStamp < secondKeyMs;
  return isSecond ? `${first.key} ${event.key}` : event.key;
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A radio button or a checkbox needs arrows and space; letters and digits mean nothing to it.
  if (target.matches('input:is([type="radio"], [type="checkbox"])'))
    return !/^[\p{L}\d]$/u.test(key);
  return target.isContentEditable || target.matches('input, textarea, select, [role="radio"]');
}

const noWords = {};
