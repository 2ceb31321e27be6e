import type { Thematic } from '#contract/thematic.ts';

/** Target weights by token id. null if any is not known, since then no part is known. */
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
