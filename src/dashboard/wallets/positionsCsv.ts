import { type Cell, csvText } from '#contract/csv.ts';
import type { Privacy } from '../shared/preferences.ts';
import type { DayChanges } from './arrangePositions.ts';
import type { PositionRow } from './positionRows.ts';

interface Column {
  readonly name: string;
  /** What is left out of a file that may go anywhere: amounts and sums first, then all that tells of the user. */
  readonly tells: 'market' | 'share' | 'amount';
  readonly of: (row: PositionRow, dayChanges: DayChanges) => Cell;
}

const columns: readonly Column[] = [
  { name: 'token', tells: 'market', of: ({ token }) => token._id },
  { name: 'symbol', tells: 'market', of: ({ token }) => token.symbol },
  { name: 'name', tells: 'market', of: ({ token }) => token.name },
  { name: 'amount', tells: 'amount', of: ({ amount }) => amount },
  { name: 'price', tells: 'market', of: ({ token }) => token.price },
  { name: 'priceAt', tells: 'market', of: ({ token }) => token.priceAt },
  { name: 'dayChange', tells: 'market', of: ({ token }, days) => days.get(token._id) },
  { name: 'total', tells: 'amount', of: ({ total }) => total },
  { name: 'weight', tells: 'share', of: ({ weight }) => weight },
  { name: 'target', tells: 'market', of: ({ target }) => target },
  { name: 'drift', tells: 'share', of: ({ drift }) => drift },
];

const left: Record<Privacy, readonly Column['tells'][]> = {
  off: ['market', 'share', 'amount'],
  percentages: ['market', 'share'],
  hidden: ['market'],
};

/** The positions as they are shown, with all digits; weights and changes as ratios, unknown is empty, and nothing that is hidden. */
export function positionsCsv(
  rows: readonly PositionRow[],
  dayChanges: DayChanges,
  privacy: Privacy,
): string {
  const shown = columns.filter(({ tells }) => left[privacy].includes(tells));
  return csvText(
    shown.map(({ name }) => name),
    rows.map((row) => shown.map((column) => column.of(row, dayChanges))),
  );
}
