import { endsBetween, levelContributions } from '#analytics/contribution.ts';
import { levelTable } from '#analytics/level.ts';
import { unchanging } from './definitions.ts';
import { sumOf } from '#analytics/weights.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const hour = 3_600_000;
const day = 24 * hour;
const inception = Date.parse('2021-01-02T00:00:00Z');
/** Prices stand at every six hours, so that a window may begin and end within a day. */
const step = 6 * hour;

interface Market {
  readonly weights: Float64Array;
  /** For each token, its price at every step since the inception. */
  readonly prices: readonly Float64Array[];
}

/** The contributions between two steps. */
function contributions({ weights, prices }: Market, from: number, to: number) {
  const count = Math.ceil((prices[0]?.length ?? 0) / 4);
  const midnights = Float64Array.from({ length: count }, (_, k) => inception + k * day);
  const atMidnights = prices.map((row) => row.filter((_, i) => i % 4 === 0));
  const table = levelTable(midnights, unchanging(weights), atMidnights);
  const ends = Float64Array.of(inception + from * step, inception + to * step);
  const atEnds = prices.map((row) => Float64Array.of(row[from] ?? NaN, row[to] ?? NaN));
  return levelContributions(ends, table, atEnds);
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('There are no contributions');
  return value;
}

const market = (weights: number[], ...prices: number[][]): Market => ({
  weights: Float64Array.from(weights),
  prices: prices.map((row) => Float64Array.from(row)),
});

/** Tokens that are listed late, fall to nothing, stand still or jump; a window anywhere among their steps. */
const someMarket = fc.integer({ min: 2, max: 40 }).chain((length) =>
  fc.record({
    tokens: fc.array(
      fc.record({
        weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
        listed: fc.nat(length),
        prices: fc.array(
          fc.oneof(
            { weight: 9, arbitrary: fc.double({ min: 0.5, max: 2, noNaN: true }) },
            { weight: 1, arbitrary: fc.constant(0) },
          ),
          { minLength: length, maxLength: length },
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    cuts: fc
      .tuple(fc.nat(length - 1), fc.nat(length - 1), fc.nat(length - 1))
      .map((cuts) => cuts.toSorted((a, b) => a - b)),
  }),
);
type SomeMarket = typeof someMarket extends fc.Arbitrary<infer T> ? T : never;

const marketOf = ({ tokens }: SomeMarket): Market => ({
  weights: Float64Array.from(tokens, ({ weight }) => weight),
  prices: tokens.map(({ listed, prices }) =>
    Float64Array.from(prices, (price, i) => (i < listed ? NaN : price)),
  ),
});

describe('what the tokens added to the change of the level', () => {
  test('sums to the change, whenever the window begins and ends', () => {
    fc.assert(
      fc.property(someMarket, (some) => {
        const [from = 0, , to = 0] = some.cuts;
        const found = contributions(marketOf(some), from, to);
        if (found === null) return;
        const { first, last, change, parts, residual } = found;
        expect(change).toBe(last / first - 1);
        const sum = sumOf(parts);
        expect(sum + residual).toBeCloseTo(change, 12);
        // What is left over is rounding: nothing beside the sizes that were added.
        const size = sumOf(parts.map(Math.abs)) + Math.abs(change) + 1;
        expect(Math.abs(residual)).toBeLessThan(1e-12 * size * 100);
      }),
      { numRuns: 500 },
    );
  });

  test('adds up over windows that follow each other, in points of the level', () => {
    fc.assert(
      fc.property(someMarket, (some) => {
        const [from = 0, middle = 0, to = 0] = some.cuts;
        const whole = contributions(marketOf(some), from, to);
        const before = contributions(marketOf(some), from, middle);
        const after = contributions(marketOf(some), middle, to);
        if (whole === null || before === null || after === null) return;
        for (const [i, part] of whole.parts.entries()) {
          const points =
            (before.parts[i] ?? NaN) * before.first + (after.parts[i] ?? NaN) * after.first;
          const scale = Math.max(1, whole.first, after.first);
          expect(points / scale).toBeCloseTo((part * whole.first) / scale, 9);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('within one day is weight × return, the weights over the tokens that had a price', () => {
    const { parts, change } = known(
      contributions(market([0.5, 0.3, 0.2], [10, 12], [20, 15], [NaN, 7]), 0, 1),
    );
    expect(parts[0]).toBeCloseTo((0.5 / 0.8) * 0.2, 12);
    expect(parts[1]).toBeCloseTo((0.3 / 0.8) * -0.25, 12);
    expect(parts[2]).toBe(0);
    expect(change).toBeCloseTo(0.125 - 0.09375, 12);
  });

  test('a day counts in points of a level that had grown before it', () => {
    // The first token doubles on the first day, the second on the second.
    const twoDays = market([0.5, 0.5], [1, 1, 1, 1, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 1, 1, 1, 2]);
    const { first, last, parts } = known(contributions(twoDays, 0, 8));
    expect([first, last]).toEqual([100, 225]);
    expect(Array.from(parts)).toEqual([0.5, 0.75]);
  });

  test('begins and ends within a day at the prices there', () => {
    const { first, last, parts } = known(
      contributions(market([0.5, 0.5], [10, 15, 20, 10], [10, 10, 10, 30]), 1, 3),
    );
    expect([first, last]).toEqual([125, 200]);
    expect(Array.from(parts)).toEqual([(-0.25 * 100) / 125, (1 * 100) / 125]);
  });

  test('one token alone is the complete change; unchanged prices add nothing', () => {
    const { change, parts } = known(
      contributions(market([0.4, 0.6], [1, 2, 3, 4, 5, 4], [7, 7, 7, 7, 7, 7]), 1, 5),
    );
    expect(parts[0]).toBeCloseTo(change, 12);
    expect(Object.is(parts[1], 0)).toBe(true);
  });

  test('from an instant to itself nothing was added', () => {
    const { change, parts, residual } = known(
      contributions(market([1, 1], [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]), 4, 4),
    );
    expect([change, residual, ...parts]).toEqual([0, 0, 0, 0]);
  });

  test('a level of nothing has no contributions', () => {
    expect(contributions(market([1], [1, 1, 1, 1, 0, 0]), 4, 5)).toBeNull();
  });

  test('a window that runs backwards, or into the dark, is refused', () => {
    const some = market([1], [1, 2, 3]);
    expect(() => contributions(some, 2, 1)).toThrow(RangeError);
    expect(contributions(some, 0, 2)).not.toBeNull();
    const one = Float64Array.of(inception);
    const table = levelTable(one, unchanging(Float64Array.of(1)), [one]);
    expect(() => levelContributions(one, table, [one])).toThrow(RangeError);
  });
});

test('a part of a history begins and ends with its records', () => {
  const times = Float64Array.of(10, 20, 30);
  const ends = (part: Parameters<typeof endsBetween>[1]) => {
    const found = endsBetween(times, part);
    return found && [...found];
  };
  expect(ends({})).toEqual([10, 30]);
  expect(ends({ from: 10, to: 30 })).toEqual([10, 30]);
  expect(ends({ from: 11 })).toEqual([20, 30]);
  expect(ends({ to: 29 })).toEqual([10, 20]);
  expect(ends({ from: 20, to: 20 })).toEqual([20, 20]);
  for (const part of [{ from: 21, to: 29 }, { from: 31 }, { to: 9 }, { from: 30, to: 10 }]) {
    expect(ends(part)).toBeNull();
  }
  expect(endsBetween(new Float64Array(0), {})).toBeNull();
});
