import { type KnownSum, sumOf } from '#analytics/weights.ts';
import { useFormat } from '../../preferences/format.ts';
import { reconciliationText } from '../Reconciliation.tsx';
import { Explanation } from './Explanation.tsx';
import { useAsOfText } from './useAsOfText.ts';

/** A row of the sum. */
export interface SumPart {
  readonly name: string;
  readonly value: number | null;
  readonly href?: string;
}

export interface SumExplanationProps {
  readonly label: string;
  /** One of the parts: `wallet`. */
  readonly noun: string;
  readonly sum: KnownSum;
  /** Called once the explanation is open. */
  readonly parts: () => readonly SumPart[];
  /** The total that the sum must equal, and its name, such as `the user’s total`. */
  readonly whole: number | null;
  readonly of: string;
}

/** Parts that are named; the others are summed. */
const maxNamed = 8;

/** Explains the sum of a table: its largest rows, rows without a value, and the total beside it. */
export function SumExplanation({
  label,
  noun,
  sum,
  parts: partsOf,
  whole,
  of,
}: SumExplanationProps) {
  const parts = partsOf();
  const format = useFormat();
  const asOf = useAsOfText();
  const known = parts
    .flatMap((part) => (part.value === null ? [] : { ...part, value: part.value }))
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const others = known.slice(maxNamed);
  const unknown = parts.filter(({ value }) => value === null);
  return (
    <Explanation
      explained={{
        label,
        value: format.total(sum.sum),
        formula: `Σ value of each ${noun}`,
        inputs: [
          ...known.slice(0, maxNamed).map((part) => ({ ...part, value: format.total(part.value) })),
          ...(others.length === 0
            ? []
            : [
                {
                  name: format.count(others.length, `smaller ${noun}`),
                  value: format.total(sumOf(others.map(({ value }) => value))),
                },
              ]),
        ],
        facts: [
          ['Summed', `${format.number(sum.known)} of ${format.count(sum.of, noun)}`],
          ['As of', asOf],
        ],
        excluded: unknown.map(({ name }) => `${name}: value not known.`),
        reconciliation:
          sum.whole === null || whole === null
            ? null
            : `${reconciliationText(format, { sum: sum.whole, whole, of })}, ${format.total(whole)}`,
      }}
    />
  );
}
