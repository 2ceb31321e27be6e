const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Parses a number from a machine-written text, such as a CSV cell or a parameter, with a decimal point and no thousands
 * separators. Ignores surrounding blanks. Returns NaN for any other text, and ±Infinity for a number that is too large.
 */
export function writtenNumber(text: string): number {
  const trimmed = text.trim();
  return numeral.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Returns the significant digits, without sign, point, exponent and outer zeros: `12` for `-0.0120e5`. */
function digitsOf(text: string): string {
  return text.replace(/e.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

/** Returns the stored value of a number with more digits than a double holds; null if it is stored unchanged. */
export function keptAs(text: string): string | null {
  const kept = String(Number(text));
  return digitsOf(text) === digitsOf(kept) ? null : kept;
}

/** Returns a count with thousands separators: `4,000,000`. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}
