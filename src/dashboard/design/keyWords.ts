/** What keys do: `{ '1 to 5': 'Day, week, month, year, all' }`. */
export type KeyWords = Readonly<Record<string, string>>;

/** Where keys are: on the page shown, or on every page. */
export type KeyScope = 'page' | 'everywhere';

/** What the keys do that are there now, for the sheet of shortcuts: each set of words as long as its piece is there. */
const listed = new Map<KeyWords, KeyScope>();

/** Adds words to the sheet; what it gives back takes them away. */
export function listWords(words: KeyWords, scope: KeyScope = 'page'): () => void {
  listed.set(words, scope);
  return () => listed.delete(words);
}

/** Keys of a scope and what they do, as they are there now; several pieces with the same key are said once. */
export function listedWords(scope: KeyScope): readonly (readonly [key: string, does: string])[] {
  const all = [...listed].filter(([, its]) => its === scope).map(([words]) => words);
  return Object.entries(Object.assign({}, ...all.map((words) => ({ ...words }))));
}
