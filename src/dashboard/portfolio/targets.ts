import type { Thematic } from '#contract/thematic.ts';

/** Target weight of each token of a thematic, by its id; null where any is not known, since then no part is known of a whole. */
export function targetsOf({
  tokens,
}: Pick<Thematic, 'tokens'>): ReadonlyMap<string, number> | null {
  if (tokens === null) return null;
  const targets = new Map<string, number>();
  for (const { token, weight } of tokens) {
    if (weight === null) return null;
    targets.set(token._id, weight);
  }
  return targets;
}
