import {
  flowOf,
  Growth,
  investedSince,
  performanceOver,
  returnOf,
  telescoped,
} from '#analytics/performance.ts';
import { sumOf } from '#analytics/weights.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitTrust } from './unitTrust.ts';

const { NaN: none } = Number;
const held = (amounts: number[], prices: number[]) => ({ amounts, prices });

describe('value and return apart', () => {
  test('without flows the index is the value, rebased to 100', () => {
    const { index, flow, flatRecords } = performanceOver(3, [held([2, 2, 2], [10, 12, 9])]);
    expect([...index]).toEqual([100, 120, 90]);
    expect([...flow]).toEqual([0, 0, 0]);
    expect(flatRecords).toBe(0);
  });

  test('a deposit alone causes no return: the value triples, the index is unchanged', () => {
    const { index, flow } = performanceOver(3, [held([1, 3, 3], [10, 10, 10])]);
    expect([...index]).toEqual([100, 100, 100]);
    expect([...flow]).toEqual([0, 20, 0]);
    expect(returnOf(index)).toBe(0);
  });

  test('a deposit before a rise and one after it leave the same return', () => {
    const before = performanceOver(3, [held([1, 1000, 1000], [10, 10, 11])]);
    const after = performanceOver(3, [held([1, 1, 1000], [10, 10, 11])]);
    expect([...before.index]).toEqual([...after.index]);
    expect([...after.flow]).toEqual([0, 0, 999 * 11]);
  });

  test('a swap of one token for another of the same value is no flow', () => {
    const { index, flow } = performanceOver(3, [
      held([1, 0, 0], [10, 20, 99]),
      held([0, 4, 4], [4, 5, 10]),
    ]);
    expect([...flow]).toEqual([0, 0, 0]);
    expect([...index]).toEqual([100, 200, 400]);
  });

  test("a token's first price is a flow, never a gain", () => {
    const { index, flow } = performanceOver(3, [
      held([1, 1, 1], [10, 11, 11]),
      held([5, 5, 5], [none, 100, 110]),
    ]);
    expect(flow[1]).toBe(500);
    expect(index[1]).toBeCloseTo(110, 12);
    expect((index[2] ?? 0) / (index[1] ?? 0)).toBeCloseTo(561 / 511, 12);
  });

  test('before anything of value there is no index; it begins at 100 whatever came first', () => {
    const { index, flow } = performanceOver(4, [held([0, 7, 7, 7], [none, none, 3, 6])]);
    expect([...index]).toEqual([none, none, 100, 200]);
    expect([...flow]).toEqual([0, 0, 21, 0]);
  });

  test('a closed wallet has no return, is counted, and continues from there', () => {
    const prices = [10, 12, 50, 60, 66];
    const { index, flow, flatRecords } = performanceOver(5, [held([1, 0, 0, 2, 2], prices)]);
    expect([...index].map((at) => Math.round(at * 1e9) / 1e9)).toEqual([100, 120, 120, 120, 132]);
    expect([...flow]).toEqual([0, -12, 0, 120, 0]);
    // From the second record to the third, and from there to the fourth.
    expect(flatRecords).toBe(2);
  });

  test('of nothing, or of one record, there is no return', () => {
    expect(performanceOver(0, []).index).toHaveLength(0);
    expect(returnOf(performanceOver(2, []).index)).toBeNull();
    expect(returnOf(performanceOver(1, [held([1], [1])]).index)).toBeNull();
    expect(returnOf([none, 100])).toBeNull();
    expect(returnOf([none, 100, 150])).toBe(0.5);
  });

  test('is never NaN, −0 or infinite because of one price', () => {
    const { index, flow } = performanceOver(3, [
      held([1, 1, 1], [1e300, none, 1]),
      held([1, 1, 1], [1, 2, 3]),
    ]);
    expect(index.every(Number.isFinite)).toBe(true);
    expect(flow.every(Number.isFinite)).toBe(true);
    expect(Object.is(flowOf([0, 0], [-1, -1]), 0)).toBe(true);
    expect(new Growth().ratio).toBeNull();
  });

  test('columns that do not belong together are refused', () => {
    expect(() => performanceOver(2, [held([1], [1, 2])])).toThrow(RangeError);
    expect(() => performanceOver(2, [held([1, 1], [1])])).toThrow(RangeError);
  });
});

const records = 12;
const somePrice = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
const someAmount = fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true }));
const column = (of: fc.Arbitrary<number>) =>
  fc.array(of, { minLength: records, maxLength: records });
const someToken = fc
  .record({ amounts: column(someAmount), prices: column(somePrice), unpriced: fc.nat(records) })
  .map(({ amounts, prices, unpriced }) => held(amounts, prices.fill(NaN, 0, unpriced)));
const someTokens = fc.array(someToken, { maxLength: 5 });

const totalAt = (tokens: readonly ReturnType<typeof held>[], t: number): number =>
  tokens.reduce((sum, { amounts, prices }) => {
    const total = (amounts[t] ?? 0) * (prices[t] ?? 0);
    return sum + (Number.isNaN(total) ? 0 : total);
  }, 0);

/** How far a figure is from what is expected, as a part of the scale; 0 where both are not known. */
const offBy = (actual: number, expected: number, scale = Math.abs(expected)): number =>
  Number.isNaN(actual) && Number.isNaN(expected) ? 0 : Math.abs(actual - expected) / scale;

