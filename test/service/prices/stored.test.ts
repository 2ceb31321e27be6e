import { expect, it } from 'vitest';
import { createPriceBook } from '#service/prices/book.ts';
import { createStoredMarket, isStoredMarket } from '#service/prices/stored.ts';
import { createSimulatedMarket, defaultSeed } from '#service/prices/simulated.ts';

const clock = () => Date.UTC(2026, 10, 21, 9, 13, 27);
const day = 86_400_000;
const bitcoin = { _id: 'BTC', symbol: 'BTC', name: 'Bitcoin' };

function storedMarket() {
  const book = createPriceBook();
  return createStoredMarket({ book, tokens: [bitcoin], revision: 2, clock, tickSeconds: 10 });
}

it('with an empty book has the last tick as its as of', () => {
  const market = storedMarket();
  expect(market.asOf()).toBe(Date.UTC(2026, 10, 21, 9, 13, 20));
  expect(market.tickSeconds).toBeNull();
  expect(market.kind).toBe('stored');
  expect(market.tokens()).toEqual([bitcoin]);
  expect(market.priceAt('BTC', market.asOf())).toBeNull();
});

it('has the last price of all as its as of, whatever the clock says', () => {
  const market = storedMarket();
  const at = Date.UTC(2025, 5, 17);
  const prices = {
    tokenId: 'BTC',
    step: day,
    times: Float64Array.of(at - day, at),
    prices: Float64Array.of(1, 2),
  };
  market.add([prices], 3);
  expect(market.asOf()).toBe(at);
  expect(market.version).toBe(3);
  expect(market.lastAt('BTC')).toBe(at);
  expect(market.priceAt('BTC', at + 99 * day)).toEqual({ price: 2, at, step: day });
  expect(market.finestStep(['BTC'], at - day, at)).toBe(day);
});

it('takes prices in; a simulated market does not', () => {
  expect(isStoredMarket(storedMarket())).toBe(true);
  const simulated = createSimulatedMarket({ seed: defaultSeed, clock, tickSeconds: 10 });
  expect(isStoredMarket(simulated)).toBe(false);
});
