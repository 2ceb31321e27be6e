import type { Thematic } from '#contract/thematic.ts';
import { customIdFault } from '#contract/user.ts';

/** Derives an id from a name: `Layer 1 & 2` becomes `layer-1-2`. */
export function idFor(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}

export function idFault(id: string, thematics: readonly Thematic[]): string | null {
  // Defining an existing id would redefine that thematic.
  if (thematics.some(({ _id }) => _id === id)) return `Another thematic has the id “${id}”.`;
  const fault = customIdFault(id);
  return fault === null ? null : `The id ${fault}.`;
}
