import { fold } from '#contract/search.ts';
import type { Thematic } from '#contract/thematic.ts';

/** The thematics that have every word of a text in their id, name or description, or in a token's symbol or name. */
export function findThematics(thematics: readonly Thematic[], text: string): readonly Thematic[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return thematics;
  return thematics.filter(({ _id, name, description, tokens }) => {
    const symbols = tokens.flatMap(({ token }) => [token.symbol, token.name]);
    const searched = fold([_id, name, description, ...symbols].join('\n'));
    return words.every((word) => searched.includes(word));
  });
}
