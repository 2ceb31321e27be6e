import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#service/prices/catalogue.ts';
import { createSimulatedMarket, defaultSeed, simulationStart } from '#service/prices/simulated.ts';

const minute = 60_000;
const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 9, 13, 27, 456);

function marketAt(clock: number, { seed = defaultSeed, tickSeconds = 10 } = {}) {
  return createSimulatedMarket({ seed, clock: () => clock, tickSeconds });
}

function every(step: number, from: number, to: number): Float64Array {
  return Float64Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, n) => from + n * step,
  );
}

function logReturns(prices: Float64Array): number[] {
  return Array.from(prices.subarray(1), (price, n) => Math.log(price / (prices[n] ?? Number.NaN)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, n) => (value - meanA) * ((b[n] ?? Number.NaN) - meanB)));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
}

const aboutOne = expect.toSatisfy((share: number) => share > 0.75 && share < 1.35);
const tokenIds = catalogue.tokens.map(({ _id }) => _id);
const anyToken = fc.constantFrom(...tokenIds);
const anyInstant = fc.integer({ min: simulationStart, max: now });

describe('a price of the simulated market is a function of seed, token and time alone', () => {
  it('is the same after any earlier request, in any instance', () => {
    const used = marketAt(now);
    fc.assert(
      fc.property(fc.array(fc.tuple(anyToken, anyInstant), { maxLength: 12 }), (questions) => {
        const fresh = marketAt(now);
        const forwards = questions.map(([token, at]) => used.priceAt(token, at)?.price);
        const backwards = questions
          .toReversed()
          .map(([token, at]) => fresh.priceAt(token, at)?.price);
        expect(backwards.toReversed()).toEqual(forwards);
      }),
      { numRuns: 60 },
    );
  });

  it('has the same bits in a series of any step as in a single request', () => {
    fc.assert(
      fc.property(
        anyToken,
        anyInstant,
        fc.constantFrom(1000, 10_000, 5 * minute, 60 * minute, 4 * 60 * minute, day),
        (token, at, step) => {
          const from = Math.floor(at / step) * step;
          const times = every(step, from, Math.min(from + 40 * step, now));
          const prices = marketAt(now).series(token, times);
          const alone = marketAt(now);
          const expected = Array.from(times, (t) => alone.priceAt(token, t)?.price ?? Number.NaN);
          expect([...prices]).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('agrees between resolutions: days are every 288th of the five minutes, hours every 12th', () => {
    const from = Date.UTC(2024, 1, 27);
    const to = from + 6 * day;
    for (const token of ['KORV', 'BLORP', 'GILTA']) {
      const fine = marketAt(now).series(token, every(5 * minute, from, to));
      const hours = marketAt(now).series(token, every(60 * minute, from, to));
      const days = marketAt(now).series(token, every(day, from, to));
      expect([...days]).toEqual([...fine].filter((_, n) => n % 288 === 0));
      expect([...hours]).toEqual([...fine].filter((_, n) => n % 12 === 0));
      expect(new Set(fine).size).toBe(fine.length);
    }
  });

  it('does not depend on how far the clock has come', () => {
    const at = Date.UTC(2023, 4, 5, 6, 7, 8);
    expect(marketAt(now).priceAt('KORV', at)).toEqual(
      marketAt(now + 9 * 365 * day).priceAt('KORV', at),
    );
  });

  it('differs by seed and by token', () => {
    const at = Date.UTC(2025, 0, 1);
    const prices = [1, 2, 3].flatMap((seed) => {
      const market = marketAt(now, { seed });
      return ['KORV', 'ALDR', 'TESQ'].map((token) => market.priceAt(token, at)?.price);
    });
    expect(new Set(prices).size).toBe(9);
  });
});

describe('the clock of the simulated market', () => {
  it('ticks: the as of is the clock, floored to the tick', () => {
    expect(marketAt(now).asOf()).toBe(Date.UTC(2026, 10, 21, 9, 13, 20));
    expect(marketAt(now, { tickSeconds: 60 }).asOf()).toBe(Date.UTC(2026, 10, 21, 9, 13));
    expect(marketAt(now).tickSeconds).toBe(10);
  });

  it('tells nothing beyond the as of: later instants have the price of the as of', () => {
    const market = marketAt(now);
    const asOf = market.asOf();
    const last = market.priceAt('KORV', asOf);
    expect(market.priceAt('KORV', asOf + 365 * day)).toEqual(last);
    expect(last?.at).toBe(asOf);
    const series = market.series(
      'KORV',
      Float64Array.of(asOf - 10_000, asOf, asOf + 1, asOf + day),
    );
    expect(series[1]).toBe(last?.price);
    expect(series[2]).toBe(last?.price);
    expect(series[3]).toBe(last?.price);
    expect(series[0]).not.toBe(last?.price);
  });

  it('moves with every tick', () => {
    let clock = now;
    const market = createSimulatedMarket({
      seed: defaultSeed,
      clock: () => clock,
      tickSeconds: 10,
    });
    const seen = new Set<number | undefined>();
    for (let tick = 0; tick < 100; tick++) {
      seen.add(market.priceAt('KORV', market.asOf())?.price);
      clock += 10_000;
    }
    expect(seen.size).toBe(100);
  });

  it('has no price before 2021, none before a listing, none of an unknown token', () => {
    const market = marketAt(now);
    const listed = Date.UTC(2023, 3, 18);
    expect(market.firstAt('KORV')).toBe(simulationStart);
    expect(market.firstAt('LOFTR')).toBe(listed);
    expect(market.priceAt('KORV', simulationStart - 1)).toBeNull();
    expect(market.priceAt('KORV', simulationStart)?.price).toBeCloseTo(9200, 6);
    expect(market.priceAt('LOFTR', listed - 1)).toBeNull();
    expect(market.priceAt('LOFTR', listed)?.price).toBeCloseTo(1.1, 9);
    expect(
      [...market.series('LOFTR', Float64Array.of(listed - day, listed))].map(Number.isNaN),
    ).toEqual([true, false]);
    for (const unknown of ['BTC', '', 'a/b?c#d e%2F', '__proto__', '日本']) {
      expect(market.priceAt(unknown, now)).toBeNull();
      expect(market.token(unknown)).toBeUndefined();
      expect(market.firstAt(unknown)).toBeNull();
      expect([...market.series(unknown, Float64Array.of(now))]).toEqual([Number.NaN]);
      expect(market.finestStep([unknown], 0, now)).toBeNull();
    }
    expect(marketAt(simulationStart - 1).priceAt('KORV', now)).toBeNull();
  });

  it('has five-minute prices wherever it has any', () => {
    const market = marketAt(now);
    const asOf = market.asOf();
    const listed = Date.UTC(2023, 3, 18);
    expect(market.finestStep(['KORV'], asOf - day, asOf)).toBe(5 * minute);
    expect(market.finestStep(['BTC', 'KORV'], asOf - day, asOf)).toBe(5 * minute);
    expect(market.finestStep(['LOFTR'], listed - day, listed - 1)).toBeNull();
    expect(market.finestStep(['LOFTR'], listed - day, listed)).toBe(5 * minute);
    expect(market.finestStep(['KORV'], asOf, asOf)).toBeNull();
    expect(market.finestStep(['KORV'], asOf, asOf + day)).toBeNull();
    expect(market.finestStep([], 0, asOf)).toBeNull();
  });
});

describe('prices of the simulated market are believable', () => {
  const days = every(day, simulationStart, Date.UTC(2026, 10, 21));
  const market = marketAt(now);
  const returnsOf = new Map(
    catalogue.tokens.map(({ _id }) => [
      _id,
      logReturns(market.series(_id, days).filter((price) => !Number.isNaN(price))),
    ]),
  );

  it('moves each token by about its own volatility', () => {
    for (const { _id, volatility } of catalogue.tokens) {
      const returns = returnsOf.get(_id) ?? [];
      const annual = Math.sqrt(covariance(returns, returns) * 365);
      expect({ [_id]: annual / volatility }).toEqual({ [_id]: aboutOne });
    }
  });

  it('moves inside a day as much as from day to day', () => {
    const from = Date.UTC(2025, 0, 1);
    for (const { _id, volatility } of catalogue.tokens.slice(0, 12)) {
      const returns = logReturns(market.series(_id, every(5 * minute, from, from + 200 * day)));
      const annual = Math.sqrt(mean(returns.map((step) => step * step)) * 288 * 365);
      expect({ [_id]: annual / volatility }).toEqual({ [_id]: aboutOne });
    }
    const seconds = logReturns(market.series('KORV', every(1000, from, from + 2 * day)));
    expect(Math.sqrt(mean(seconds.map((step) => step * step)) * 86_400 * 365)).toBeCloseTo(0.62, 0);
  });

  it('moves tokens of a group together, more than with others', () => {
    const listedFirst = catalogue.tokens.filter(({ listedAt }) => listedAt === undefined);
    const within: number[] = [];
    const across: number[] = [];
    for (const a of listedFirst) {
      for (const b of listedFirst) {
        if (a._id < b._id)
          (a.group === b.group ? within : across).push(
            correlation(returnsOf.get(a._id) ?? [], returnsOf.get(b._id) ?? []),
          );
      }
    }
    expect(mean(within)).toBeCloseTo(0.7, 1);
    expect(mean(across)).toBeCloseTo(0.5, 1);
  });

  it('jumps now and then: some days lie beyond what a normal distribution gives, and not many', () => {
    const standardised = catalogue.tokens.flatMap(({ _id, volatility }) =>
      (returnsOf.get(_id) ?? []).map((step) => Math.abs((step * Math.sqrt(365)) / volatility)),
    );
    const beyond = standardised.filter((size) => size > 5).length;
    // A normal distribution would give one such day in 1.7 million.
    expect(beyond).toBeGreaterThan(standardised.length / 20_000);
    expect(beyond).toBeLessThan(standardised.length / 300);
  });

  it('stays finite and above zero for 20 years', () => {
    const later = Date.UTC(2041, 0, 1);
    const weeks = every(7 * day, simulationStart, later);
    for (const seed of [1, 5, 99]) {
      const old = marketAt(later, { seed });
      for (const token of tokenIds) {
        const prices = old.series(token, weeks).filter((price) => !Number.isNaN(price));
        expect(prices.every((price) => price > 0 && Number.isFinite(price))).toBe(true);
      }
    }
  });
});
