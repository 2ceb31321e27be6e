const ascii = /^\p{ASCII}*$/u;

/** A text as it is searched: without case and accents, so that `familia` finds `Família`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // A sigma is written otherwise at the end of a word, and searched as the same letter.
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** One word of a search. All texts are folded. */
export interface SearchWord {
  readonly text: string;
  /** `country:ch`: the attribute that is meant, where there is one of that name. An empty value: whoever has it. */
  readonly attribute: { readonly name: string; readonly value: string } | null;
}

/**
 * The words of a search; each of them has to match. `NAME:value` looks at one attribute alone. Double quotes keep blanks
 * together: `"new york"`, `city:"new york"`.
 */
export function searchWords(q: string): SearchWord[] {
  // `tier: gold` is typed as often as `tier:gold`.
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

/** One value of a user's attributes: `kyc.level` and `3`; a list has as many as it has values. */
export interface AttributeLine {
  readonly name: string;
  readonly value: string;
}

/** Nothing that was written by a person is nested deeper. */
const maxDepth = 32;

/** An attribute line by line, as it is searched and filtered: texts as they are, all else as JSON. */
export function attributeLines(name: string, value: unknown, depth = 0): AttributeLine[] {
  if (value === null || value === undefined || depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => attributeLines(name, item, depth + 1));
  if (typeof value === 'string') return [{ name, value }];
  if (typeof value !== 'object') return [{ name, value: JSON.stringify(value) }];
  return Object.entries(value).flatMap(([key, member]) =>
    attributeLines(`${name}.${key}`, member, depth + 1),
  );
}
