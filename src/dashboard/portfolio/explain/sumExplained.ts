import { reconciles, sumOf } from '#analytics/weights.ts';
import type { Token } from '#contract/token.ts';
import type { Format } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import type { Explained, ExplainedInput } from './explained.ts';

/** A row of the sum. */
export interface SumPart {
  readonly name: string;
  readonly value: number | null;
  readonly href?: string;
}

/** Returns a function that makes parts of tokens, one from each row. */
export const tokenParts =
  <Row extends { readonly token: Pick<Token, '_id' | 'symbol'> }>(rows: readonly Row[]) =>
  (valueOf: (row: Row) => number | null): SumPart[] =>
    rows.map((row) => ({
      name: row.token.symbol,
      value: valueOf(row),
      href: urls.token(row.token._id),
    }));

/** Formats a part and the sum. */
type FigureText = (value: number | null) => string;

/** Parts that are named; the others are summed. */
const maxNamed = 8;

/** The largest parts of a sum, and the sum of the others. */
export function largestInputs(
  format: Format,
  parts: readonly SumPart[],
  noun: string,
  text: FigureText,
): ExplainedInput[] {
  const known = parts
    .flatMap((part) => (part.value === null ? [] : { ...part, value: part.value }))
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const named = known.slice(0, maxNamed).map((part) => ({ ...part, value: text(part.value) }));
  const others = known.slice(maxNamed);
  if (others.length === 0) return named;
  const value = text(sumOf(others.map((part) => part.value)));
  return [...named, { name: format.count(others.length, `smaller ${noun}`), value }];
}

interface SumOptions extends Pick<Explained, 'formula' | 'facts'> {
  readonly noun: string;
  readonly parts: readonly SumPart[];
  readonly text: FigureText;
  readonly excluded?: readonly string[];
  /** The total that the sum must equal, and its name; null: not known. */
  readonly whole: number | null;
  readonly of: string;
}

/** Explains the sum of a panel's rows, apart from the rounding errors of parts that cancel out. */
export function sumExplained(format: Format, options: SumOptions): Omit<Explained, 'label'> {
  const { formula, facts, noun, parts, text, excluded = [], whole, of } = options;
  const sum = sumOf(parts.map(({ value }) => value ?? 0));
  const rounding = 1e-9 * sumOf(parts.map(({ value }) => Math.abs(value ?? 0)));
  const matches = whole !== null && (reconciles(sum, whole) || Math.abs(sum - whole) <= rounding);
  return {
    value: text(matches ? whole : sum),
    formula,
    inputs: largestInputs(format, parts, noun, text),
    facts: [['Summed', format.count(parts.length, noun)], ...facts],
    excluded,
    reconciliation:
      whole === null
        ? null
        : `${matches ? 'matches' : `${text(sum)} versus`} ${of}, ${text(whole)}`,
  };
}
