import type { KnownSum } from '#analytics/weights.ts';
import { useFormat } from '../preferences/format.ts';

/** Beside the name of a sum, where not all of its totals are known: “3 of 5 known”. */
export function KnownTotals({ sum: { known, of } }: { readonly sum: KnownSum }) {
  const format = useFormat();
  if (known === of) return null;
  return (
    <small>
      {format.number(known)} of {format.number(of)} known
    </small>
  );
}
