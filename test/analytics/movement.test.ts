import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movementOf } from '#analytics/movement.ts';

const valued = (amount: number[], price: (number | null)[]) => ({
  amount,
  price,
  total: amount.map((held, i) => held * (price[i] ?? 0)),
});

/**
 * What the residual may be where all prices are known. A difference and a product of two doubles are each wrong by half an ε
 * of themselves at most, so a term of the sums by a whole one, and a total by a half. The sums add half an ε of
 * themselves, as do the change and the residual, and none of these is more than all terms and the two totals together:
 * 2 ½ ε of those, and of what is too small for that the smallest double a term.
 */
function lostByDoubles({ amount, price, total }: ReturnType<typeof valued>): number {
  let terms = Math.abs(total[0] ?? 0) + Math.abs(total.at(-1) ?? 0);
  for (let i = 1; i < total.length; i++) {
    const [a0 = 0, a1 = 0] = amount.slice(i - 1);
    const [p0, p1] = price.slice(i - 1);
    terms += Math.abs(a0 * ((p1 ?? 0) - (p0 ?? 0))) + Math.abs((p1 ?? 0) * (a1 - a0));
  }
  return 3 * Number.EPSILON * terms + 3 * total.length * Number.MIN_VALUE;
}

describe('why a value changed', () => {
  it('is the price alone where the amount stood still', () => {
    const movement = movementOf(valued([2, 2, 2], [10, 12, 11]));
    expect(movement).toEqual({ change: 2, price: 2, amount: 0, residual: 0 });
  });

  it('is the amount alone where the price stood still', () => {
    const movement = movementOf(valued([2, 5, 3], [10, 10, 10]));
    expect(movement).toEqual({ change: 10, price: 0, amount: 10, residual: 0 });
  });

  it('counts what came in the middle at the price of then, and from then on with its price', () => {
    // 1 × (20 − 10) + 20 × (3 − 1) + 3 × (30 − 20)
    const movement = movementOf(valued([1, 3, 3], [10, 20, 30]));
    expect(movement).toEqual({ change: 80, price: 40, amount: 40, residual: 0 });
  });

  it('holds all that was sold to be amount, whatever the price did after', () => {
    const movement = movementOf(valued([4, 0, 0], [5, 5, 500]));
    expect(movement).toEqual({ change: -20, price: 0, amount: -20, residual: 0 });
  });

  it('explains nothing of a first price: it stays in the residual', () => {
    const movement = movementOf(valued([3, 3, 3], [null, 7, 8]));
    expect(movement).toEqual({ change: 24, price: 3, amount: 0, residual: 21 });
  });

  it('leaves what the totals say beyond amount × price in the residual', () => {
    const movement = movementOf({ amount: [1, 1], price: [10, 11], total: [10, 15] });
    expect(movement).toEqual({ change: 5, price: 1, amount: 0, residual: 4 });
  });

  it('of no record or one is nothing, without a sign', () => {
    for (const columns of [valued([], []), valued([3], [5])]) {
      for (const part of Object.values(movementOf(columns))) expect(Object.is(part, 0)).toBe(true);
    }
  });

  it('of values beyond all numbers is not NaN in what it explains', () => {
    const movement = movementOf({ amount: [1e200, 1e200], price: [1, 1e200], total: [1, 2] });
    expect(movement).toEqual({ change: 1, price: 0, amount: 0, residual: 1 });
  });

  it('adds up to the change, however amounts and prices went', () => {
    const step = fc.record({
      amount: fc.double({ min: 0, max: 1e9, noNaN: true }),
      price: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const columns = valued(
          steps.map((at) => at.amount),
          steps.map((at) => at.price),
        );
        const { change, price, amount, residual } = movementOf(columns);
        const scale = 1 + Math.abs(change) + Math.abs(price) + Math.abs(amount);
        expect(Math.abs(price + amount + residual - change) / scale).toBeLessThan(1e-12);
        const isKnown = steps.every((at) => at.price !== null);
        expect(Math.abs(residual)).toBeLessThanOrEqual(isKnown ? lostByDoubles(columns) : Infinity);
      }),
    );
  });
});
