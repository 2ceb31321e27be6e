import type { KnownSum } from '#analytics/weights.ts';
import { useFormat } from '../preferences/format.ts';

export function KnownTotals({ sum: { known, of } }: { readonly sum: KnownSum }) {
  const format = useFormat();
  if (known === of) return null;
  return (
    <small>
      {format.number(known)} of {format.number(of)} known
    </small>
  );
}
