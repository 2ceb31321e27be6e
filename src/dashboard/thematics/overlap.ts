import { type Overlap, overlapOf } from '#analytics/overlap.ts';
import type { Thematic } from '#contract/thematic.ts';
import { targetsOf } from '../portfolio/targets.ts';

export function overlapBetween(one: Thematic, other: Thematic): Overlap | null {
  const [own, its] = [targetsOf(one), targetsOf(other)];
  return own === null || its === null ? null : overlapOf(own, its);
}

export function sharedSymbols({ tokens }: Thematic, { shared }: Overlap): string {
  if (shared.length === 0) return 'No shared tokens';
  const symbols = new Map(tokens?.map(({ token }) => [token._id, token.symbol]));
  return shared.map((id) => symbols.get(id) ?? id).join(', ');
}
