import type { DatedDefinition } from '#contract/thematic.ts';
import { noNumber, type ParsedNumber, parsePercent } from '../../preferences/parseNumber.ts';

/** Twelve digits omit floating-point noise. */
export const shortened = (value: number) => Number(value.toPrecision(12));

export function parseWeight(typed: string, locale: string): ParsedNumber {
  if (typed.trim() === '') return noNumber('Enter a weight in percent.');
  const parsed = parsePercent(typed, locale);
  return (parsed.value ?? 1) > 0 ? parsed : noNumber('Enter a weight above 0.');
}

/** Weights in percent. */
export const percentsOf = (tokens: DatedDefinition['tokens']) =>
  tokens.map(({ token, weight }) => ({ token, amount: shortened(weight * 100) }));
