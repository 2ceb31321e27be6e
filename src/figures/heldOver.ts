import { addTotals, addValue, amountsOver, type AmountTrack } from '#analytics/valuation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import {
  historySpan,
  noRecords,
  type Columns,
  type HistorySpan,
  type TokensBetween,
} from './historySpan.ts';
import type { HistoryPrices, PriceGrid } from './prices.ts';

/** Positions of a wallet in effect from `at` (epoch milliseconds) on, in order of token ids. */
export interface InForce {
  readonly at: number;
  readonly positions: readonly { readonly token: string; readonly amount: number }[];
}

/** Holdings of a wallet over time. */
export interface WalletHoldings {
  readonly thematicId: string;
  /** Ascending. Either all statements, or those in effect during a window. */
  readonly statements: readonly InForce[];
  /** Instant of the first statement with holdings, even before the window; null if there is none. */
  readonly heldFrom: number | null;
}

export interface TokenColumns {
  readonly token: string;
  readonly amounts: Float64Array;
  /** NaN before the first price. Shared, so never write to it. */
  readonly prices: Float64Array;
}

/** Holdings of a user's wallets at the records of a history. Wallets keep their order; tokens are in order of their ids. */
export interface HeldOver {
  readonly grid: PriceGrid;
  readonly wallets: readonly (readonly TokenColumns[])[];
}

export interface HeldDuring extends HeldOver {
  readonly span: HistorySpan;
  readonly tokensBetween: TokensBetween;
}

/** Returns the holdings at each record of a history; null if the wallets never held anything. */
export function heldOver(
  prices: HistoryPrices,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): HeldOver | null {
  return heldDuring(prices, holdings, (tokens, start) => historySpan(prices, type, tokens, start));
}

/**
 * Returns the holdings at each record of a span; null if the wallets held nothing by its end.
 * @param spanOf returns the span of a history that starts with the first holding.
 */
export function heldDuring(
  prices: HistoryPrices,
  holdings: readonly WalletHoldings[],
  spanOf: (tokensBetween: TokensBetween, start: number) => HistorySpan,
): HeldDuring | null {
  const start = firstHolding(holdings, prices.asOf());
  if (start === null) return null;
  const tokensBetween = (from: number, to: number) => tokensHeld(holdings, from, to);
  const span = spanOf(tokensBetween, start);
  if (start > span.asOf) return null;
  const grid = prices.grid(span);
  const wallets = holdings.map((wallet) =>
    [...amountTracks(wallet)].map(([token, track]) => ({
      token,
      amounts: amountsOver(grid.times, track),
      prices: grid.series(token),
    })),
  );
  return { grid, wallets, span, tokensBetween };
}

/**
 * Returns the history of the wallets' total. Sums wallet by wallet and token by token, in the same order as a wallet's own total,
 * so that the last record equals that total exactly.
 */
export function walletHistory(
  prices: HistoryPrices,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): Columns {
  const held = heldOver(prices, holdings, type);
  return held === null ? noRecords : { grid: held.grid, totals: totalsOver(held) };
}

/** Returns the totals of all wallets, summed as in `walletHistory`. */
export function totalsOver({ grid, wallets }: HeldOver): Float64Array {
  const totals = new Float64Array(grid.times.length);
  for (const tokens of wallets) addTotals(totals, walletTotals(grid, tokens));
  return totals;
}

export function walletTotals({ times }: PriceGrid, tokens: readonly TokenColumns[]): Float64Array {
  const totals = new Float64Array(times.length);
  for (const { amounts, prices } of tokens) addValue(totals, amounts, prices);
  return totals;
}

/** Returns the holdings of each token in all wallets, in order of token ids. */
export function mergedTokens({ grid, wallets }: HeldOver): TokenColumns[] {
  const merged = new Map<string, TokenColumns>();
  for (const { token, amounts, prices } of wallets.flat()) {
    const sum = merged.get(token) ?? {
      token,
      amounts: new Float64Array(grid.times.length),
      prices,
    };
    addTotals(sum.amounts, amounts);
    merged.set(token, sum);
  }
  return [...merged.values()].toSorted((a, b) => (a.token < b.token ? -1 : 1));
}

/** Returns the instant of the first statement with holdings; null if there is none up to the as of. */
function firstHolding(holdings: readonly WalletHoldings[], asOf: number): number | null {
  const first = Math.min(...holdings.flatMap(({ heldFrom }) => heldFrom ?? []));
  return first <= asOf ? first : null;
}

function tokensHeld(
  holdings: readonly WalletHoldings[],
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

/** Returns the amounts of each token over time, in order of token ids. */
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
