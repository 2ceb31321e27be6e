import type { Thematic } from '#contract/thematic.ts';
import { maxCompared } from '../../history/historyQueries.ts';

/** What an address asks to compare, and what of it can be compared. */
export interface Asked {
  /** In the order of the address, eight at most. */
  readonly compared: readonly Thematic[];
  /** Ids of no thematic. */
  readonly unknown: readonly string[];
  /** Those beyond the eighth. */
  readonly left: readonly Thematic[];
}

export function askedFor(thematics: readonly Thematic[], ids: readonly string[]): Asked {
  const byId = new Map(thematics.map((thematic) => [thematic._id, thematic]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    compared: known.slice(0, maxCompared),
    unknown: ids.filter((id) => !byId.has(id)),
    left: known.slice(maxCompared),
  };
}
