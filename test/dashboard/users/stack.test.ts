import { describe, expect, it } from 'vitest';
import {
  type Layer,
  othersOf,
  shareAt,
  stackOf,
  totalsAt,
} from '#dashboard/users/allocation/time/stack.ts';
import { stackPlotOf } from '#dashboard/users/allocation/time/stackPlot.ts';
import { tokenStack } from '#dashboard/users/allocation/time/tokenStack.ts';

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
    expect(new Set(stack.layers.map(({ category }) => category)).size).toBe(8);
  });
});

describe('the plot of a stack', () => {
  const frame = { width: 336, height: 300 };

  it('draws what its pixels can show of a million records, each row with the sum of the whole', () => {
    const count = 1_000_000;
    const long = Float64Array.from({ length: count }, (_, i) => i * 1000);
    const wave = (phase: number) =>
      Float64Array.from({ length: count }, (_, i) => 2 + Math.sin(i / 5e4 + phase));
    const stack = stackOf(long, [
      { ...layer('a'), totals: wave(0) },
      { ...layer('b'), totals: wave(2) },
    ]);
    const plot = stackPlotOf(stack, frame, 'share');
    const rows = plot?.rows ?? [];
    expect(rows.length).toBeGreaterThan(280);
    expect(rows.length).toBeLessThanOrEqual(4 * 336 + 2);
    const sums = rows.map(({ v0, v1 }) => (v0 ?? NaN) + (v1 ?? NaN));
    expect(sums.every((sum) => Math.abs(sum - 1) < 1e-12)).toBe(true);
  });

  it('breaks where a part is not known, and is none where nothing has a value', () => {
    const stack = stackOf(times, [layer('a', 1, NaN, 1, 1), layer('b', 1, 1, 1, 1)]);
    const values = stackPlotOf(stack, frame, 'amount')?.rows.map(({ v0, v1 }) => [v0, v1]);
    expect(values).toEqual([
      [1, 1],
      [null, null],
      [1, 1],
      [1, 1],
    ]);
    expect(stackPlotOf(stackOf(times, [layer('a', 0, 0, 0, 0)]), frame, 'share')).toBeNull();
    expect(stackPlotOf(stackOf(times.slice(0, 1), [layer('a', 1)]), frame, 'share')).toBeNull();
  });

  it('names the bands that are high enough, where they end', () => {
    const stack = stackOf(times, [layer('thin', 0, 0, 0, 1), layer('thick', 9, 9, 9, 99)]);
    const labels = stackPlotOf(stack, frame, 'share')?.labels ?? [];
    expect(labels.map((label) => label.layer.name)).toEqual(['thick']);
  });
});
