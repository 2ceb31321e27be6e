import { knownSumOf } from '#analytics/weights.ts';
import type { ForeignTotal } from './read.ts';

/** Largest relative difference of equal amounts. */
const tolerance = 0.0001;

export const isFarFrom = (one: number, other: number): boolean =>
  Math.abs(one - other) > tolerance * Math.max(Math.abs(one), Math.abs(other));

/** Returns null for a result that is too large for a double. Never returns −0. */
export function known(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

/** Returns null if any value is unknown, and 0 for no values. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  const { whole } = knownSumOf(values);
  return whole === null ? null : known(whole);
}

/** a × b, a ÷ b: null if one of them is. */
export function product(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : known(a * b);
}

export function quotient(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : known(a / b);
}

/**
 * Combines a reported total with the sum of its parts. The interface does not define totals. Our rule: the reported one counts,
 * otherwise the derived one. If they differ by more than 0.01 %, both are shown.
 */
export function totalFrom(reported: number | null, derived: number | null): ForeignTotal {
  const isDifferent = reported !== null && derived !== null && isFarFrom(reported, derived);
  return {
    total: reported ?? derived,
    isTotalDerived: reported === null && derived !== null,
    differentTotal: isDifferent ? derived : null,
  };
}
