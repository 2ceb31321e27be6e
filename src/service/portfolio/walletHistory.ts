import { addTotals, addValue, amountsOver, type AmountTrack } from '#analytics/valuation.ts';
import { windowOf, type HistoryType } from '#contract/historyType.ts';
import type { Market } from '../prices/market.ts';
import type { PriceGrid } from '../prices/priceGrids.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';
import type { Standing, WalletHoldings } from './holdings.ts';
import { historySpan, noRecords, type Columns } from './records.ts';

/** What was held of one token in one wallet over the times of a history. */
export interface TokenAmounts {
  readonly token: string;
  readonly amounts: Float64Array;
}

/** What a user's wallets held at the times of a history: wallets in their order, tokens in order of their ids. */
export interface HeldOver {
  readonly grid: PriceGrid;
  readonly wallets: readonly (readonly TokenAmounts[])[];
}

/** The instant from which on statements are read for a history up to the market's as of; null: all are. */
export function windowStart(market: Market, type: HistoryType): number | null {
  const window = windowOf[type];
  return window === null ? null : market.asOf() - window;
}

/** What the wallets held at each record of a history; null: they never held anything. */
export function heldOver(
  market: SwitchableMarket,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): HeldOver | null {
  const asOf = market.asOf();
  const start = firstHolding(holdings, asOf);
  if (start === null) return null;
  const span = historySpan(market, type, (from, to) => tokensHeld(holdings, from, to), start);
  const grid = market.grid(span);
  const wallets = holdings.map((wallet) =>
    [...amountTracks(wallet)].map(([token, track]) => ({
      token,
      amounts: amountsOver(grid.times, track),
    })),
  );
  return { grid, wallets };
}

/**
 * The history of wallets together: at each record the sum of the wallets valued then. Sums are made wallet by wallet and
 * token by token in the order of `totalOf`, so that the last record equals the total to the last bit.
 */
export function walletHistory(
  market: SwitchableMarket,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): Columns {
  const held = heldOver(market, holdings, type);
  return held === null ? noRecords : { grid: held.grid, totals: totalsOver(held) };
}

/** The totals of what was held, summed as `walletHistory` says. */
export function totalsOver({ grid, wallets }: HeldOver): Float64Array {
  const totals = new Float64Array(grid.times.length);
  for (const tokens of wallets) addTotals(totals, walletTotals(grid, tokens));
  return totals;
}

/** The totals of what was held in one wallet. */
export function walletTotals(grid: PriceGrid, tokens: readonly TokenAmounts[]): Float64Array {
  const totals = new Float64Array(grid.times.length);
  for (const { token, amounts } of tokens) addValue(totals, amounts, grid.series(token));
  return totals;
}

/** What was held of each token in all wallets together, in order of token ids. */
export function mergedTokens({ grid, wallets }: HeldOver): TokenAmounts[] {
  const merged = new Map<string, Float64Array>();
  for (const { token, amounts } of wallets.flat()) {
    const sum = merged.get(token) ?? new Float64Array(grid.times.length);
    addTotals(sum, amounts);
    merged.set(token, sum);
  }
  return Array.from(merged, ([token, amounts]) => ({ token, amounts })).toSorted((a, b) =>
    a.token < b.token ? -1 : 1,
  );
}

/** The instant of the first statement that held anything; null: none up to then. */
export function firstHolding(holdings: readonly Standing[], asOf: number): number | null {
  const first = Math.min(...holdings.flatMap(({ heldFrom }) => heldFrom ?? []));
  return first <= asOf ? first : null;
}

/** Tokens that were held at any time between two instants. */
export function tokensHeld(
  holdings: readonly Standing[],
  from: number,
  to: number,
): ReadonlySet<string> {
  const held = new Set<string>();
  for (const { statements } of holdings) {
    for (const [index, { at, positions }] of statements.entries()) {
      const end = statements[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      if (at > to || end <= from) continue;
      for (const { token, amount } of positions) if (amount > 0) held.add(token);
    }
  }
  return held;
}

/** The amounts of each token of a wallet over time, tokens in order of their ids. */
function amountTracks({ statements }: WalletHoldings): Map<string, AmountTrack> {
  const tokens = new Set(
    statements.flatMap(({ positions }) => positions.map(({ token }) => token)),
  );
  const from = Float64Array.from(statements, ({ at }) => at);
  const amounts = statements.map(
    ({ positions }) => new Map(positions.map(({ token, amount }) => [token, amount])),
  );
  return new Map(
    [...tokens]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((token) => [
        token,
        { from, amount: Float64Array.from(amounts, (at) => at.get(token) ?? 0) },
      ]),
  );
}
