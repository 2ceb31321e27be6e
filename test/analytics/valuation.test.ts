import { addTotals, addValue, amountsOver, positionTotal } from '#analytics/valuation.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the amount of a token', () => {
  test('is nothing before the first entry, then the entry in force, for ever the last', () => {
    const track = { from: Float64Array.of(10, 20), amount: Float64Array.of(1.5, 0.25) };
    expect(Array.from(amountsOver(Float64Array.of(0, 9, 10, 19, 20, 1e15), track))).toEqual([
      0, 0, 1.5, 1.5, 0.25, 0.25,
    ]);
  });

  test('is the later entry where two begin together', () => {
    const track = { from: Float64Array.of(10, 10), amount: Float64Array.of(1, 2) };
    expect(Array.from(amountsOver(Float64Array.of(9, 10, 11), track))).toEqual([0, 2, 2]);
  });

  test('is nothing without holdings, and has no record without a requested time', () => {
    const never = { from: new Float64Array(0), amount: new Float64Array(0) };
    expect(Array.from(amountsOver(Float64Array.of(1, 2), never))).toEqual([0, 0]);
    const track = { from: Float64Array.of(10), amount: Float64Array.of(1) };
    expect(amountsOver(new Float64Array(0), track)).toHaveLength(0);
  });
});

describe('the total of a position', () => {
  test.each([
    { amount: 2, price: 64_882.43, total: 129_764.86 },
    { amount: 2, price: null, total: 0 },
    { amount: 2, price: NaN, total: 0 },
    { amount: 0, price: 100, total: 0 },
    { amount: -0, price: 100, total: 0 },
    { amount: 0, price: -0, total: 0 },
    { amount: 0, price: Infinity, total: 0 },
    { amount: NaN, price: 1, total: 0 },
    { amount: 5e-324, price: 0.1, total: 0 },
  ])('of $amount at $price is $total', ({ amount, price, total }) => {
    expect(positionTotal(amount, price)).toBe(total);
  });
});

const records = 12;
const someTimes = fc
  .array(fc.integer({ min: 0, max: 60 }), { minLength: records, maxLength: records })
  .map((times) => Float64Array.from(times).toSorted());
const someTrack = fc
  .array(fc.tuple(fc.integer({ min: -5, max: 70 }), fc.double({ min: 0, max: 1e9, noNaN: true })), {
    maxLength: 8,
  })
  .map((entries) => entries.toSorted(([one], [other]) => one - other));
const somePrices = fc
  .tuple(
    fc.nat(records),
    fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), {
      minLength: records,
      maxLength: records,
    }),
  )
  .map(([unpriced, prices]) => Float64Array.from(prices).fill(NaN, 0, unpriced));
const somePosition = fc.record({ track: someTrack, prices: somePrices });
const someUser = fc.array(fc.array(somePosition, { maxLength: 6 }), { maxLength: 5 });

test('every record is, to the last bit, what one adds up by hand at that time', () => {
  fc.assert(
    fc.property(someTimes, someUser, (times, wallets) => {
      const ofUser = new Float64Array(records);
      for (const positions of wallets) {
        const ofWallet = new Float64Array(records);
        for (const { track, prices } of positions) {
          const from = Float64Array.from(track, ([from]) => from);
          const amount = Float64Array.from(track, ([, amount]) => amount);
          addValue(ofWallet, amountsOver(times, { from, amount }), prices);
        }
        addTotals(ofUser, ofWallet);
      }

      const byHand = Array.from(times, (time, i) => {
        let user = 0;
        for (const positions of wallets) {
          let wallet = 0;
          for (const { track, prices } of positions) {
            const [, amount] = track.findLast(([from]) => from <= time) ?? [time, 0];
            const price = prices[i] ?? NaN;
            wallet += positionTotal(amount, Number.isNaN(price) ? null : price);
          }
          user += wallet;
        }
        return user;
      });
      expect(Array.from(ofUser)).toStrictEqual(byHand);
    }),
    { numRuns: 500 },
  );
});

test('adds up to the bit in the order of positions, not merely near it', () => {
  const into = new Float64Array(1);
  for (const total of [0.1, 0.2, 0.3]) addValue(into, Float64Array.of(total), Float64Array.of(1));
  expect(into[0]).toBe(0.1 + 0.2 + 0.3);
  expect(into[0]).not.toBe(0.3 + 0.2 + 0.1);
});

test('columns that do not belong together are refused', () => {
  const [one, two] = [new Float64Array(1), new Float64Array(2)];
  expect(() => addValue(two, one, two)).toThrow(RangeError);
  expect(() => addValue(two, two, one)).toThrow(RangeError);
  expect(() => addTotals(two, one)).toThrow(RangeError);
  expect(() => amountsOver(two, { from: one, amount: two })).toThrow(RangeError);
});
