import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import type { PositionColumns, WalletColumns } from '#dashboard/portfolio/userQueries.ts';
import {
  movedByToken,
  movedByWallet,
  type MovedPart,
  movedSteps,
  movedSum,
} from '#dashboard/portfolio/moved.ts';

interface Held {
  readonly amount: number[];
  readonly price: (number | null)[];
}

const day = (index: number) => Date.UTC(2026, 0, 1 + index);

/** A history of tokens by id, whose totals are amount × price. */
function historyOf(held: Record<string, Held>): PositionColumns {
  const length = Object.values(held)[0]?.amount.length ?? 0;
  return {
    times: Float64Array.from({ length }, (_, index) => day(index)),
    tokens: Object.entries(held).map(([id, { amount, price }]) => ({
      token: { _id: id, symbol: id.toUpperCase(), name: `Name of ${id}` },
      amount,
      price,
      total: amount.map((one, index) => one * (price[index] ?? 0)),
    })),
  };
}

const rowsOf = (history: PositionColumns, part: MovedPart) =>
  movedSteps(movedByToken(history, null), part).map(({ label, value }) => [label, value]);

describe('the drivers of a wallet', () => {
  it('are prices if amounts did not change, in descending order', () => {
    const history = historyOf({
      up: { amount: [2, 2, 2], price: [10, 30, 15] },
      down: { amount: [1, 1, 1], price: [9, 2, 1] },
      still: { amount: [5, 5, 5], price: [1, 2, 1] },
    });
    expect(movedByToken(history, null)).toMatchObject({
      span: { from: day(0), to: day(2) },
      step: day(1) - day(0),
      first: 34,
      last: 36,
      sum: { change: 2, price: 2, amount: 0, residual: 0 },
    });
    expect(rowsOf(history, 'total')).toEqual([
      ['UP', 10],
      ['DOWN', -8],
    ]);
    expect(rowsOf(history, 'flow')).toEqual([]);
  });

  it('are flows at the prices of their time', () => {
    const history = historyOf({
      came: { amount: [0, 3, 3], price: [5, 10, 20] },
      went: { amount: [4, 0, 0], price: [7, 8, 100] },
    });
    const { sum } = movedByToken(history, null);
    // 3 were added at 10 and rose by 10 each; 4 rose by 1 each and were removed at 8.
    expect(rowsOf(history, 'flow')).toEqual([
      ['WENT', -32],
      ['CAME', 30],
    ]);
    expect(rowsOf(history, 'price')).toEqual([
      ['CAME', 30],
      ['WENT', 4],
    ]);
    expect(sum).toEqual({ change: 32, price: 34, amount: -2, residual: 0 });
  });

  it('separate the effect of a first price, which is neither price nor flow', () => {
    const history = historyOf({ late: { amount: [2, 2], price: [null, 50] } });
    expect(movedByToken(history, null).sum).toEqual({
      change: 100,
      price: 0,
      amount: 0,
      residual: 100,
    });
  });

  it('have no rounding residual', () => {
    const price = Array.from({ length: 500 }, (_, i) => 54_244.6386 + Math.sin(i) / 3);
    const { change, residual } = movedByToken(
      historyOf({ a: { amount: price.map(() => 24.1672), price } }),
      null,
    ).sum;
    expect(change).not.toBe(0);
    expect(residual).toBe(0);
  });

  it('cover only the records within a zoom', () => {
    const history = historyOf({ a: { amount: [1, 1, 1, 1], price: [1, 2, 4, 8] } });
    const zoom = { from: day(1) - 1, to: day(2) + 1 };
    expect(movedByToken(history, zoom)).toMatchObject({
      span: { from: day(1), to: day(2) },
      first: 2,
      last: 4,
      sum: { change: 2 },
    });
  });

  it('are empty before the first holding, in a zoom between two records, and for one record', () => {
    const empty = { span: null, first: 0, last: 0, sum: { change: 0 } };
    expect(movedByToken({ times: new Float64Array(), tokens: [] }, null)).toMatchObject(empty);
    const history = historyOf({ a: { amount: [1, 1], price: [1, 2] } });
    const between = { from: day(0) + 1, to: day(1) - 1 };
    expect(movedByToken(history, between)).toMatchObject(empty);
    const one = historyOf({ a: { amount: [1], price: [3] } });
    expect(movedByToken(one, null)).toMatchObject({ first: 3, last: 3, sum: { change: 0 } });
    expect(movedSteps(movedByToken(one, null), 'total')).toEqual([]);
  });

  it('are found by date to the millisecond', () => {
    const count = 100_000;
    const times = Float64Array.from({ length: count }, (_, i) => i * 60_000);
    const column = Array.from(times.keys());
    const history = {
      times,
      tokens: [
        {
          token: { _id: 'a', symbol: 'A', name: 'A' },
          amount: column.map(() => 1),
          price: column,
          total: column,
        },
      ],
    };
    const { span, sum } = movedByToken(history, { from: 60_000, to: (count - 2) * 60_000 });
    expect(span).toEqual({ from: times[1], to: times[count - 2] });
    expect(sum.change).toBe(count - 3);
  });
});

