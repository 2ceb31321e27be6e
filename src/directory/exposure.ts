import { Concentration, type NoShares } from '#analytics/concentration.ts';
import { weightOf } from '#analytics/weights.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import type { DirectoryTables } from './choose.ts';
import type { Valuation } from './userValuation.ts';

const largestHolders = 10;

export interface HeldKind {
  readonly id: string;
  /** Of holders with a known value. */
  readonly total: number | null;
  /** Share of all holdings of these users. */
  readonly share: number | null;
  readonly holders: number;
  /** Number of holders with an unknown value. */
  readonly unknown: number;
  /** Why holders have no shares; null if they do. */
  readonly noShares: NoShares | null;
  readonly largest: {
    readonly customId: string;
    readonly name: string | null;
    readonly share: number;
  } | null;
  readonly topTen: number | null;
  readonly hhi: number | null;
}

/** Holdings of some users, in total and by thematic or token, unordered. */
export interface Exposure {
  readonly total: number | null;
  readonly users: number;
  readonly unknown: number;
  /** Why nothing has a share of all; null if it does. */
  readonly noShares: NoShares | null;
  readonly held: readonly HeldKind[];
}

/** Sums the holdings of users by thematic or token; yields between slices. */
export function* exposureOf(
  by: ExposureBy,
  chosen: Uint32Array,
  { people, holdings }: Pick<DirectoryTables, 'people' | 'holdings'>,
  valuation: Pick<Valuation, 'eachHeld'>,
  totalOf: (rowIndex: number) => number,
): Generator<void, Exposure> {
  const all = new Concentration();
  const kinds = new Map<number, Concentration>();
  const own = new Map<number, number>();
  const add = (kind: number, value: number): void => {
    own.set(kind, (own.get(kind) ?? 0) + value);
  };
  for (const [index, rowIndex] of chosen.entries()) {
    // A user may have been removed since.
    if (people.present[rowIndex] === 1) {
      all.add(rowIndex, totalOf(rowIndex));
      valuation.eachHeld(rowIndex, by, add);
      for (const [kind, value] of own) {
        const known = kinds.get(kind) ?? new Concentration(largestHolders);
        if (known.count === 0) kinds.set(kind, known);
        known.add(rowIndex, value);
      }
      own.clear();
    }
    if (index % 256 === 255) yield;
  }
  const noShares =
    all.noShares ??
    ([...kinds.values()].some((kind) => kind.noShares === 'negative') ? 'negative' : null);
  const nameAt = (rowIndex: number) => ({
    customId: people.id(rowIndex),
    name: people.name(rowIndex),
  });
  const ids = by === 'thematic' ? holdings.thematics.all : holdings.tokens.all;
  const shareOf = (kind: Concentration): number | null =>
    noShares === null && kind.noShares === null
      ? weightOf(kind.total ?? Number.NaN, all.total ?? Number.NaN)
      : null;
  const held = Array.from(kinds, ([number, kind]) => ({
    id: ids[number] ?? '',
    total: kind.total,
    share: shareOf(kind),
    holders: kind.count,
    unknown: kind.unknown,
    noShares: kind.noShares,
    largest:
      kind.largest === null ? null : { ...nameAt(kind.largest.part), share: kind.largest.share },
    topTen: kind.largestShares,
    hhi: kind.hhi,
  }));
  return { total: all.total, users: all.count, unknown: all.unknown, noShares, held };
}
