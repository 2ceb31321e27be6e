import { describe, expect, it } from 'vitest';
import { type Layer, shareAt, stackParts, tokenStack } from '#dashboard/users/allocation/stack.ts';

const times = Float64Array.of(1, 2, 3, 4);
const layer = (id: string, ...totals: number[]): Layer => ({
  id,
  name: id,
  category: 1,
  totals: Float64Array.from(totals),
});

describe('a stack of parts over time', () => {
  it('orders parts by their total at the end of the window, with shares of the sum', () => {
    const parts = [layer('a', 4, 3, 2, 1), layer('b', 0, 1, 2, 3)];
    const stack = stackParts(times, parts, null);
    expect(stack.layers.map(({ name }) => name)).toEqual(['b', 'a']);
    expect([...stack.whole]).toEqual([4, 4, 4, 4]);
    expect(stack.layers.map((one) => shareAt(stack, one, 3))).toEqual([0.75, 0.25]);
    const zoomed = stackParts(times, parts, { from: 1, to: 2 });
    expect([...zoomed.times]).toEqual([1, 2]);
    expect(zoomed.layers.map(({ name }) => name)).toEqual(['a', 'b']);
    expect([...zoomed.whole]).toEqual([4, 4]);
  });

  it('has no shares if the sum is zero', () => {
    const part = layer('a', 0, 6, 0, 0);
    expect(shareAt(stackParts(times, [part], null), part, 0)).toBeNull();
  });

  it('names the seven largest tokens and sums the others exactly', () => {
    const tokens = Array.from({ length: 30 }, (_, i) => ({
      token: { _id: `t${i}`, symbol: 'SAME', name: '' },
      amount: [],
      price: [],
      total: [0, 1, 2, i],
    }));
    const stack = tokenStack({ times, tokens }, null, [], new Map());
    expect(stack.layers.map(({ id }) => id)).toEqual([
      't29',
      't28',
      't27',
      't26',
      't25',
      't24',
      't23',
      '',
    ]);
    expect(stack.layers.at(-1)?.name).toBe('23 others');
    expect([...stack.whole]).toEqual([0, 30, 60, (29 * 30) / 2]);
  });

  it('colors a token like the thematic that holds it, or not at all if several do', () => {
    const names = ['a', 'b', 'c'];
    const tokens = names.map((name, i) => ({
      token: { _id: name, symbol: name, name, price: 1, priceAt: null },
      total: [3 - i],
      amount: [3 - i],
      price: [1],
    }));
    const wallet = (thematics: string, ...held: readonly string[]) => ({
      _id: `u ${thematics}`,
      updatedAt: '2026-01-01T00:00:00.000Z',
      user: 'u',
      thematics,
      total: 1,
      tokens: tokens
        .filter(({ token }) => held.includes(token._id))
        .map(({ token }) => ({ token, amount: 1, total: 1 })),
    });
    const wallets = [wallet('one', 'a', 'b'), wallet('two', 'b', 'c')];
    const categories = new Map([
      ['one', 3],
      ['two', 9],
    ]);
    const { layers } = tokenStack({ times: Float64Array.of(1), tokens }, null, wallets, categories);
    expect(layers.map(({ id, category }) => [id, category])).toEqual([
      ['a', 3],
      ['b', undefined],
      ['c', 9],
    ]);
  });
});
