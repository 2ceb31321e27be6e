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
