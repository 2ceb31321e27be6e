import { performanceOver } from '#analytics/performance.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { PerformanceHistory, WalletsPerformance } from '#contract/performance.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';
import type { WalletHoldings } from './holdings.ts';
import { heldOver, mergedTokens, totalsOver, walletTotals } from './walletHistory.ts';

/** Value, time-weighted index and flow of wallets together, at each record of their history. */
export function performanceHistory(
  market: SwitchableMarket,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): PerformanceHistory {
  const held = heldOver(market, holdings, type);
  if (held === null) return { dates: [], total: [], index: [], flow: [], flatRecords: 0 };
  const { grid } = held;
  const tokens = mergedTokens(held).map(({ token, amounts }) => ({
    amounts,
    prices: grid.series(token),
  }));
  const { index, flow, flatRecords } = performanceOver(grid.times.length, tokens);
  return {
    dates: [...grid.dates],
    total: [...totalsOver(held)],
    index: Array.from(index, (level) => (Number.isNaN(level) ? null : level)),
    flow: [...flow],
    flatRecords,
  };
}

/** Value and flow of each wallet at each record of the history of all of them. */
export function performanceByWallet(
  market: SwitchableMarket,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): WalletsPerformance {
  const held = heldOver(market, holdings, type);
  if (held === null) return { dates: [], wallets: [] };
  const { grid, wallets } = held;
  return {
    dates: [...grid.dates],
    wallets: wallets.map((tokens, index) => {
      const columns = tokens.map(({ token, amounts }) => ({ amounts, prices: grid.series(token) }));
      return {
        thematics: holdings[index]?.wallet.thematicId ?? '',
        total: [...walletTotals(grid, tokens)],
        flow: [...performanceOver(grid.times.length, columns).flow],
      };
    }),
  };
}
