import { addTotals, addValue, amountsOver, type AmountTrack } from '#analytics/valuation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { historySpan, noRecords, type Columns } from './historySpan.ts';
import type { HistoryPrices, PriceGrid } from './prices.ts';

/** Positions of a wallet in force from `at` (epoch ms) on, in order of token ids. */
export interface InForce {
  readonly at: number;
  readonly positions: readonly { readonly token: string; readonly amount: number }[];
}

/** What a wallet held over time. */
export interface WalletHoldings {
  readonly thematicId: string;
  /** Ascending. All of them, or the one in force at the beginning of a window and those after it. */
  readonly statements: readonly InForce[];
  /** The instant of the first of all statements that holds anything, before the window or in it; null: none does. */
  readonly heldFrom: number | null;
}

/** Amounts and prices of one token at each record of a history. */
export interface TokenColumns {
  readonly token: string;
  readonly amounts: Float64Array;
  /** NaN before the first price. Shared: must not be written to. */
  readonly prices: Float64Array;
}

/** What a user's wallets held at the records of a history: wallets in their order, tokens in order of their ids. */
export interface HeldOver {
  readonly grid: PriceGrid;
  readonly wallets: readonly (readonly TokenColumns[])[];
}

/** What the wallets held at each record of a history; null: they never held anything. */
export function heldOver(
  prices: HistoryPrices,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): HeldOver | null {
  const start = firstHolding(holdings, prices.asOf());
  if (start === null) return null;
  const span = historySpan(prices, type, (from, to) => tokensHeld(holdings, from, to), start);
  const grid = prices.grid(span);
  const wallets = holdings.map((wallet) =>
    [...amountTracks(wallet)].map(([token, track]) => ({
      token,
      amounts: amountsOver(grid.times, track),
      prices: grid.series(token),
    })),
  );
  return { grid, wallets };
}

/**
 * The history of wallets together: at each record the sum of the wallets valued then. Sums are made wallet by wallet and
 * token by token in the order of a wallet's own total, so that the last record equals that total to the last bit.
 */
export function walletHistory(
  prices: HistoryPrices,
  holdings: readonly WalletHoldings[],
  type: HistoryType,
): Columns {
  const held = heldOver(prices, holdings, type);
  return held === null ? noRecords : { grid: held.grid, totals: totalsOver(held) };
}

/** The totals of all wallets, summed as `walletHistory` says. */
export function totalsOver({ grid, wallets }: HeldOver): Float64Array {
  const totals = new Float64Array(grid.times.length);
  for (const tokens of wallets) addTotals(totals, walletTotals(grid, tokens));
  return totals;
}

/** The totals of one wallet. */
export function walletTotals({ times }: PriceGrid, tokens: readonly TokenColumns[]): Float64Array {
  const totals = new Float64Array(times.length);
  for (const { amounts, prices } of tokens) addValue(totals, amounts, prices);
  return totals;
}

/** What was held of each token in all wallets together, in order of token ids. */
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

/** The instant of the first statement that held anything; null: none up to the as of. */
function firstHolding(holdings: readonly WalletHoldings[], asOf: number): number | null {
  const first = Math.min(...holdings.flatMap(({ heldFrom }) => heldFrom ?? []));
  return first <= asOf ? first : null;
}

/** Tokens that were held at any time between two instants. */
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
