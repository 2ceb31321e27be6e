import { encodings, type Encoding } from './encodings.ts';

const conditions = ['if-none-match', 'if-match'] as const;
const suffixed = new RegExp(`^"(.*)-(${encodings.join('|')})"$`);

/** The strong tag of one encoding of a body, as `"abc-br"` of `"abc"`; a weak tag stands for all of them. */
export function encodedTag(tag: string, encoding: Encoding): string {
  return tag.startsWith('"') ? `${tag.slice(0, -1)}-${encoding}"` : tag;
}

/**
 * Lets the service see its own tags in the conditions of a request. The tag as it came stays beside the one without
 * its suffix: a service's own tag may end like one.
 * @returns the tags as they came, by what the service sees.
 */
export function showOwnTags(headers: Headers): Map<string, string> {
  const came = new Map<string, string>();
  for (const name of conditions) {
    const header = headers.get(name);
    if (header === null) continue;
    const tags = header.match(/\*|(?:W\/)?"[^"]*"/g) ?? [];
    const own = tags.flatMap((tag) => {
      const match = suffixed.exec(tag);
      if (match === null) return [];
      came.set(`"${match[1]}"`, tag);
      return [`"${match[1]}"`];
    });
    if (own.length > 0) headers.set(name, [...tags, ...own].join(', '));
  }
  return came;
}
