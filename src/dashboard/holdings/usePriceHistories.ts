import { useQueries } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { tokenQueries } from '../portfolio/thematicQueries.ts';

/** A token's prices, ascending by time (epoch ms). */
export interface PriceSeries {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
}

/** Each token needs a request. */
const maxPriced = 40;

export function usePriceHistories(
  ids: readonly string[],
  type: HistoryType,
): ReadonlyMap<string, PriceSeries> | 'loading' | 'too many' {
  const isPriced = ids.length <= maxPriced;
  const histories = useQueries({
    queries: isPriced ? ids.map((id) => tokenQueries.history(id, type)) : [],
  });
  if (!isPriced) return 'too many';
  if (histories.some(({ isPending }) => isPending)) return 'loading';
  return new Map(
    ids.flatMap((id, index) => {
      const data = histories[index]?.data;
      return data === undefined ? [] : [[id, data] as const];
    }),
  );
}

/** Returns the last price at or before an instant (epoch ms), or null. */
export function priceAt(prices: PriceSeries | undefined, instant: number): number | null {
  const last = prices?.times.findLastIndex((time) => time <= instant) ?? -1;
  return prices?.totals[last] ?? null;
}
