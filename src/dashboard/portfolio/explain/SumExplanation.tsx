import type { KnownSum } from '#analytics/weights.ts';
import { useFormat } from '../../preferences/format.ts';
import { reconciliationText } from '../Reconciliation.tsx';
import { Explanation } from './Explanation.tsx';
import { largestInputs, type SumPart } from './sumExplained.ts';
import { useAsOfText } from './useAsOfText.ts';

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
  /** A sentence for each thing that the sum leaves out, besides parts without a value. */
  readonly excluded?: readonly string[];
}

/** Explains the sum of a table: its largest rows, rows without a value, and the total beside it. */
export function SumExplanation({
  label,
  noun,
  sum,
  parts: partsOf,
  whole,
  of,
  excluded = [],
}: SumExplanationProps) {
  const parts = partsOf();
  const format = useFormat();
  const asOf = useAsOfText();
  const unknown = parts.filter(({ value }) => value === null);
  return (
    <Explanation
      explained={{
        label,
        value: format.total(sum.sum),
        formula: `Σ value of each ${noun}`,
        inputs: largestInputs(format, parts, noun, format.total),
        facts: [
          ['Summed', `${format.number(sum.known)} of ${format.count(sum.of, noun)}`],
          ['As of', asOf],
        ],
        excluded: [...unknown.map(({ name }) => `${name}: value not known.`), ...excluded],
        reconciliation:
          sum.whole === null || whole === null
            ? null
            : `${reconciliationText(format, { sum: sum.whole, whole, of })}, ${format.total(whole)}`,
      }}
    />
  );
}
