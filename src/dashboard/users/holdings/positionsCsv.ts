import { type Cell, csvText } from '#contract/csv.ts';
import type { Privacy } from '../../shared/preferences.ts';
import type { MergedPosition } from './mergePositions.ts';

interface Column {
  readonly name: string;
  /** From which privacy on it is left out of a file, which may go anywhere. */
  readonly hiddenFrom?: Exclude<Privacy, 'off'>;
  readonly of: (position: MergedPosition) => Cell;
}

const columns: readonly Column[] = [
  { name: 'token', of: ({ token }) => token._id },
  { name: 'symbol', of: ({ token }) => token.symbol },
  { name: 'name', of: ({ token }) => token.name },
  { name: 'amount', hiddenFrom: 'percentages', of: ({ amount }) => amount },
  { name: 'price', of: ({ token }) => token.price },
  { name: 'priceAt', of: ({ token }) => token.priceAt },
  { name: 'total', hiddenFrom: 'percentages', of: ({ total }) => total },
  { name: 'share', hiddenFrom: 'hidden', of: ({ share }) => share },
  { name: 'thematics', of: ({ heldIn }) => heldIn.join(' ') },
];

/** The positions as they are shown, with all digits and nothing that is hidden; ids of thematics are parted by spaces. */
export function positionsCsv(rows: readonly MergedPosition[], privacy: Privacy): string {
  const shown = columns.filter(
    ({ hiddenFrom }) =>
      hiddenFrom === undefined ||
      privacy === 'off' ||
      (privacy === 'percentages' && hiddenFrom === 'hidden'),
  );
  return csvText(
    shown.map(({ name }) => name),
    rows.map((row) => shown.map((column) => column.of(row))),
  );
}
