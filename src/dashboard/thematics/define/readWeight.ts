import type { DatedDefinition } from '#contract/thematic.ts';
import { type ReadAmount, readAmount } from '../../holdings/readAmount.ts';

/** So many digits: more are what floating point left. */
export const shortened = (value: number) => String(Number(value.toPrecision(12)));

/** A weight in per cent, with its sign or without. */
export function readWeight(typed: string, hasDecimalComma: boolean): ReadAmount {
  const text = typed.trim().replace(/\s*%$/, '');
  if (text === '') return { amount: null, fault: 'Enter a weight in per cent.', kept: null };
  const read = readAmount(text, hasDecimalComma);
  if (read.amount === null || read.amount > 0) return read;
  return { amount: null, fault: 'A weight must be over 0.', kept: null };
}

/** Constituents as lines of the form: their weights in per cent. */
export const percentsOf = (tokens: DatedDefinition['tokens']) =>
  tokens.map(({ token, weight }) => ({ token, amount: Number(shortened(weight * 100)) }));
