import type { KnownSum } from '#analytics/weights.ts';
import { useFormat } from '../preferences/format.ts';

/** A sum of totals; where not all of them are known, of how many it is: “1,234.50 · 3 of 5 known”. */
export function KnownTotal({ sum: { sum, known, of } }: { readonly sum: KnownSum }) {
  const format = useFormat();
  return (
    <>
      {format.total(sum)}
      {known < of && (
        <small>
          {' '}
          · {format.number(known)} of {format.number(of)} known
        </small>
      )}
    </>
  );
}
