import { addValue } from '#analytics/valuation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { heldOver, mergedTokens } from './walletHistory.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';
import type { WalletHoldings } from './holdings.ts';

/** Amount, price and total of every token at each record of the wallets' history, tokens in order of their ids. */
export function positionsHistory(
  market: SwitchableMarket,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): PositionsHistory {
  const held = heldOver(market, holdings, type);
  if (held === null) return { dates: [], tokens: [] };
  const { grid } = held;
  return {
    dates: [...grid.dates],
    tokens: mergedTokens(held).map(({ token: id, amounts: amount }) => {
      const price = grid.series(id);
      const total = new Float64Array(price.length);
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
