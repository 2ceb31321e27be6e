import { performanceOver } from '#analytics/performance.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { PerformanceHistory } from '#contract/performance.ts';
import { formatTime } from '#contract/time.ts';
import type { Market } from '../prices/market.ts';
import type { WalletHoldings } from './holdings.ts';
import { heldOver, mergedTokens, totalsOver } from './walletHistory.ts';

/** Value, time-weighted index and flow of wallets together, at each record of their history. */
export function performanceHistory(
  market: Market,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): PerformanceHistory {
  const held = heldOver(market, holdings, type);
  const { times, totals } = totalsOver(market, held);
  const tokens = mergedTokens(held).map(({ token, amounts }) => ({
    amounts,
    prices: market.series(token, times),
  }));
  const { index, flow, flatRecords } = performanceOver(times.length, tokens);
  return {
    dates: Array.from(times, formatTime),
    total: [...totals],
    index: Array.from(index, (level) => (Number.isNaN(level) ? null : level)),
    flow: [...flow],
    flatRecords,
  };
}
