import type { DirectoryTables } from './choose.ts';
import type { Valuation } from './userValuation.ts';

/** An open wallet. Amounts and values are null if unknown; a position without a price has the value 0. */
export interface OpenWallet {
  readonly customId: string;
  readonly name: string | null;
  readonly positions: readonly OpenPosition[];
}

interface OpenPosition {
  readonly token: string;
  readonly amount: number | null;
  readonly total: number | null;
}

/** `valuation` returns that of the current figures; null before the first. */
export interface ValuedTables extends Pick<DirectoryTables, 'people' | 'holdings' | 'reported'> {
  readonly valuation: () => Valuation | null;
}

/** Visits all open wallets in a thematic, in order of their rows; yields between slices. */
export function* eachWallet(
  thematic: string,
  { people, holdings, valuation: current }: ValuedTables,
  visit: (wallet: OpenWallet) => void,
): Generator<void, void> {
  const valuation = current();
  if (valuation === null) throw new Error('The figures of the users are not ready yet');
  const number = holdings.thematics.find(thematic);
  if (number < 0) return;
  const tokens = holdings.tokens.all;
  for (let rowIndex = 0; rowIndex < people.length; rowIndex++) {
    if (rowIndex % 256 === 255) yield;
    // A user may have been removed since.
    if (people.present[rowIndex] !== 1) continue;
    const positions: OpenPosition[] = [];
    const isOpen = valuation.eachPosition(rowIndex, number, (token, amount, total) => {
      positions.push({ token: tokens[token] ?? '', amount: known(amount), total: known(total) });
    });
    if (!isOpen) continue;
    visit({ customId: people.id(rowIndex), name: people.name(rowIndex), positions });
  }
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
