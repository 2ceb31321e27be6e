import type { Overlap } from '#analytics/overlap.ts';
import type { Thematic } from '#contract/thematic.ts';

/** Target weight of each token of a thematic, by its id. */
export function weightsOf({ tokens }: Thematic): ReadonlyMap<string, number> {
  return new Map(tokens.map(({ token, weight }) => [token._id, weight]));
}

/** The symbols of what two thematics share, as one of them names them. */
export function sharedSymbols({ tokens }: Thematic, { shared }: Overlap): string {
  if (shared.length === 0) return 'No token in common';
  const symbols = new Map(tokens.map(({ token }) => [token._id, token.symbol]));
  return shared.map((id) => symbols.get(id) ?? id).join(', ');
}
