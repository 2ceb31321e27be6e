import { type HistoryType, historyTypes, isHistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { type Sort, sortParam } from '../shared/url/sortParam.ts';

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
