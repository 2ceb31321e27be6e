import { keptAs } from '#contract/digits.ts';

/** A typed amount: the number it says, or why it says none. `kept` where not all of its digits can be kept. */
export type ReadAmount =
  | { readonly amount: number; readonly fault: null; readonly kept: string | null }
  | { readonly amount: null; readonly fault: string; readonly kept: null };

const plain = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Groups of three digits: `1,000`, `12 345.6`, `1'000`, with any one separator. */
const grouped = /^\+?\d{1,3}(?:([,'’_ \u00A0\u202F])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;

/**
 * Reads an amount with a decimal point, whatever the locale: `1234.5`, `1,234.5`, `1 234.5`, `.5`, `1e-8`. Says in words what
 * cannot be one.
 * @param mayBeDecimalComma the reader's locale writes decimals with a comma: then `1,000` could be either, and is refused.
 */
export function readAmount(typed: string, mayBeDecimalComma = false): ReadAmount {
  const text = typed.trim();
  if (text === '') return fails('Enter an amount. 0 is allowed.');
  if (/^[-−]/.test(text)) return fails('An amount cannot be negative.');
  if (mayBeDecimalComma && /^\d{1,3},\d{3}$/.test(text))
    return fails(`Ambiguous: enter ${text.replace(',', '')} or ${text.replace(',', '.')}.`);
  const digits = grouped.test(text) ? text.replace(/[,'’_ \u00A0\u202F]/g, '') : text;
  if (digits.includes(',')) return fails('Use a point for decimals: 1234.5 or 1,234.5.');
  if (/\d\s+\d/.test(digits)) return fails('Group digits in threes: 1 234.5.');
  if (!plain.test(digits)) return fails(`“${shortened(text)}” is not a number.`);
  const amount = Number(digits);
  if (!Number.isFinite(amount)) return fails('This is larger than any number that can be kept.');
  if (amount === 0 && /[1-9]/.test(digits.replace(/e.*$/i, '')))
    return fails('This is too small to be kept; it would become 0.');
  return { amount, fault: null, kept: keptAs(digits) };
}

function fails(fault: string): ReadAmount {
  return { amount: null, fault, kept: null };
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}

/** Whether a locale writes decimals with a comma. */
export function isCommaDecimal(locale: string): boolean {
  return new Intl.NumberFormat(locale).format(1.5).includes(',');
}
