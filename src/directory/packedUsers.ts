import type { HoldingsTable, PackedHoldings } from './holdings.ts';
import type { PackedPeople, People } from './people.ts';

/** Users in columns, in the same order: they are stored and loaded many times as fast as one by one. */
export interface PackedUsers {
  readonly keys: Float64Array;
  readonly people: PackedPeople;
  readonly holdings: PackedHoldings;
}

/** Unknown keys are left out. */
export function packUsers(
  requested: Iterable<number>,
  people: People,
  holdings: HoldingsTable,
): PackedUsers {
  const keys = [...requested].filter((key) => people.rowIndexOf(key) !== undefined);
  const rowIndexes = keys.map((key) => people.rowIndexOf(key) ?? 0);
  return {
    keys: Float64Array.from(keys),
    people: people.pack(rowIndexes),
    holdings: holdings.pack(rowIndexes),
  };
}

/** @returns the rows of the users, in the order of the pack. */
export function unpackUsers(
  users: PackedUsers,
  people: People,
  holdings: HoldingsTable,
): readonly number[] {
  const rowIndexes = people.unpack(users.keys, users.people);
  holdings.unpack(rowIndexes, users.holdings);
  return rowIndexes;
}
