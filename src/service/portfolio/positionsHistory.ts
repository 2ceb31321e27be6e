import { addValue } from '#analytics/valuation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { formatTime } from '#contract/time.ts';
import { heldOver, mergedTokens } from './walletHistory.ts';
import type { Market } from '../prices/market.ts';
import type { WalletHoldings } from './holdings.ts';

/** Amount, price and total of every token at each record of the wallets' history, tokens in order of their ids. */
export function positionsHistory(
  market: Market,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): PositionsHistory {
  const held = heldOver(market, holdings, type);
  const { times } = held;
  return {
    dates: Array.from(times, formatTime),
    tokens: mergedTokens(held).map(({ token: id, amounts: amount }) => {
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
