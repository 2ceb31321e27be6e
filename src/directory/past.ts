import type { Holder } from '#contract/directory.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import type { DirectoryTables } from './choose.ts';
import { HoldingsTable, type UserHoldings } from './holdings.ts';
import { currentPrices, type PriceSource } from './prices.ts';
import { sortBy } from './sorting.ts';
import { createValuation } from './valuation.ts';
import type { Valuation } from './userValuation.ts';

type PastTables = Pick<DirectoryTables, 'people' | 'holdings'>;

/** Values the holdings of all users at a past instant. */
export type PastValuation = Pick<Valuation, 'heldOf' | 'eachHeld'>;

/** A past instant (epoch milliseconds), and the holdings of then. */
export interface PastPoint {
  readonly asOf: number;
  readonly valuation: PastValuation;
}

/** Returns the keys of users whose holdings at a past instant may not be in memory. Yields between slices. */
export function* usersToRead({ people, holdings }: PastTables): Generator<void, number[]> {
  const keys: number[] = [];
  let count = 0;
  for (const key of people.keys) {
    if (holdings.isThinned(people.rowIndexOf(key) ?? 0)) keys.push(key);
    if (++count % 4096 === 0) yield;
  }
  return keys;
}

/**
 * Values holdings at a past instant. Yields between slices.
 * @param read the holdings of the users to read, by key.
 */
export function* pastPoint(
  { people, holdings }: PastTables,
  prices: PriceSource,
  read: ReadonlyMap<number, UserHoldings>,
): Generator<void, PastPoint> {
  const earlier = new HoldingsTable(holdings);
  const isRead = new Set<number>();
  for (const [key, held] of read) {
    const rowIndex = people.rowIndexOf(key);
    if (rowIndex === undefined) continue;
    isRead.add(rowIndex);
    earlier.set(rowIndex, held);
    if (isRead.size % 256 === 0) yield;
  }
  const current = currentPrices(prices, holdings.tokens.all);
  const ofRest = createValuation(holdings, current);
  const ofRead = createValuation(earlier, current);
  const of = (rowIndex: number) => (isRead.has(rowIndex) ? ofRead : ofRest);
  return {
    asOf: current.asOf,
    valuation: {
      heldOf: (rowIndex, ...kinds) => of(rowIndex).heldOf(rowIndex, ...kinds),
      eachHeld(rowIndex, ...how) {
        of(rowIndex).eachHeld(rowIndex, ...how);
      },
    },
  };
}

/** Returns the holders of a thematic or token at a past instant, largest first. Yields between slices. */
export function* pastHolders(
  by: ExposureBy,
  id: string,
  { people, holdings }: PastTables,
  { valuation }: PastPoint,
): Generator<void, Holder[]> {
  const kind = (by === 'thematic' ? holdings.thematics : holdings.tokens).find(id);
  const held = new Map<number, number>();
  for (const [index, rowIndex] of people.rowIndexes().entries()) {
    valuation.eachHeld(rowIndex, by, (one, value) => {
      if (one === kind) held.set(rowIndex, (held.get(rowIndex) ?? 0) + value);
    });
    if (index % 1024 === 1023) yield;
  }
  const value = (rowIndex: number) => held.get(rowIndex) ?? 0;
  const order = yield* sortBy(Uint32Array.from(held.keys()), (a, b) => {
    const difference = value(b) - value(a);
    return difference === 0 ? (people.id(a) < people.id(b) ? -1 : 1) : difference;
  });
  return Array.from(order, (rowIndex) => {
    const total = value(rowIndex);
    const all = valuation.heldOf(rowIndex, null, null);
    return {
      customId: people.id(rowIndex),
      name: people.name(rowIndex),
      total,
      share: all > 0 ? total / all : null,
    };
  });
}
