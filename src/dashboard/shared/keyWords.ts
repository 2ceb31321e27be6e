/** What the keys of the page shown do, for the sheet of shortcuts: each set of words as long as its piece is there. */
const listed = new Set<Readonly<Record<string, string>>>();

/** Adds words to the sheet; what it gives back takes them away. */
export function listWords(words: Readonly<Record<string, string>>): () => void {
  listed.add(words);
  return () => listed.delete(words);
}

/** Keys and what they do, as the page shown has them now. */
export function listedWords(): readonly (readonly [key: string, does: string])[] {
  return [...listed].flatMap((words) => Object.entries(words));
}
