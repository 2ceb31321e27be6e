import { expect, test } from 'vitest';
import { rebalanceOf, type Rebalance, type RebalanceLine } from '#analytics/rebalance.ts';
import { sumOf } from '#analytics/weights.ts';

const line = (amount: number, price: number | null, target: number): RebalanceLine => ({
  amount,
  price,
  target,
  total: amount * (price ?? 0),
});

function possible(lines: readonly RebalanceLine[]): Rebalance {
  const rebalance = rebalanceOf(lines);
  if (typeof rebalance === 'string') throw new Error(rebalance);
  return rebalance;
}

test('reaches the targets, and keeps the total', () => {
  const lines = [line(3, 100, 0.5), line(10, 70, 0.3), line(0, 0.02, 0.2), line(5, 1, 0)];
  const { total, traded, activeShare, trades } = possible(lines);
  expect(total).toBe(1005);
  expect(trades.map((trade) => trade?.total)).toEqual([202.5, -398.5, 201, -5]);
  expect(trades.map((trade) => trade?.amountAfter)).toEqual([5.025, 301.5 / 70, 10_050, 0]);
  expect(traded).toBeCloseTo(403.5, 12);
  expect(activeShare).toBeCloseTo(403.5 / 1005, 12);
  const after = lines.map(({ price }, i) => (trades[i]?.amountAfter ?? NaN) * (price ?? NaN));
  expect(sumOf(after)).toBeCloseTo(total, 10);
  expect(sumOf(trades.map((trade) => trade?.total ?? NaN))).toBeCloseTo(0, 10);
});

test('active share is half the sum of the absolute drifts', () => {
  const lines = [line(1, 10, 0.1), line(1, 20, 0.6), line(1, 70, 0.3)];
  const { trades, activeShare } = possible(lines);
  const drifts = trades.map((trade) => Math.abs((trade?.weight ?? NaN) - (trade?.target ?? NaN)));
  expect(activeShare).toBeCloseTo(sumOf(drifts) / 2, 14);
});

test('a second rebalance has nothing left to trade', () => {
  const lines = [line(0.3, 65_000.123, 0.37), line(7.7, 3111.77, 0.21), line(9999, 0.7431, 0.42)];
  const { trades } = possible(lines);
  const after = lines.map(({ price, target }, i) =>
    line(trades[i]?.amountAfter ?? NaN, price, target),
  );
  const again = possible(after);
  expect(again.activeShare).toBeLessThan(1e-15);
  expect(again.total / possible(lines).total).toBeCloseTo(1, 14);
});

test('scaling prices and amounts scales values, and leaves weights', () => {
  const lines = [line(3, 100, 0.5), line(10, 70, 0.5)];
  const scaled = lines.map(({ amount, price, target }) =>
    line((amount ?? 0) * 8, (price ?? 0) * 0.5, target),
  );
  const [one, other] = [possible(lines), possible(scaled)];
  expect(other.activeShare).toBe(one.activeShare);
  expect(other.traded).toBe(one.traded * 4);
});

test('a token without a price keeps its amount, and its target is divided among the others', () => {
  for (const price of [null, 0]) {
    const { trades, total } = possible([line(1, 30, 0.2), line(1, 70, 0.3), line(4, price, 0.5)]);
    expect(total).toBe(100);
    expect(trades[2]).toBeNull();
    expect(trades.map((trade) => trade?.target)).toEqual([0.4, 0.6, undefined]);
    expect(trades[0]?.total).toBeCloseTo(10, 12);
  }
});

test('an amount that is not known follows from the value', () => {
  const unknown = { amount: null, total: 60, price: 3, target: 0.5 };
  const { trades } = possible([unknown, line(1, 20, 0.5)]);
  expect(trades[0]).toMatchObject({ total: -20, amount: 40 / 3 - 20, amountAfter: 40 / 3 });
});

test.each([
  ['nothing', []],
  ['nothing', [line(0, 10, 1)]],
  ['nothing', [line(5, null, 1)]],
  ['no price', [line(5, 2, 0), line(1, null, 1)]],
  ['unknown', [line(5, 2, 1), { amount: null, total: null, price: 2, target: 0 }]],
  ['negative', [line(5, 2, 1), line(-1, 2, 0)]],
] as const)('says why there is nothing to trade: %s', (reason, lines) => {
  expect(rebalanceOf(lines)).toBe(reason);
});

test('extreme values stay finite', () => {
  const { trades, activeShare } = possible([line(1e-12, 1e-9, 0.5), line(1e12, 1e9, 0.5)]);
  expect(trades.flatMap((trade) => Object.values(trade ?? {})).every(Number.isFinite)).toBe(true);
  expect(activeShare).toBeCloseTo(0.5, 12);
});
