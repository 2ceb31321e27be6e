import type { Market } from './market.ts';
import { createPriceGrids, type PriceGrids } from './priceGrids.ts';

/** A market that another can take the place of while it is used: an import replaces the simulated by the stored one. */
export interface SwitchableMarket extends Market {
  /** The market in use now. */
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
      // Two markets may count alike: what is remembered of the one must not be taken for the other's.
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
