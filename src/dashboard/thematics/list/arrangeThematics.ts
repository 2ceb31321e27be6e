import { type HistoryType, historyTypes, isHistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { fold } from '#contract/search.ts';
import type { SortWords } from '../../shared/ui/SortChoice.tsx';
import { type Sort, sortParam } from '../../shared/url/sortParam.ts';

// Volatility will be one more, once figures of risk are computed.
const thematicColumns = ['name', 'level', ...historyTypes, 'tokens'] as const;
export type ThematicColumn = 'name' | 'level' | HistoryType | 'tokens';
export type ThematicSort = Sort<ThematicColumn>;

/** The table opens with who leads over the month. */
export const thematicSortParam = sortParam<ThematicColumn>(thematicColumns, {
  by: 'month',
  order: 'descending',
});

function valueOf(thematic: Thematic, column: ThematicColumn): string | number | null {
  if (column === 'name') return thematic.name.toLowerCase();
  if (column === 'level') return thematic.total;
  if (column === 'tokens') return thematic.tokens.length;
  return thematic.change[column];
}

/** The thematics in an order; what is not known comes last whichever way. */
export function sortThematics(
  thematics: readonly Thematic[],
  { by, order }: ThematicSort,
): readonly Thematic[] {
  const sign = order === 'ascending' ? 1 : -1;
  return thematics.toSorted((left, right) => {
    const a = valueOf(left, by);
    const b = valueOf(right, by);
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -sign : sign;
  });
}

/** The period whose change is shown where there is room for one: the sorted one, or the month. */
export function shownPeriod({ by }: ThematicSort): HistoryType {
  return isHistoryType(by) ? by : 'month';
}

/** The thematics that have every word of a text in their id, name or description, or in a token's symbol or name. */
export function findThematics(thematics: readonly Thematic[], text: string): readonly Thematic[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return thematics;
  return thematics.filter(({ _id, name, description, tokens }) => {
    const held = tokens.flatMap(({ token }) => [token.symbol, token.name]);
    const said = fold([_id, name, description, ...held].join('\n'));
    return words.every((word) => said.includes(word));
  });
}

/** The orders in words, where there is no head of columns to press. */
export const thematicSortWords: readonly SortWords<ThematicColumn>[] = [
  ...historyTypes.flatMap((by): SortWords<ThematicColumn>[] => {
    const period = by === 'all' ? 'Since inception' : `Past ${by}`;
    return [
      { by, order: 'descending', words: `${period}, best first` },
      { by, order: 'ascending', words: `${period}, worst first` },
    ];
  }),
  { by: 'level', order: 'descending', words: 'Highest level first' },
  { by: 'level', order: 'ascending', words: 'Lowest level first' },
  { by: 'tokens', order: 'descending', words: 'Most tokens first' },
  { by: 'tokens', order: 'ascending', words: 'Fewest tokens first' },
  { by: 'name', order: 'ascending', words: 'Name, A to Z' },
  { by: 'name', order: 'descending', words: 'Name, Z to A' },
];
