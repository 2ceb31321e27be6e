import { inception, levelsAt, levelTable, rebalances, type LevelTable } from '#analytics/level.ts';
import { unchanging } from './definitions.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const hour = 3_600_000;
const day = 24 * hour;
const firstMidnight = Date.parse('2021-01-02T00:00:00Z');
const midnightsOf = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => firstMidnight + k * day);
const prices = (...rows: number[][]): Float64Array[] => rows.map((row) => Float64Array.from(row));

const levelsOf = (times: Float64Array, weights: Float64Array, prices: Float64Array[]) =>
  levelTable(times, unchanging(weights), prices).levels;

describe('the inception', () => {
  const noon = Date.parse('2021-01-01T12:00:00Z');

  test('is the first midnight at or after the earliest first price', () => {
    const one = unchanging(Float64Array.of(1));
    const three = unchanging(Float64Array.of(0.2, 0.2, 0.6));
    expect(inception([null, noon + 9 * day, noon], three)).toBe(firstMidnight);
    expect(inception([firstMidnight], one)).toBe(firstMidnight);
    expect(inception([firstMidnight + 1], one)).toBe(firstMidnight + day);
    expect(inception([-1], one)).toBe(0);
  });

  test('is the start of a first definition with a date, once one of its tokens has a price', () => {
    const start = firstMidnight + 5 * day + 60_000;
    const dated = [{ from: start, weights: Float64Array.of(0.5, 0.5) }];
    expect(inception([noon, null], dated)).toBe(start);
    expect(inception([start, start + day], dated)).toBe(start);
    expect(inception([start + 1, null], dated)).toBe(firstMidnight + 6 * day);
    const times = rebalances(start, firstMidnight + 7 * day, dated);
    expect([...times]).toEqual([start, firstMidnight + 6 * day, firstMidnight + 7 * day]);
    // Younger than the last midnight, it has the one level of its start.
    expect([...rebalances(start, firstMidnight + 5 * day, dated)]).toEqual([start]);
  });

  test('is unknown where no token has a price', () => {
    expect(inception([], unchanging(Float64Array.of()))).toBeNull();
    expect(inception([null, null], unchanging(Float64Array.of(0.5, 0.5)))).toBeNull();
    expect(inception([noon], unchanging(Float64Array.of(0)))).toBeNull();
  });
});

describe('the level at midnights', () => {
  test('starts at 100 and is the weighted mean of what the tokens did, day by day', () => {
    const levels = levelsOf(
      midnightsOf(3),
      Float64Array.of(0.5, 0.5),
      prices([10, 20, 20], [10, 10, 5]),
    );
    expect(Array.from(levels)).toEqual([100, 150, 112.5]);
  });

  test('counts a token from the midnight of its first price on, the others bear its weight before', () => {
    const levels = levelsOf(
      midnightsOf(4),
      Float64Array.of(0.75, 0.25),
      prices([10, 20, 20, 20], [NaN, NaN, 1, 3]),
    );
    // The second token is first priced between the second and third midnight: its rise of that day does not count.
    expect(Array.from(levels)).toEqual([100, 200, 200, 300]);
  });

  test('keeps the weight of a token whose prices ended', () => {
    const ended = prices([10, 20, 40], [7, 7, 7]);
    const levels = levelsOf(midnightsOf(3), Float64Array.of(0.5, 0.5), ended);
    expect(Array.from(levels)).toEqual([100, 150, 225]);
  });

  test('loses what a token lost that fell to 0, then goes on without it', () => {
    const levels = levelsOf(
      midnightsOf(4),
      Float64Array.of(0.5, 0.5),
      prices([10, 0, 0, 5], [10, 10, 20, 20]),
    );
    expect(Array.from(levels)).toEqual([100, 50, 100, 100]);
  });

  test('stays at exactly 100 while no price moves', () => {
    const weights = Float64Array.of(0.1, 0.2, 0.7, 1 / 3);
    const still = prices(...[3.3, 0.07, 64_882.43, 1e-9].map((price) => [price, price, price]));
    expect(Array.from(levelsOf(midnightsOf(3), weights, still))).toEqual([100, 100, 100]);
  });

  test('is nothing without midnights and 100 without tokens', () => {
    expect(levelsOf(midnightsOf(0), Float64Array.of(1), prices([]))).toHaveLength(0);
    expect(Array.from(levelsOf(midnightsOf(2), Float64Array.of(), []))).toEqual([100, 100]);
  });

  test('refuses columns that do not fit and a midnight left out', () => {
    const weights = Float64Array.of(1);
    expect(() => levelsOf(midnightsOf(2), weights, [])).toThrow(RangeError);
    expect(() => levelsOf(midnightsOf(2), weights, prices([1]))).toThrow(RangeError);
    const gap = Float64Array.of(firstMidnight, firstMidnight + 2 * day);
    expect(() => levelsOf(gap, weights, prices([1, 1]))).toThrow(RangeError);
  });
});

