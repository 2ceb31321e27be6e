import { Concentration, type NoShares } from '#analytics/concentration.ts';
import { weightOf } from '#analytics/weights.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import type { DirectoryTables } from './choose.ts';
import type { Valuation } from './valuation.ts';

/** How much of something the largest holders have is said of so many. */
const largestHolders = 10;

/** What some users hold of one thematic or token; null: not known, or no share. */
export interface HeldTogether {
  readonly id: string;
  /** Of those whose holding has a known value. */
  readonly total: number | null;
  /** Part of all that these users have. */
  readonly share: number | null;
  readonly holders: number;
  /** How many of the holders have some of unknown value. */
  readonly unknown: number;
  /** Why it has no shares of holders; null: it has. */
  readonly noShares: NoShares | null;
  readonly largest: {
    readonly customId: string;
    readonly name: string | null;
    readonly share: number;
  } | null;
  readonly topTen: number | null;
  readonly hhi: number | null;
}

/** What some users hold, together and by thematic or token, in no order. */
export interface Exposure {
  readonly total: number | null;
  readonly users: number;
  /** How many of them have a total that is not known. */
  readonly unknown: number;
  /** Why nothing has a share of all; null: it has. */
  readonly noShares: NoShares | null;
  readonly held: readonly HeldTogether[];
}

/** Adds up what each of some users holds of each thematic, or of each token; yields between slices. */
export function* exposureOf(
  by: ExposureBy,
  chosen: Uint32Array,
  { people, holdings, figures }: DirectoryTables,
  valuation: Valuation,
): Generator<void, Exposure> {
  const all = new Concentration();
  const kinds = new Map<number, Concentration>();
  const own = new Map<number, number>();
  const add = (kind: number, value: number): void => {
    own.set(kind, (own.get(kind) ?? 0) + value);
  };
  for (const [index, place] of chosen.entries()) {
    // Somebody may have left since.
    if (people.present[place] === 1) {
      all.add(place, figures.total[place] ?? Number.NaN);
      valuation.eachHeld(place, by, add);
      for (const [kind, value] of own) {
        const known = kinds.get(kind) ?? new Concentration(largestHolders);
        if (known.count === 0) kinds.set(kind, known);
        known.add(place, value);
      }
      own.clear();
    }
    if (index % 256 === 255) yield;
  }
  const noShares =
    all.noShares ??
    ([...kinds.values()].some((kind) => kind.noShares === 'negative') ? 'negative' : null);
  const nameAt = (place: number) => ({ customId: people.id(place), name: people.name(place) });
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
