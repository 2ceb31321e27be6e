import type { MatchingRows } from './choose.ts';
import { createPages } from './pages.ts';
import type { HoldingsTable, Names } from './holdings.ts';
import type { DirectoryFilter } from './query.ts';
import { sortByNumber } from './sorting.ts';
import type { Valuation } from './userValuation.ts';

/** The chosen with their holdings of the filtered thematics and tokens. */
export interface WithHeld extends MatchingRows {
  /** For each of the chosen; null without a filter by thematic or token. */
  readonly held: Float64Array | null;
  /** Cached orders by these holdings, keyed by whether they descend. */
  readonly heldOrders: Map<boolean, Uint32Array>;
}

export function* heldOf(
  { thematics, tokens }: DirectoryFilter,
  chosen: Uint32Array,
  holdings: HoldingsTable,
  valuation: Valuation,
): Generator<void, Float64Array | null> {
  if (thematics.length + tokens.length === 0) return null;
  const ofThematics = numbersOf(thematics, holdings.thematics);
  const ofTokens = numbersOf(tokens, holdings.tokens);
  const held = new Float64Array(chosen.length);
  for (const [index, rowIndex] of chosen.entries()) {
    held[index] = valuation.heldOf(rowIndex, ofThematics, ofTokens);
    if (index % 128 === 127) yield;
  }
  return held;
}

const numbersOf = (ids: readonly string[], names: Names): ReadonlySet<number> | null =>
  ids.length === 0 ? null : new Set(ids.map((id) => names.find(id)));

/**
 * The chosen ordered by these holdings, customId for ties; without a filter all people by id; yields between slices.
 */
export function* orderByHeld(
  choice: WithHeld,
  byId: Uint32Array,
  isDescending: boolean,
): Generator<void, Uint32Array> {
  const { chosen, held, heldOrders } = choice;
  if (held === null) return byId;
  const known = heldOrders.get(isDescending);
  if (known !== undefined) return known;
  const length = (chosen.at(-1) ?? -1) + 1;
  const values = new Float64Array(length);
  for (const [index, rowIndex] of chosen.entries()) {
    const value = held[index] ?? 0;
    values[rowIndex] = isDescending ? -value : value;
  }
  const order = yield* sortByNumber(createPages(choice, byId, length)(0, chosen.length), values);
  heldOrders.set(isDescending, order);
  return order;
}
