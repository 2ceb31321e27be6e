import type { Market } from './market.ts';
import { createPriceGrids, type PriceGrids } from './priceGrids.ts';

/** A market that can be replaced while in use: an import replaces the simulated by the stored one. */
export interface SwitchableMarket extends Market {
  readonly current: Market;
  readonly grid: PriceGrids;
  use(next: Market): void;
}

export function createSwitchableMarket(first: Market): SwitchableMarket {
  let current = first;
  let switches = 0;
  const market: Omit<SwitchableMarket, 'grid'> = {
    get kind() {
      return current.kind;
    },
    get version() {
      // Versions of two markets may be equal: cached figures of one must not be used for the other.
      return current.version + switches * 2 ** 32;
    },
    get tickSeconds() {
      return current.tickSeconds;
    },
    get current() {
      return current;
    },
    asOf: () => current.asOf(),
    tokens: () => current.tokens(),
    token: (id) => current.token(id),
    priceAt: (token, at) => current.priceAt(token, at),
    series: (token, times) => current.series(token, times),
    firstAt: (token) => current.firstAt(token),
    finestStep: (tokens, from, to) => current.finestStep(tokens, from, to),
    use(next) {
      current = next;
      switches += 1;
    },
  };
  const grid = createPriceGrids(market);
  return Object.assign(market, { grid });
}
