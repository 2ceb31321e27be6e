import { keptAs } from '#contract/digits.ts';
import { decimalMark } from './figures.ts';

/** A parsed number, or an error. `stored`: the rounded number, if not all digits can be stored. */
export type ParsedNumber =
  | { readonly value: number; readonly fault: null; readonly stored: string | null }
  | { readonly value: null; readonly fault: string; readonly stored: null };

const exponents: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, b: 9, t: 12 };

/**
 * Parses a number that a user typed or copied from a page: `1,234.5`, `1 234.5`, `.5`, `1e-8`, `2.5 M`, `−12`. Locales with a
 * decimal comma write `1.234,5`. There a point is a decimal mark too, as in files, unless it may group digits: `1.234` is
 * rejected.
 */
export function parseNumber(typed: string, locale: string): ParsedNumber {
  const text = typed.trim();
  if (text === '') return noNumber('Enter a number.');
  const [, sign = '', amount = '', unit = ''] = /^([+−-]?)(.*?)(?:\s*([kmbt]))?$/i.exec(text) ?? [];
  const mark = decimalMark(locale);
  const pointed = plainOf(amount, '.');
  const own = mark === ',' ? plainOf(amount, ',') : pointed;
  if (own !== null && pointed !== null && own !== pointed && amount.includes('.')) {
    return noNumber(`Ambiguous: enter ${own} or ${pointed.replace('.', mark)}.`);
  }
  const plain = own ?? pointed;
  if (plain === null) return noNumber(faultOf(text, amount, mark));
  const [digits = '', exponent = 0] = plain.split(/e/i);
  // `1.1e6` is exact, 1.1 * 1e6 is not.
  const written = `${digits}e${Number(exponent) + (exponents[unit.toLowerCase()] ?? 0)}`;
  const size = Number(written);
  if (!Number.isFinite(size)) return noNumber('This number is too large to store.');
  if (size === 0 && /[1-9]/.test(digits)) {
    return noNumber('This number is too small to store: it would become 0.');
  }
  // 0 - 0 is 0, not -0.
  const value = sign === '' || sign === '+' ? size : 0 - size;
  return { value, fault: null, stored: keptAs(written) && numberText(value, locale) };
}

/** Parses a percentage, with or without its sign. */
export function parsePercent(typed: string, locale: string): ParsedNumber {
  return parseNumber(typed.replace(/\s*%\s*$/, ''), locale);
}

export function numberText(value: number, locale: string): string {
  return String(value).replace('.', decimalMark(locale));
}

/** Digits in groups by decimal mark, with one separator throughout. India groups by two, except for the last three digits. */
const grouped = {
  '.': /^[1-9]\d{0,2}(?=([,'’_\s]))(?:\1\d{2,3})*\1\d{3}(?:\.\d*)?$/,
  ',': /^[1-9]\d{0,2}(?=([.'’_\s]))(?:\1\d{2,3})*\1\d{3}(?:,\d*)?$/,
};

/** Returns the number as JavaScript writes it, without groups; null if it is invalid with this decimal mark. */
function plainOf(text: string, mark: '.' | ','): string | null {
  const separator = grouped[mark].exec(text)?.[1];
  const digits = separator === undefined ? text : text.replaceAll(separator, '');
  if (mark === ',' && digits.includes('.')) return null;
  const plain = digits.replace(mark, '.');
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? plain : null;
}

function faultOf(text: string, amount: string, mark: string): string {
  if (mark === '.' && /\d,\d/.test(amount)) return 'Use a point for decimals: 1234.5 or 1,234.5.';
  if (/\d\s+\d/.test(amount)) return `Group digits in threes: 1 234${mark}5.`;
  return `“${text.length > 24 ? `${text.slice(0, 24)}…` : text}” is not a number.`;
}

export function noNumber(fault: string): ParsedNumber {
  return { value: null, fault, stored: null };
}
