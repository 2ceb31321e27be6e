import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movementOf } from '#analytics/movement.ts';

const valued = (amount: number[], price: (number | null)[]) => ({
  amount,
  price,
  total: amount.map((held, i) => held * (price[i] ?? 0)),
});

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
        const { change, price, amount, residual } = movementOf(
          valued(
            steps.map((at) => at.amount),
            steps.map((at) => at.price),
          ),
        );
        const scale = 1 + Math.abs(change) + Math.abs(price) + Math.abs(amount);
        expect(Math.abs(price + amount + residual - change) / scale).toBeLessThan(1e-12);
        // Where all prices are known, nothing is left over but what doubles lose on the way.
        const bound = steps.every((at) => at.price !== null) ? 1e-9 : Infinity;
        const largest = Math.max(1, ...steps.map((at) => at.amount * (at.price ?? 0)));
        expect(Math.abs(residual) / largest).toBeLessThanOrEqual(bound);
      }),
    );
  });
});
