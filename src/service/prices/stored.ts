import type { Queries } from '#platform/database/database.ts';
import { createPriceBook, type PriceBook, type TokenPrices } from './book.ts';
import type { Market, MarketToken } from './market.ts';
import { readPrices, readRevision, readTokens } from './priceStore.ts';

export interface StoredMarket extends Market {
  readonly kind: 'stored';
  lastAt(tokenId: string): number | null;
  /** Adds prices that were written to the database as the next revision. */
  add(prices: readonly TokenPrices[], revision: number): void;
}

export function isStoredMarket(market: Market): market is StoredMarket {
  return 'add' in market;
}

export interface StoredOptions {
  readonly book: PriceBook;
  readonly tokens: readonly MarketToken[];
  readonly revision: number;
  readonly clock: () => number;
  readonly tickSeconds: number;
}

/** A market over a price book; while the book is empty its as-of instant is the last tick of the clock. */
export function createStoredMarket(options: StoredOptions): StoredMarket {
  const { book, tokens, clock } = options;
  const tick = options.tickSeconds * 1000;
  const byId = new Map(tokens.map((token) => [token._id, token]));
  let revision = options.revision;
  return {
    kind: 'stored',
    get version() {
      return revision;
    },
    tickSeconds: null,
    asOf: () => book.end() ?? Math.floor(clock() / tick) * tick,
    tokens: () => tokens,
    token: (id) => byId.get(id),
    priceAt: (id, at) => book.priceAt(id, at),
    series: (id, times) => book.series(id, times),
    firstAt: (id) => book.firstAt(id),
    lastAt: (id) => book.lastAt(id),
    finestStep: (ids, from, to) => book.finestStep(ids, from, to),
    add(prices, counted) {
      for (const ofToken of prices) book.merge(ofToken);
      revision = counted;
    },
  };
}

export async function readStoredMarket(
  queries: Queries,
  { clock, tickSeconds }: Pick<StoredOptions, 'clock' | 'tickSeconds'>,
): Promise<StoredMarket> {
  const book = createPriceBook();
  const revision = await readRevision(queries);
  const tokens = await readTokens(queries);
  await readPrices(queries, book);
  return createStoredMarket({ book, tokens, revision, clock, tickSeconds });
}
