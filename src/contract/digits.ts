const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The number in a text that a program wrote, such as a cell of a CSV file or a parameter: with a decimal point and without
 * separators. Blanks around it are ignored. NaN where it is none, ±Infinity where it is too large.
 */
export function writtenNumber(text: string): number {
  const trimmed = text.trim();
  return numeral.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** The digits that count, without sign, point, exponent and the zeros around them: `-0.0120e5` has `12`. */
function digitsOf(text: string): string {
  return text.replace(/e.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

/** How a written number is stored, where not all of its digits can be; null where it is stored as written. */
export function keptAs(text: string): string | null {
  const kept = String(Number(text));
  return digitsOf(text) === digitsOf(kept) ? null : kept;
}

/** A count with its thousands apart: `4,000,000`. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}
