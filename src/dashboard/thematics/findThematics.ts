import type { Thematic } from '#contract/thematic.ts';
import { matchingRows } from '../design/SearchedTable.tsx';

/** The thematics that have every word of a text in their id, name or description, or in a token's symbol or name. */
export function findThematics(thematics: readonly Thematic[], text: string): readonly Thematic[] {
  return matchingRows(thematics, text, ({ _id, name, description, tokens }) => [
    _id,
    name,
    description,
    ...tokens.flatMap(({ token }) => [token.symbol, token.name]),
  ]);
}
