import { knownSumOf } from '#analytics/weights.ts';
import type { ForeignTotal } from './read.ts';

/** Figures further apart, as a part of the larger one, are not the same. */
const tolerance = 0.0001;

export const isFarFrom = (one: number, other: number): boolean =>
  Math.abs(one - other) > tolerance * Math.max(Math.abs(one), Math.abs(other));

/** A number that is one: a result too large for any computer is not known. Never −0. */
export function known(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

/** The sum, where all are known: an unknown part makes it unknown. That of none is 0. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  const { whole } = knownSumOf(values);
  return whole === null ? null : known(whole);
}

/** a × b, a ÷ b: not known where one of them is not. */
export function product(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : known(a * b);
}

export function quotient(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : known(a / b);
}

/**
 * A total of which the service states one figure, and the parts give another. The interface does not say how a total comes
 * about; ours: what is stated counts, else what the parts give; more than 0.01 % apart, both are shown.
 */
export function totalFrom(stated: number | null, derived: number | null): ForeignTotal {
  const isDifferent = stated !== null && derived !== null && isFarFrom(stated, derived);
  return {
    total: stated ?? derived,
    isTotalDerived: stated === null && derived !== null,
    differentTotal: isDifferent ? derived : null,
  };
}