describe('the level at any time', () => {
  const midnights = midnightsOf(2);
  const weights = Float64Array.of(0.5, 0.5);
  const atMidnights = prices([10, 20], [NaN, 4]);
  const table = levelTable(midnights, unchanging(weights), atMidnights);
  const levelAt = (at: number, ...now: number[]): number | undefined =>
    levelsAt(
      Float64Array.of(at),
      table,
      now.map((price) => Float64Array.of(price)),
    )[0];

  test('grows from the last midnight before', () => {
    expect(levelAt(firstMidnight + hour, 11, NaN)).toBeCloseTo(110, 12);
    expect(levelAt(firstMidnight + day + hour, 30, 4)).toBe(250);
    expect(levelAt(firstMidnight + 2 * day, 20, 8)).toBe(300);
  });

  test('does not count a token first priced since that midnight', () => {
    expect(levelAt(firstMidnight + 23 * hour, 11, 4)).toBeCloseTo(110, 12);
  });

  test('is unknown before the inception', () => {
    expect(levelAt(firstMidnight - 1, 11, 4)).toBeNaN();
  });

  test('takes a token without a known price for unchanged', () => {
    expect(levelAt(firstMidnight + day + hour, NaN, 8)).toBe(300);
  });

  test('refuses a table that ends too early, and columns that do not fit', () => {
    expect(() => levelAt(firstMidnight + 2 * day + 1, 20, 4)).toThrow(RangeError);
    expect(() => levelAt(firstMidnight + hour, 20)).toThrow(RangeError);
    const some = Float64Array.of(firstMidnight);
    const short: LevelTable = { ...table, levels: table.levels.slice(1) };
    expect(() => levelsAt(some, short, prices([1], [1]))).toThrow(RangeError);
  });
});

const somePrice = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: 0.01, max: 1000, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, NaN) },
);
const quarter = 6 * hour;
const isMidnight = (_: number, i: number): boolean => i % 4 === 0;
/** Prices every six hours from the first midnight on, a token's first one at any of them. */
const someThematic = fc.integer({ min: 1, max: 12 }).chain((days) => {
  const length = days * 4 + 1;
  return fc.array(
    fc.record({
      weight: fc.double({ min: 0.001, max: 1, noNaN: true }),
      prices: fc
        .tuple(fc.array(somePrice, { minLength: length, maxLength: length }), fc.nat(length))
        .map(([prices, first]) => Float64Array.from(prices).fill(NaN, 0, first)),
    }),
    { minLength: 1, maxLength: 5 },
  );
});

test('levels are the value of a holding that is bought again at every midnight', () => {
  fc.assert(
    fc.property(someThematic, (tokens) => {
      const length = tokens[0]?.prices.length ?? 0;
      const times = Float64Array.from({ length }, (_, i) => firstMidnight + i * quarter);
      const midnights = times.filter(isMidnight);
      const weights = Float64Array.from(tokens, ({ weight }) => weight);
      const atTimes = tokens.map(({ prices }) => prices);
      const atMidnights = atTimes.map((prices) => prices.filter(isMidnight));
      const table = levelTable(midnights, unchanging(weights), atMidnights);
      const levels = levelsAt(times, table, atTimes);

      expect(Array.from(levels.filter(isMidnight))).toStrictEqual(Array.from(table.levels));

      // A purse of 100 and units of tokens: what was bought at a midnight is sold at the next and bought anew.
      let purse = 100;
      let bought: { units: number; paid: number; prices: Float64Array }[] = [];
      for (let i = 0; i < length; i++) {
        let worth = purse;
        for (const { units, paid, prices } of bought) {
          const price = prices[i] ?? NaN;
          worth += Number.isNaN(price) ? paid : units * price;
        }
        const level = levels[i] ?? NaN;
        expect(Math.abs(level - worth)).toBeLessThanOrEqual(1e-9 * worth);
        if (isMidnight(level, i)) {
          const onSale = tokens.filter(({ prices }) => (prices[i] ?? 0) > 0);
          const sum = onSale.reduce((sum, { weight }) => sum + weight, 0);
          bought = onSale.map(({ weight, prices }) => {
            const paid = (worth * weight) / sum;
            return { units: paid / (prices[i] ?? NaN), paid, prices };
          });
          purse = onSale.length > 0 ? 0 : worth;
        }
      }
    }),
    { numRuns: 500 },
  );
});
