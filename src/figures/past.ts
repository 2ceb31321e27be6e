import type { WalletHoldings } from './heldOver.ts';
import type { DatedThematic, LevelBook } from './levels.ts';
import type { HistoryPrices } from './prices.ts';

/**
 * Returns the prices as they were at a past instant: nothing is known after it.
 * @param grid computes the records of past histories. Do not share the cache of present histories, whose entries would be evicted.
 */
export function pastPrices(
  prices: HistoryPrices,
  asOf: number,
  grid: HistoryPrices['grid'],
): HistoryPrices {
  return {
    get version() {
      return prices.version;
    },
    asOf: () => asOf,
    token: (id) => prices.token(id),
    series(id, times) {
      const isKnown = (times.at(-1) ?? asOf) <= asOf;
      return prices.series(id, isKnown ? times : times.map((at) => Math.min(at, asOf)));
    },
    firstAt(id) {
      const first = prices.firstAt(id);
      return first === null || first > asOf ? null : first;
    },
    finestStep: (ids, from, to) => prices.finestStep(ids, from, Math.min(to, asOf)),
    grid,
  };
}

/**
 * Returns a book of the levels as they were at a past instant, without later definitions. Takes them from the present's book: a
 * level never depends on anything later.
 */
export function pastLevels(levels: LevelBook, asOf: number): LevelBook {
  return (thematic) => {
    if (thematic.definitions.length === 0) return null;
    const present = levels(thematic);
    if (present === null || present.inception > asOf) return null;
    const count = present.times.findLastIndex((at) => at <= asOf) + 1;
    return {
      ...present,
      times: present.times.subarray(0, count),
      levels: present.levels.subarray(0, count),
      weights: present.weights.slice(0, count),
      prices: present.prices.map((column) => column.subarray(0, count)),
      definitions: present.definitions.filter(({ from }) => from <= asOf),
    };
  };
}

/**
 * Returns a thematic without definitions if all of them are later than a past instant. Otherwise it keeps later ones, so that the
 * present's book recognizes it; they have no effect before they begin.
 */
export function pastThematic<Thematic extends DatedThematic>(
  thematic: Thematic,
  asOf: number,
): Thematic {
  const isDefined = thematic.definitions.some(({ from }) => from <= asOf);
  return isDefined ? thematic : { ...thematic, definitions: [] };
}

/** Returns the wallets that existed at a past instant, without later statements. */
export function pastHoldings<Holdings extends WalletHoldings>(
  wallets: readonly Holdings[],
  asOf: number,
): Holdings[] {
  return wallets.flatMap((wallet) => {
    const statements = wallet.statements.filter(({ at }) => at <= asOf);
    const { heldFrom } = wallet;
    const isLater = heldFrom !== null && heldFrom > asOf;
    return statements.length === 0
      ? []
      : [{ ...wallet, statements, heldFrom: isLater ? null : heldFrom }];
  });
}

/** Why an answer about a past instant is empty. */
export const noHoldingsThen = 'No holdings were recorded by then.';

/** The same for a service that reports totals and no holdings. */
export const noTotalsThen = 'The connected service reports no total by then.';
