import { keptAs } from '#contract/digits.ts';

/** A typed amount: the number it says, or why it says none. `kept` where not all of its digits can be kept. */
export type ReadAmount =
  | { readonly amount: number; readonly fault: null; readonly kept: string | null }
  | { readonly amount: null; readonly fault: string; readonly kept: null };

const plain = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads an amount with a decimal point, whatever the locale: `1234.5`, `.5`, `1e-8`. Says in words what cannot be one. */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim();
  if (text === '') return fails('An amount is needed. 0 is one.');
  if (/^[-−]/.test(text)) return fails('An amount cannot be negative.');
  if (text.includes(','))
    return fails('Decimals follow a point, and thousands are not parted: 1234.5.');
  if (/\d\s+\d/.test(text)) return fails('Thousands are not parted: 1234.5.');
  if (!plain.test(text)) return fails(`“${shortened(text)}” is no number.`);
  const amount = Number(text);
  if (!Number.isFinite(amount)) return fails('This is more than any number that can be kept.');
  if (amount === 0 && /[1-9]/.test(text.replace(/e.*$/i, '')))
    return fails('This is too small to be kept; it would become 0.');
  return { amount, fault: null, kept: keptAs(text) };
}

function fails(fault: string): ReadAmount {
  return { amount: null, fault, kept: null };
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
