import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangePositions, positionSortParam } from '#dashboard/wallets/arrangePositions.ts';
import type { PositionRow } from '#dashboard/wallets/positionRows.ts';

const row = (symbol: string, figures: Partial<Omit<PositionRow, 'token'>> = {}): PositionRow => ({
  token: { _id: symbol.toLowerCase(), symbol, name: symbol, price: 1, priceAt: null },
  amount: 1,
  total: 1,
  weight: 0.1,
  target: null,
  drift: null,
  ...figures,
});
const none = new Map<string, number | null>();
const symbols = (rows: readonly PositionRow[]) => rows.map(({ token }) => token.symbol).join('');

describe('positions in order', () => {
  it('go by any figure, both ways, what is not known last whichever way', () => {
    const rows = [
      row('A', { drift: 0.02, amount: null }),
      row('B', { drift: null, amount: 3 }),
      row('C', { drift: -0.3, amount: 0 }),
    ];
    const by = (column: 'drift' | 'amount', order: 'ascending' | 'descending') =>
      symbols(arrangePositions(rows, { by: column, order }, none));
    expect(by('drift', 'descending')).toBe('ACB');
    expect(by('drift', 'ascending')).toBe('CAB');
    expect(by('amount', 'descending')).toBe('BCA');
    expect(by('amount', 'ascending')).toBe('CBA');
  });

  it('go by the change of the day, where it is known', () => {
    const days = new Map([
      ['a', -0.1],
      ['b', null],
      ['d', 0.2],
    ]);
    const rows = ['A', 'B', 'C', 'D'].map((symbol) => row(symbol));
    const by = (order: 'ascending' | 'descending') =>
      symbols(arrangePositions(rows, { by: 'day', order }, days));
    expect(by('descending')).toBe('DABC');
    expect(by('ascending')).toBe('ADBC');
  });

  it('go by symbol, and by price without one last', () => {
    const rows = [row('b'), row('A'), row('日')];
    expect(symbols(arrangePositions(rows, { by: 'token', order: 'ascending' }, none))).toBe('Ab日');
    const unpriced = row('x');
    const sorted = arrangePositions(
      [{ ...unpriced, token: { ...unpriced.token, price: null } }, ...rows],
      { by: 'price', order: 'descending' },
      none,
    );
    expect(symbols(sorted)).toBe('bA日x');
  });

  it('keep all rows, leave the given ones as they stood, and equals in their order', () => {
    const figure = fc.option(fc.double({ noNaN: true, min: -1, max: 1 }), { nil: null });
    const columns = fc.constantFrom('token', 'amount', 'price', 'day', 'total', 'target', 'drift');
    const orders = fc.constantFrom('ascending' as const, 'descending' as const);
    fc.assert(
      fc.property(fc.array(figure), columns, orders, (figures, by, order) => {
        const rows = figures.map((value, i) => row(`T${i}`, { drift: value, amount: value }));
        const before = [...rows];
        const sort = positionSortParam.read(`${order === 'descending' ? '-' : ''}${by}`);
        const sorted = arrangePositions(rows, sort, none);
        expect(rows).toEqual(before);
        expect(new Set(sorted)).toEqual(new Set(rows));
        expect(sorted).toHaveLength(rows.length);
      }),
    );
  });
});
