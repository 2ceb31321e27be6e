import { addTotals, addValue } from '#analytics/valuation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { formatTime } from '#contract/time.ts';
import { heldOver } from '../history/walletHistory.ts';
import type { Market } from '../market/market.ts';
import type { WalletHoldings } from './holdings.ts';

/** Amount, price and total of every token at each record of the wallets' history, tokens in order of their ids. */
export function positionsHistory(
  market: Market,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): PositionsHistory {
  const { times, wallets } = heldOver(market, holdings, type);
  const amounts = new Map<string, Float64Array>();
  for (const { token, amounts: own } of wallets.flat()) {
    const sum = amounts.get(token) ?? new Float64Array(times.length);
    addTotals(sum, own);
    amounts.set(token, sum);
  }
  const tokens = [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    dates: Array.from(times, formatTime),
    tokens: tokens.map(([id, amount]) => {
      const price = market.series(id, times);
      const total = new Float64Array(times.length);
      addValue(total, amount, price);
      const token = market.token(id);
      return {
        token: { _id: id, symbol: token?.symbol ?? id, name: token?.name ?? id },
        amount: [...amount],
        price: Array.from(price, (value) => (Number.isNaN(value) ? null : value)),
        total: [...total],
      };
    }),
  };
}