describe('whatever was held', () => {
  test('the index is the price of a unit of a fund that issues units for what comes in', () => {
    fc.assert(
      fc.property(someTokens, (tokens) => {
        const { index, flow, flatRecords } = performanceOver(records, tokens);
        const byHand = unitTrust(records, tokens);
        const largest = Math.max(1, ...Array.from(index, (_, t) => totalAt(tokens, t)));
        for (let t = 0; t < records; t++) {
          expect(offBy(index[t] ?? NaN, byHand.unitPrice[t] ?? NaN)).toBeLessThan(1e-9);
          expect(offBy(flow[t] ?? NaN, byHand.flow[t] ?? NaN, largest)).toBeLessThan(1e-9);
        }
        expect(flatRecords).toBe(byHand.flatRecords);
      }),
      { numRuns: 1000 },
    );
  });

  test('prices and flows add up to the change in value', () => {
    fc.assert(
      fc.property(someTokens, (tokens) => {
        const { flow } = performanceOver(records, tokens);
        for (let t = 1; t < records; t++) {
          const gained = tokens.reduce((sum, { amounts, prices }) => {
            const gain = (amounts[t - 1] ?? 0) * ((prices[t] ?? NaN) - (prices[t - 1] ?? NaN));
            return sum + (Number.isNaN(gain) ? 0 : gain);
          }, 0);
          const change = totalAt(tokens, t) - totalAt(tokens, t - 1);
          expect(
            offBy(
              gained + (flow[t] ?? NaN),
              change,
              1 + totalAt(tokens, t) + totalAt(tokens, t - 1),
            ),
          ).toBeLessThan(1e-9);
        }
      }),
    );
  });

  test('a many times larger holding has the same return', () => {
    const factor = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(someTokens, factor, (tokens, by) => {
        const more = tokens.map(({ amounts, prices }) =>
          held(
            amounts.map((q) => q * by),
            prices,
          ),
        );
        const [one, many] = [performanceOver(records, tokens), performanceOver(records, more)];
        for (const [t, at] of one.index.entries())
          expect(offBy(many.index[t] ?? NaN, at)).toBeLessThan(1e-9);
      }),
    );
  });
});

describe('a return between changes alone', () => {
  const hour = 3_600_000;

  test('needs only two records for unchanged holdings', () => {
    const window = { first: 0, last: 288 * hour, step: hour };
    expect([...telescoped(window, [])]).toEqual([0, 288 * hour]);
    expect([...telescoped(window, [-5, 0, 288 * hour, 288 * hour + 1])]).toEqual([0, 288 * hour]);
  });

  test('asks for the record from which on a change counts, the last where there is none before', () => {
    const window = { first: 10, last: 3 * hour - 1, step: hour };
    const changes = [2 * hour + 1, 11, hour, 3 * hour - 1];
    expect([...telescoped(window, changes)]).toEqual([10, hour, 3 * hour - 1]);
  });

  test('has the same last index and the same flow as all records together', () => {
    // Amounts change rarely: what is drawn at a record holds until the next one that is drawn.
    const sparse = fc
      .uniqueArray(fc.tuple(fc.nat(records - 1), someAmount), { selector: ([t]) => t })
      .map((stated) => new Map(stated));
    const someSparse = fc.array(fc.tuple(sparse, someToken), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(someSparse, (drawn) => {
        const changes: number[] = [];
        const tokens = drawn.map(([stated, { prices }]) => {
          let amount = 0;
          const amounts = prices.map((_, t) => (amount = stated.get(t) ?? amount));
          changes.push(
            ...stated.keys(),
            prices.findIndex((price) => !Number.isNaN(price)),
          );
          return held(amounts, prices);
        });
        const whole = performanceOver(records, tokens);
        const times = telescoped({ first: 0, last: records - 1, step: 1 }, changes);
        const few = performanceOver(
          times.length,
          tokens.map(({ amounts, prices }) =>
            held(
              Array.from(times, (t) => amounts[t] ?? NaN),
              Array.from(times, (t) => prices[t] ?? NaN),
            ),
          ),
        );
        expect(offBy(few.index.at(-1) ?? NaN, whole.index.at(-1) ?? NaN)).toBeLessThan(1e-9);
        const moved = whole.flow.reduce((a, b) => a + Math.abs(b), 1);
        expect(offBy(sumOf(few.flow), sumOf(whole.flow), moved)).toBeLessThan(1e-9);
        for (const [i, t] of times.entries())
          expect(offBy(few.index[i] ?? NaN, whole.index[t] ?? NaN)).toBeLessThan(1e-9);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('net invested', () => {
  const values = [none, 10, 15, 12, 40];
  const flow = [0, 10, 4, -5, 20];

  test('begins with the value of the base record, and adds what came less what went', () => {
    expect([...investedSince(1, values, flow)]).toEqual([none, 10, 14, 9, 29]);
  });

  test('before a later base record, flows are subtracted', () => {
    expect([...investedSince(3, values, flow)]).toEqual([none, 13, 17, 12, 32]);
  });

  test('is not known where the value is not, and nowhere without a base', () => {
    expect([...investedSince(0, values, flow)].every(Number.isNaN)).toBe(true);
    expect([...investedSince(0, [], [])]).toEqual([]);
  });

  test('the rest of the value is the effect of prices, from any base', () => {
    const anyAmounts = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 6, maxLength: 6 });
    const anyPrices = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(anyAmounts, anyPrices, fc.nat({ max: 5 }), (amounts, prices, base) => {
        const { flow: flows } = performanceOver(6, [held(amounts, prices)]);
        const totals = amounts.map((amount, t) => amount * (prices[t] ?? none));
        const invested = investedSince(base, totals, flows);
        let gain = 0;
        for (let t = base + 1; t < 6; t++) {
          gain += (amounts[t - 1] ?? none) * ((prices[t] ?? none) - (prices[t - 1] ?? none));
          expect((totals[t] ?? none) - (invested[t] ?? none)).toBeCloseTo(gain, 9);
        }
      }),
    );
  });
});
