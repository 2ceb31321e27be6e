import { rebalanceOf, type RebalanceLine } from '#analytics/rebalance.ts';
import { largestFirst } from '#analytics/weights.ts';
import { csvText, type Cell } from '#contract/csv.ts';
import type { WalletRebalance, WalletTrade } from '#contract/rebalance.ts';
import type { Constituent } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import type { TokenPosition } from '#contract/wallet.ts';
import type { RebalanceSource, WalletKey } from './rebalanceSource.ts';
import { isNotKnown } from './source.ts';
import { noRebalanceTexts, noTargets, whyNotTradable } from './rebalanceTexts.ts';

interface TokenLine extends RebalanceLine {
  readonly token: Token;
}

/** Returns what to buy and sell in a wallet, largest value first. Throws 404 user-not-found or thematic-not-found. */
export async function readWalletRebalance(
  source: RebalanceSource,
  wallet: WalletKey,
): Promise<WalletRebalance> {
  const positions = await source.positions(wallet);
  const targets = await source.targets(wallet.thematic);
  const asOf = formatTime(source.asOf());
  const without = (reason: string): WalletRebalance => ({
    asOf,
    total: null,
    traded: null,
    activeShare: null,
    reason,
    trades: [],
    excluded: [],
  });
  if (positions === null) return without('The user has no wallet in this thematic.');
  if (isNotKnown(positions)) return without(positions.reason);
  if (!hasWeights(targets)) return without(noTargets);
  const lines = linesOf(positions, targets);
  const rebalance = rebalanceOf(lines);
  if (typeof rebalance === 'string') return without(noRebalanceTexts[rebalance]);
  const { total, traded, activeShare, trades } = rebalance;
  const listed = lines.map((line, index) => ({ ...line, trade: trades[index] ?? null }));
  return {
    asOf,
    total,
    traded,
    activeShare,
    reason: null,
    trades: listed
      .flatMap(({ trade, token, amount, total: held }) => {
        if (trade === null) return [];
        const { weight, target, total: tradeTotal, amount: tradeAmount, amountAfter } = trade;
        const drift = weight - target + 0;
        const now = { token, amount, total: held, weight, target, drift };
        return { ...now, tradeAmount, tradeTotal, amountAfter };
      })
      .toSorted((a, b) => largestFirst(Math.abs(a.tradeTotal), Math.abs(b.tradeTotal))),
    excluded: listed.flatMap(({ trade, token, amount, target }) =>
      trade === null ? { token, amount, target, reason: whyNotTradable(token.price) } : [],
    ),
  };
}

export type KnownTarget = Constituent & { readonly weight: number };

export const hasWeights = (
  targets: readonly Constituent[] | null,
): targets is readonly KnownTarget[] => targets?.every(({ weight }) => weight !== null) ?? false;

/** The tokens of the thematic, then those held besides them. */
function linesOf(
  positions: readonly TokenPosition[],
  targets: readonly KnownTarget[],
): TokenLine[] {
  const held = new Map(positions.map((position) => [position.token._id, position]));
  const isTarget = new Set(targets.map(({ token }) => token._id));
  const others = positions.filter(({ token }) => !isTarget.has(token._id));
  return [
    ...targets.map(({ token, weight }) => ({ token, target: weight, of: held.get(token._id) })),
    ...others.map((of) => ({ token: of.token, target: 0, of })),
  ].map(({ token, target, of }) => {
    // A connected service may report the price only in one place.
    const known = of?.token.price == null ? token : of.token;
    return {
      token: known,
      target,
      price: known.price,
      amount: of === undefined ? 0 : of.amount,
      total: of === undefined ? 0 : of.total,
    };
  });
}

interface TradeRow extends Pick<WalletTrade, 'token' | 'amount' | 'target'> {
  /** Undefined for an excluded token. */
  readonly trade?: WalletTrade;
  readonly reason?: string;
}

const csvCells: Readonly<Record<string, (row: TradeRow) => Cell>> = {
  token: ({ token }) => token._id,
  symbol: ({ token }) => token.symbol,
  name: ({ token }) => token.name,
  price: ({ token }) => token.price,
  amount: ({ amount }) => amount,
  total: ({ trade }) => trade?.total,
  weight: ({ trade }) => trade?.weight,
  target: ({ target }) => target,
  drift: ({ trade }) => trade?.drift,
  tradeAmount: ({ trade }) => trade?.tradeAmount,
  tradeTotal: ({ trade }) => trade?.tradeTotal,
  amountAfter: ({ trade, amount }) => trade?.amountAfter ?? amount,
  excluded: ({ reason }) => reason,
};

export function walletRebalanceCsv({ trades, excluded }: WalletRebalance): string {
  const rows: TradeRow[] = [...trades.map((trade) => ({ ...trade, trade })), ...excluded];
  const cells = Object.values(csvCells);
  return csvText(
    Object.keys(csvCells),
    rows.map((row) => cells.map((cellOf) => cellOf(row))),
  );
}
