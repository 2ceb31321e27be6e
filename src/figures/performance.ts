import { performanceOver } from '#analytics/performance.ts';
import { addValue } from '#analytics/valuation.ts';
import type { PerformanceHistory, WalletsPerformance } from '#contract/performance.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { mergedTokens, type HeldOver } from './heldOver.ts';
import type { PastPrices } from './prices.ts';
import { isNotKnown } from './source.ts';
import type { ValueColumns, ValueHistory, WalletValues } from './valueHistory.ts';

/** Returns value, time-weighted index and flow of all wallets at each record of their history. */
export function performanceHistory({ dates, ...values }: ValueHistory): PerformanceHistory {
  return { dates: [...dates], total: orNull(values.totals), ...returnsOf(values) };
}

/** Returns value and flow of each wallet at each record of their common history. */
export function performanceByWallet({ dates, wallets }: WalletValues): WalletsPerformance {
  const [reason] = wallets.flatMap(({ held }) => (isNotKnown(held) ? held.reason : []));
  return {
    dates: [...dates],
    wallets: wallets.map(({ thematicId, ...values }) => ({
      thematics: thematicId,
      total: orNull(values.totals),
      flow: returnsOf(values).flow,
    })),
    ...(reason !== undefined && { reason }),
  };
}

/** Returns index and flow, which need amounts: without them, a change in value may be a deposit. */
function returnsOf({ totals, held }: ValueColumns) {
  if (isNotKnown(held)) return { index: null, flow: null, flatRecords: 0, reason: held.reason };
  const { index, flow, flatRecords } = performanceOver(totals.length, held);
  return { index: orNull(index), flow: [...flow], flatRecords };
}

/** Returns amount, price and total of every token at each record of the wallets' history, in order of token ids. */
export function positionsHistory(prices: PastPrices, held: HeldOver | null): PositionsHistory {
  if (held === null) return { dates: [], tokens: [] };
  return {
    dates: [...held.grid.dates],
    tokens: mergedTokens(held).map(({ token: id, amounts, prices: price }) => {
      const total = new Float64Array(price.length);
      addValue(total, amounts, price);
      const token = prices.token(id);
      return {
        token: { _id: id, symbol: token?.symbol ?? id, name: token?.name ?? id },
        amount: [...amounts],
        price: orNull(price),
        total: [...total],
      };
    }),
  };
}

const orNull = (column: Float64Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isNaN(value) ? null : value));
