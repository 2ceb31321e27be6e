const ascii = /^\p{ASCII}*$/u;

/** Removes case and accents for a search, so that `familia` finds `Família`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // A sigma has another form at the end of a word.
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** One word of a search. All texts are folded. */
export interface SearchWord {
  readonly text: string;
  /** `country:ch`: the attribute to search, if it exists. An empty value matches every user with the attribute. */
  readonly attribute: { readonly name: string; readonly value: string } | null;
}

/**
 * Splits a search into words, all of which must match. `NAME:value` searches one attribute. Double quotes keep blanks in a word:
 * `"new york"`, `city:"new york"`.
 */
export function searchWords(q: string): SearchWord[] {
  // Accept `tier: gold` like `tier:gold`.
  const words =
    fold(q)
      .replaceAll(/([^\s:]):\s+/g, '$1:')
      .match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];
  return words.flatMap((word) => {
    const text = word.replaceAll('"', '');
    if (text === '') return [];
    const colon = text.indexOf(':');
    const attribute =
      colon > 0 ? { name: text.slice(0, colon), value: text.slice(colon + 1) } : null;
    return [{ text, attribute }];
  });
}

/** One value of a user's attributes: `kyc.level` and `3`. A list yields one line per element. */
export interface AttributeLine {
  readonly name: string;
  readonly value: string;
}

/** Deeper nesting is not expected in data that people enter. */
const maxDepth = 32;

/** Returns the searchable lines of an attribute. Texts are unchanged; other values become JSON. */
export function attributeLines(name: string, value: unknown, depth = 0): AttributeLine[] {
  if (value === null || value === undefined || depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => attributeLines(name, item, depth + 1));
  if (typeof value === 'string') return [{ name, value }];
  if (typeof value !== 'object') return [{ name, value: JSON.stringify(value) }];
  return Object.entries(value).flatMap(([key, member]) =>
    attributeLines(`${name}.${key}`, member, depth + 1),
  );
}
