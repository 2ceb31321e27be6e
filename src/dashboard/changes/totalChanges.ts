import { changeOf } from '#analytics/change.ts';
import { sumOf } from '#analytics/weights.ts';
import type { Span } from '../chart/scene.ts';
import { recordsIn } from '../portfolio/moved.ts';
import type { WalletColumns } from '../portfolio/userQueries.ts';

export interface TotalChange {
  readonly thematicId: string;
  /** At the first and the last known record; null if there is none. */
  readonly from: number | null;
  readonly to: number | null;
  readonly change: number | null;
}

export interface TotalChanges {
  readonly span: Span;
  readonly rows: readonly TotalChange[];
  /** Null if a wallet's total is not known. */
  readonly sum: Omit<TotalChange, 'thematicId'>;
}

/**
 * Compares the reported totals of a user's wallets, or of one, at the first and the last record between two dates.
 * @returns null without records.
 */
export function totalChanges(
  { times, wallets }: WalletColumns,
  zoom: Span | null,
  thematicId?: string,
): TotalChanges | null {
  const { begin, end } = recordsIn(times, zoom);
  const [from, to] = [times[begin], times[end - 1]];
  if (begin >= end || from === undefined || to === undefined) return null;
  const rows = wallets
    .filter(({ thematics }) => thematicId === undefined || thematics === thematicId)
    .map(({ thematics, totals }): TotalChange => {
      const change = changeOf(totals.subarray(begin, end));
      return {
        thematicId: thematics,
        from: change?.first ?? null,
        to: change?.last ?? null,
        change: change?.absolute ?? null,
      };
    });
  const sum = (end_: 'from' | 'to' | 'change') => {
    const known = rows.map((row) => row[end_]);
    return known.every((one) => one !== null) ? sumOf(known) : null;
  };
  return {
    span: { from, to },
    rows,
    sum: { from: sum('from'), to: sum('to'), change: sum('change') },
  };
}