const nameOf = (id: string) => id.toUpperCase();

describe('the drivers of a user by wallet', () => {
  const history: WalletColumns = {
    period: 'month',
    whyNoFlow: null,
    times: Float64Array.of(day(0), day(1), day(2)),
    wallets: [
      { thematics: 'a', totals: Float64Array.of(10, 5, 8), flow: [0, -6, 0] },
      { thematics: 'b', totals: Float64Array.of(0, 6, 9), flow: [0, 6, 1] },
      { thematics: 'c', totals: Float64Array.of(1, 1, 1), flow: [0, 0, 0] },
    ],
  };

  it('separate prices and flows; a transfer between wallets is a flow of both', () => {
    const moved = movedByWallet(history, null, nameOf);
    expect(moved).toMatchObject({
      span: { from: day(0), to: day(2) },
      first: 11,
      last: 18,
      sum: { change: 7, price: 6, amount: 1, residual: 0 },
    });
    const rows = movedSteps(moved, 'total').map(({ label, value, flow }) => [label, value, flow]);
    expect(rows).toEqual([
      ['B', 9, 7],
      ['A', -2, -6],
    ]);
    expect(movedSteps(moved, 'price').map(({ label, value }) => [label, value])).toEqual([
      ['A', 4],
      ['B', 2],
    ]);
  });

  it('exclude flows up to the first record of a zoom', () => {
    const moved = movedByWallet(history, { from: day(1), to: day(2) }, nameOf);
    expect(moved).toMatchObject({ first: 12, last: 18, sum: { change: 6, price: 5, amount: 1 } });
    expect(movedByWallet(history, { from: 0, to: 1 }, nameOf)).toMatchObject({
      span: null,
      sum: { change: 0, amount: 0 },
    });
  });
});

const money = fc.double({ min: 0, max: 1e9, noNaN: true });
const price = fc.option(fc.double({ min: 1e-6, max: 1e5, noNaN: true }), { nil: null });
const histories = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 30 }))
  .chain(([length, tokens]) => {
    const column = <T>(one: fc.Arbitrary<T>) =>
      fc.array(one, { minLength: length, maxLength: length });
    const held = fc.record({ amount: column(money), price: column(price) });
    return fc.array(held, { minLength: tokens, maxLength: tokens });
  })
  .map((held) => historyOf(Object.fromEntries(held.map((one, index) => [`t${index}`, one]))));

describe('the rows of the waterfall', () => {
  it('add up to the last value minus the first, to the cent', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const moved = movedByToken(history, null);
        const rows = movedSteps(moved, 'total');
        const cent = Math.max(0.005, 1e-12 * (moved.first + moved.last));
        const sum = sumOf(rows.map(({ value }) => value));
        expect(Math.abs(sum - (moved.last - moved.first))).toBeLessThanOrEqual(cent);
        expect(rows.length).toBeLessThanOrEqual(9);
      }),
    );
  });

  it('add up to the sum of each part; parts and residual add up to the change', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const moved = movedByToken(history, null);
        const { change, price: byPrice, amount: byAmount, residual } = moved.sum;
        // Upper bound of the moved value: parts that cancel each other leave rounding errors of this size.
        const most = history.tokens.map(
          ({ amount: held, price: at }) =>
            Math.max(...held) * Math.max(...at.map((one) => one ?? 0)),
        );
        const size = 1e-9 * (1 + sumOf(most));
        for (const part of ['price', 'flow'] as const) {
          const sum = sumOf(movedSteps(moved, part).map(({ value }) => value));
          expect(Math.abs(sum - movedSum(moved, part))).toBeLessThanOrEqual(size);
        }
        const whole = sumOf([byPrice, byAmount, residual]);
        expect(Math.abs(whole - change)).toBeLessThanOrEqual(size);
      }),
    );
  });
});
