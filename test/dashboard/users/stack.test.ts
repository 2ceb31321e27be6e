import { describe, expect, it } from 'vitest';
import {
  type Layer,
  othersOf,
  shareAt,
  stackOf,
  totalsAt,
} from '#dashboard/users/allocation/time/stack.ts';
import { inThematicColours, tokenStack } from '#dashboard/users/allocation/time/tokenStack.ts';

const times = Float64Array.of(1, 2, 3, 4);
const layer = (id: string, ...totals: number[]): Layer => ({
  id,
  name: id,
  category: 1,
  totals: Float64Array.from(totals),
});

describe('a stack of parts over time', () => {
  it('reads a wallet at the times of its user: 0 before it began, the last record between two', () => {
    const wallet = { times: Float64Array.of(2, 2.5, 4), totals: Float64Array.of(5, 6, NaN) };
    expect([...totalsAt(times, wallet)]).toEqual([0, 5, 6, NaN]);
    expect([...totalsAt(times, { times: new Float64Array(), totals: new Float64Array() })]).toEqual(
      [0, 0, 0, 0],
    );
  });

  it('has the largest at the end first, all others last, and shares of their sum', () => {
    const parts = [layer('a', 4, 3, 2, 1), layer('b', 0, 1, 2, 3)];
    const others = othersOf(Float64Array.of(5, 5, 5, 5), parts, 7);
    const stack = stackOf(times, [others, ...parts]);
    expect(stack.layers.map(({ name }) => name)).toEqual(['b', 'a', '7 others']);
    expect([...stack.whole]).toEqual([5, 5, 5, 5]);
    expect(stack.layers.map((one) => shareAt(stack, one, 3))).toEqual([0.6, 0.2, 0.2]);
  });

  it('never has others of less than nothing, and no share of nothing', () => {
    const parts = [layer('a', 0, 6, 0, 0)];
    const others = othersOf(Float64Array.of(0, 5, 0, 0), parts, 1);
    expect([...others.totals]).toEqual([0, 0, 0, 0]);
    const stack = stackOf(times, parts);
    expect(shareAt(stack, parts[0] ?? others, 0)).toBeNull();
  });

  it('of many tokens names the seven largest now and sums the others exactly', () => {
    const dates = Array.from(times, (at) => new Date(at * 1000).toISOString());
    const tokens = Array.from({ length: 30 }, (_, i) => ({
      token: { _id: `t${i}`, symbol: 'SAME', name: '' },
      amount: [],
      price: [],
      total: [0, 1, 2, i],
    }));
    const stack = tokenStack({ dates, tokens });
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

  it('of tokens has the colours of the thematics that hold them; in several wallets a token has none', () => {
    const names = ['a', 'b', 'c'];
    const tokens = names.map((name, i) => ({
      token: { _id: name, symbol: name, name, price: 1, priceAt: null },
      total: [3 - i],
      amount: [3 - i],
      price: [1],
    }));
    const stack = tokenStack({ dates: ['2026-01-01T00:00:00.000Z'], tokens });
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
    const { layers } = inThematicColours(stack, wallets, categories);
    expect(layers.map(({ id, category }) => [id, category])).toEqual([
      ['a', 3],
      ['b', undefined],
      ['c', 9],
    ]);
  });
});
