import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movementOf } from '#analytics/movement.ts';
import { sumOf } from '#analytics/weights.ts';
import { tokenChanges, type ChangeParts } from '#dashboard/changes/tokenChanges.ts';
import type { PositionColumns } from '#dashboard/portfolio/userQueries.ts';

interface Held {
  readonly amount: readonly number[];
  readonly price: readonly (number | null)[];
}

const at = (index: number) => Date.UTC(2026, 0, 1 + index);

function columnsOf(held: readonly Held[]): PositionColumns {
  const { length } = held[0]?.amount ?? [];
  return {
    times: Float64Array.from({ length }, (_, i) => at(i)),
    tokens: held.map(({ amount, price }, i) => ({
      token: { _id: `t${i}`, symbol: `T${i}`, name: `Token ${i}` },
      amount: [...amount],
      price: [...price],
      total: amount.map((one, k) => one * (price[k] ?? 0)),
    })),
  };
}

const hundredths = (value: number) => Math.round(value * 100);

function expectExact({ from, to, change, byPrice, byFlow, residual }: ChangeParts) {
  const cents = [byPrice, byFlow, residual].map(hundredths);
  expect(sumOf(cents)).toBe(hundredths(change));
  expect(hundredths(from) + hundredths(change)).toBe(hundredths(to));
}

describe('the changes by token', () => {
  it('say what came, went, changed and stayed, and leave out what was never held', () => {
    const price = [1, 2, 3];
    const changes = tokenChanges(
      columnsOf([
        { amount: [0, 0, 5], price },
        { amount: [5, 0, 0], price },
        { amount: [0, 5, 0], price },
        { amount: [5, 5, 6], price },
        { amount: [5, 6, 5], price },
        { amount: [5, 5, 5], price },
        { amount: [0, 0, 0], price },
      ]),
      null,
    );
    const kinds = Object.fromEntries(
      changes?.rows.map(({ token, kind }) => [token.symbol, kind]) ?? [],
    );
    expect(kinds).toEqual({
      T0: 'came',
      T1: 'went',
      T2: 'between',
      T3: 'changed',
      T4: 'changed',
      T5: 'same',
    });
    expect(changes?.counts).toEqual({ came: 1, went: 1, between: 1, changed: 2, same: 1 });
    expect(changes).toMatchObject({ span: { from: at(0), to: at(2) }, step: at(1) - at(0) });
  });

  it('split a change by price and by flow at the prices of each step', () => {
    const changes = tokenChanges(columnsOf([{ amount: [10, 15, 15], price: [2, 3, 4] }]), null);
    // 10 × (3 − 2) + 15 × (4 − 3), and 5 × 3.
    const value = { from: 20, to: 60, change: 40, byPrice: 25, byFlow: 15, residual: 0 };
    expect(changes?.rows[0]).toMatchObject({
      value,
      printed: value,
      amount: { from: 10, to: 15 },
      price: { from: 2, to: 4 },
    });
    expect(changes?.sum).toEqual(value);
  });

  it('begin and end with the records between the two dates', () => {
    const columns = columnsOf([{ amount: [1, 2, 3, 4], price: [1, 1, 1, 1] }]);
    expect(tokenChanges(columns, { from: at(1), to: at(2) })).toMatchObject({
      span: { from: at(1), to: at(2) },
      sum: { from: 2, to: 3, byFlow: 1 },
    });
    expect(tokenChanges(columns, { from: at(9), to: at(10) })).toBeNull();
  });

  it('keep a first price of an earlier holding apart from price and flow', () => {
    const changes = tokenChanges(columnsOf([{ amount: [2, 2], price: [null, 5] }]), null);
    expect(changes?.sum).toMatchObject({ change: 10, byPrice: 0, byFlow: 0, residual: 10 });
  });

  const amount = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e4, noNaN: true }));
  const price = fc.option(fc.double({ min: 1e-6, max: 1e4, noNaN: true }), { nil: null });
  const holdings = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 20 }))
    .chain(([length, count]) => {
      const column = <T>(one: fc.Arbitrary<T>) =>
        fc.array(one, { minLength: length, maxLength: length });
      const held = fc.record({ amount: column(amount), price: column(price) });
      return fc.array(held, { minLength: count, maxLength: count });
    });

  it('add up exactly by row and by column, to the last printed digit', () => {
    fc.assert(
      fc.property(holdings, (held) => {
        const changes = tokenChanges(columnsOf(held), null);
        if (changes === null) return;
        const { rows, sum } = changes;
        for (const { printed, value } of rows) {
          expectExact(printed);
          for (const part of ['from', 'byFlow', 'change', 'to'] as const) {
            expect(Math.abs(printed[part] - value[part])).toBeLessThan(0.08);
          }
        }
        expectExact(sum);
        for (const part of ['from', 'to', 'change', 'byPrice', 'byFlow', 'residual'] as const) {
          const parts = rows.map(({ printed }) => hundredths(printed[part]));
          expect(sumOf(parts)).toBe(hundredths(sum[part]));
        }
      }),
    );
  });

  it('are the movements of each token, unrounded', () => {
    fc.assert(
      fc.property(holdings, (held) => {
        const columns = columnsOf(held);
        for (const { token, value } of tokenChanges(columns, null)?.rows ?? []) {
          const own = columns.tokens.find(({ token: { _id } }) => _id === token._id);
          const {
            change,
            price: byPrice,
            amount: byFlow,
            residual,
          } = movementOf(own ?? { amount: [], price: [], total: [] });
          expect(value).toMatchObject({ change, byPrice, byFlow, residual });
        }
      }),
    );
  });
});
