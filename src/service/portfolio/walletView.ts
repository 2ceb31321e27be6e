import { positionTotal } from '#analytics/valuation.ts';
import type { Token } from '#contract/token.ts';
import { formatTime } from '#contract/time.ts';
import type { TokenPosition, Wallet } from '#contract/wallet.ts';
import type { StoredPosition, WalletRow } from '#platform/database/schema/portfolio.ts';
import type { NewEvent } from '../events/message.ts';
import type { Market, Price } from '../prices/market.ts';

/** Prices of all tokens at one instant, each looked up once. */
export interface PricesAt {
  readonly at: number;
  of(token: string): Price | null;
}

export function pricesAt(market: Market, at: number): PricesAt {
  const known = new Map<string, Price | null>();
  return {
    at,
    of(token) {
      const found = known.get(token);
      if (found !== undefined) return found;
      const price = market.priceAt(token, at);
      known.set(token, price);
      return price;
    },
  };
}

/**
 * Value of a wallet's positions, summed from left to right in their stored order (by token id): the same order as in
 * the history, so that both are equal to the last bit.
 */
export function totalOf(positions: readonly StoredPosition[], prices: PricesAt): number {
  let total = 0;
  for (const { token, amount } of positions) {
    total += positionTotal(amount, prices.of(token)?.price ?? null);
  }
  return total;
}

export function tokenView(market: Market, prices: PricesAt, id: string): Token {
  const token = market.token(id);
  const price = prices.of(id);
  return {
    _id: id,
    symbol: token?.symbol ?? id,
    name: token?.name ?? id,
    price: price?.price ?? null,
    priceAt: price === null ? null : formatTime(price.at),
    ...(price === null || prices.at - price.at <= price.step
      ? {}
      : { priceAgeSeconds: (prices.at - price.at) / 1000 }),
  };
}

export function walletUpdated(now: Wallet, before: Wallet): NewEvent {
  const previous = { total: before.total, tokens: before.tokens };
  return { type: 'wallet.updated', subject: now._id, data: { ...now, previous } };
}

export function walletView(
  market: Market,
  prices: PricesAt,
  customId: string,
  wallet: WalletRow,
  positions: readonly StoredPosition[],
): Wallet & { readonly total: number } {
  return {
    _id: wallet.id,
    user: customId,
    thematics: wallet.thematicId,
    total: totalOf(positions, prices),
    tokens: positions.map((position) => walletPosition(market, prices, position)),
    updatedAt: formatTime(wallet.updatedAt),
  };
}

export function walletPosition(
  market: Market,
  prices: PricesAt,
  { token, amount }: StoredPosition,
): TokenPosition {
  const view = tokenView(market, prices, token);
  return { token: view, amount, total: positionTotal(amount, view.price) };
}
