import type { Directory } from './directory.ts';
import { sortByNumber } from './sorting.ts';

/** A user with a reported total that differs from its parts. */
export interface UserDifference {
  readonly customId: string;
  readonly name: string | null;
  /** Sum over the wallets of total less the sum of the positions; each counts with its size. */
  readonly size: number;
  /** Thematics of the wallets that differ. */
  readonly thematics: readonly string[];
}

/** Users with differences, largest first. */
export interface UserDifferences {
  readonly count: number;
  readonly rows: (from: number, to: number) => UserDifference[];
}

/** Finds users whose wallets have totals that differ from the sum of their positions; yields between slices. */
export function* differencesOf({
  people,
  holdings,
  reported,
}: Directory['tables']): Generator<void, UserDifferences> {
  const differencesIn = (rowIndex: number) => reported?.differencesOf(rowIndex) ?? [];
  const found: number[] = [];
  const sizes = new Float64Array(people.length);
  const size = (rowIndex: number): number =>
    differencesIn(rowIndex).reduce((sum, one) => sum + Math.abs(one.difference), 0);
  for (let rowIndex = 0; rowIndex < people.length; rowIndex++) {
    if (rowIndex % 1024 === 1023) yield;
    if (people.present[rowIndex] !== 1) continue;
    // The largest first.
    sizes[rowIndex] = -size(rowIndex);
    if (sizes[rowIndex] !== 0) found.push(rowIndex);
  }
  const order = yield* sortByNumber(Uint32Array.from(found), sizes);
  return {
    count: order.length,
    rows: (from, to) =>
      Array.from(order.subarray(from, to), (rowIndex) => ({
        customId: people.id(rowIndex),
        name: people.name(rowIndex),
        size: size(rowIndex),
        thematics: differencesIn(rowIndex).map(
          ({ thematic }) => holdings.thematics.all[thematic] ?? '',
        ),
      })),
  };
}
