import type { PriceHistory } from '#contract/history.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { TokenWithChange } from '#contract/token.ts';
import { historySpan } from './records.ts';
import { problem } from '#platform/http/problem.ts';
import { changes } from './levels.ts';
import { pricesAt, tokenView } from './walletView.ts';
import type { Market, MarketToken } from '../prices/market.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';

/** Every token with its price and its change over each period. */
export function tokensWithChange(market: Market): TokenWithChange[] {
  const prices = pricesAt(market, market.asOf());
  return market.tokens().map(({ _id }) => ({
    ...tokenView(market, prices, _id),
    change: tokenChange(market, _id),
  }));
}

function tokenChange(market: Market, id: string): TokenWithChange['change'] {
  const first = market.firstAt(id);
  if (first === null || first > market.asOf()) {
    return { day: null, week: null, month: null, year: null, all: null };
  }
  return changes(
    market,
    (type) => historySpan(market, type, () => [id], first),
    (times) => market.series(id, times),
  );
}

/** The token of that id; 404 token-not-found. */
export function findToken(market: Market, id: string): MarketToken {
  const token = market.token(id);
  if (token === undefined) {
    throw problem('token-not-found', `There is no token with the id ${JSON.stringify(id)}.`);
  }
  return token;
}

/** A token's prices over a period, on the grid of histories. */
export function priceHistory(
  market: SwitchableMarket,
  id: string,
  type: HistoryType,
): PriceHistory {
  const first = market.firstAt(id);
  if (first === null) return [];
  const grid = market.grid(historySpan(market, type, () => [id], first));
  const prices = grid.series(id);
  return grid.dates.map((date, index) => ({ date, price: prices[index] ?? 0 }));
}
