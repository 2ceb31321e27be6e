import type { DirectoryRow } from '#contract/directory.ts';
import { type AttributeLine, attributeLines, fold, type SearchWord } from '#contract/search.ts';

export interface MatchingAttribute extends AttributeLine {
  readonly word: string;
}

/** Returns the first match, if a word of the search is in neither id nor name. */
export function matchingAttribute(
  { customId, name, attributes }: Pick<DirectoryRow, 'customId' | 'name' | 'attributes'>,
  words: readonly SearchWord[],
): MatchingAttribute | null {
  if (words.length === 0) return null;
  const texts = [fold(customId), fold(name ?? '')];
  const others = words.filter(({ text }) => !texts.some((one) => one.includes(text)));
  if (others.length === 0) return null;
  const lines = Object.entries(attributes).flatMap(([key, value]) => attributeLines(key, value));
  for (const { text, attribute } of others) {
    const named =
      attribute &&
      lines.find(
        (line) => fold(line.name) === attribute.name && fold(line.value).includes(attribute.value),
      );
    if (named !== null && named !== undefined) return { ...named, word: attribute?.value ?? '' };
    const line = lines.find(({ value }) => fold(value).includes(text));
    if (line !== undefined) return { ...line, word: text };
  }
  return null;
}
