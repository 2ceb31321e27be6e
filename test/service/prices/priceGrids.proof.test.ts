import { describe, expect, test } from 'vitest';
import { recordTimes } from '#analytics/grid.ts';
import { day, hour, minute } from '#contract/historyType.ts';
import { resolutions } from '#contract/prices.ts';
import { createPriceBook } from '#service/prices/book.ts';
import type { Market } from '#service/prices/market.ts';
import { createPriceGrids, type PriceGrids } from '#service/prices/priceGrids.ts';
import { createSimulatedMarket } from '#service/prices/simulated.ts';
import { createStoredMarket } from '#service/prices/stored.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import { createRandom } from '#service/samples/random.ts';

const begin = Date.UTC(2026, 5, 17, 14, 23, 40);

function simulated(clock: { now: number }): Market {
  return createSimulatedMarket({ seed: 3, clock: () => clock.now, tickSeconds: 10 });
}

function stored() {
  const ids = ['a', 'b', 'never'];
  return createStoredMarket({
    book: createPriceBook(),
    tokens: ids.map((id) => ({ _id: id, symbol: id, name: id })),
    revision: 0,
    clock: () => begin,
    tickSeconds: 10,
  });
}

/** Grids as histories ask for them. */
function specOf(random: ReturnType<typeof createRandom>, asOf: number) {
  const step = random.pick([5 * minute, hour, 4 * hour, day]);
  const window = random.pick([null, day, 7 * day, 30 * day, 365 * day]);
  const start = asOf - random.pick([0, 1, step, 3 * day, 30 * day, 30 * day + 7, 900 * day, -step]);
  return { asOf, step, window, start };
}

const idsOf = (market: Market) => [
  ...market
    .tokens()
    .slice(0, 4)
    .map(({ _id }) => _id),
  'unknown',
];

/** A grid with its prices. */
function found(market: Market, grid: PriceGrids, spec: Spec) {
  const one = grid(spec);
  const { times, dates } = one;
  return { times, dates, prices: idsOf(market).map((id) => one.series(id)) };
}

/** The same, read from the market. */
function expected(market: Market, spec: Spec) {
  const times = recordTimes(spec);
  return {
    times,
    dates: Array.from(times, (at) => new Date(at).toISOString()),
    prices: idsOf(market).map((id) => market.series(id, times)),
  };
}

type Spec = ReturnType<typeof specOf>;

describe('the grids of a market hold what the market says at each of their times, to the last bit', () => {
  test('simulated, after any earlier requests and clock changes', () => {
    const clock = { now: begin };
    const market = simulated(clock);
    const grid = createPriceGrids(market);
    const random = createRandom(5);
    for (let round = 0; round < 300; round += 1) {
      clock.now += random.pick([0, 0, 10_000, 5 * minute, day, 40 * day, -day]);
      const spec = specOf(random, market.asOf());
      expect(found(market, grid, spec)).toEqual(expected(market, spec));
    }
  });

  test('stored, while prices are pushed into its past and its end', () => {
    const market = stored();
    const grid = createPriceGrids(market);
    const random = createRandom(6);
    for (let round = 1; round <= 200; round += 1) {
      if (random.next() < 0.5) {
        const first = Math.floor(begin / hour) * hour - random.whole(0, 400) * hour + round * hour;
        const times = Float64Array.from(
          { length: random.whole(1, 30) },
          (_, n) => first + n * hour,
        );
        const prices = Float64Array.from(times, () => random.whole(1, 1000) / 3);
        const tokenId = random.pick(['a', 'b']);
        market.add([{ tokenId, step: resolutions['1h'], times, prices }], round);
      }
      const spec = specOf(random, market.asOf());
      expect(found(market, grid, spec)).toEqual(expected(market, spec));
    }
  });

  test('switched from one market to another that counts alike', () => {
    const clock = { now: begin };
    const market = createSwitchableMarket(simulated(clock));
    const other = createSimulatedMarket({ seed: 4, clock: () => clock.now, tickSeconds: 10 });
    const spec = { asOf: market.asOf(), step: hour, window: 7 * day, start: 0 };
    expect(found(market, market.grid, spec)).toEqual(expected(market, spec));
    market.use(other);
    expect(found(market, market.grid, spec)).toEqual(expected(market, spec));
    expect(market.grid(spec).series('AUGRY')).toEqual(other.series('AUGRY', recordTimes(spec)));
  });

  test('equal requests get equal answers', () => {
    const market = createSwitchableMarket(simulated({ now: begin }));
    const spec = { asOf: market.asOf(), step: hour, window: 7 * day, start: 0 };
    expect(market.grid(spec)).toBe(market.grid({ ...spec, start: 1 }));
    expect(market.grid(spec).series('AUGRY')).toBe(market.grid(spec).series('AUGRY'));
  });
});
