import { expect, test } from 'vitest';
import { moveOf } from '#upstream/sync/backgroundReads.ts';

const now = Date.UTC(2026, 5, 17, 14);
const hour = 3_600_000;
const over = (...totals: (number | null)[]) =>
  moveOf(
    totals.map((total, index) => ({
      at: now - 24 * hour + (index * 24 * hour) / (totals.length - 1),
      total,
    })),
    'day',
    now,
  ).change;

test.each<[string, number | null, number | null]>([
  ['from the first to the last', over(2, 7, 5), 3],
  [
    'over a gap of one step at the start',
    over(...Array.from({ length: 289 }, (_, at) => (at < 1 ? null : at))),
    287,
  ],
  [
    'over a gap of two steps at the start',
    over(...Array.from({ length: 289 }, (_, at) => (at < 2 ? null : at))),
    null,
  ],
  ['from nothing', over(0, 5), null],
  ['of which the beginning is not known', over(null, null, 2, 5), null],
  ['of one record', over(5, null, null), null],
  ['of which nothing is known', over(null, null), null],
  ['that no number holds', over(-1.7e308, 1.7e308), null],
])('the change %s', (_, change, expected) => {
  expect(change).toBe(expected);
});

test('the points of the sparkline are evenly spaced in time, also if the records are not', () => {
  const totals = [24, 23, 20, 2, 1, 0.5, 0].map((ago) => ({ at: now - ago * hour, total: ago }));
  const { spark } = moveOf(totals, 'day', now);
  const expected = Array.from({ length: 52 }, (_, point) => {
    const ago = 24 * (1 - point / 51);
    return totals.findLast(({ total }) => total >= ago - 1e-9)?.total;
  });
  expect(spark).toEqual(expected);
});
