import type { PriceHistory } from '#contract/history.ts';
import { noChanges, type PeriodChanges } from '#contract/change.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { tokenNotFound } from '#platform/http/notFound.ts';
import { historySpan } from './historySpan.ts';
import { changes } from './levels.ts';
import type { HistoryPrices, PastPrices } from './prices.ts';

/** Returns the change of a token's price over each period; null before its first price. */
export function tokenChange(prices: PastPrices, id: string): PeriodChanges {
  const first = prices.firstAt(id);
  if (first === null || first > prices.asOf()) return noChanges;
  return changes(
    prices,
    (type) => historySpan(prices, type, () => [id], first),
    (times) => prices.series(id, times),
  );
}

/** Returns a token's prices over a period, at the records of histories. Throws 404 token-not-found. */
export function priceHistory(prices: HistoryPrices, id: string, type: HistoryType): PriceHistory {
  if (prices.token(id) === undefined) throw tokenNotFound(id);
  const first = prices.firstAt(id);
  if (first === null) return [];
  const grid = prices.grid(historySpan(prices, type, () => [id], first));
  const column = grid.series(id);
  return grid.dates.map((date, index) => ({ date, price: column[index] ?? 0 }));
}
