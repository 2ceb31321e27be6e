import { expect, test } from 'vitest';
import { day, historyTypes, periodReaching, stepOf, windowOf } from '#contract/historyType.ts';

const asOf = Date.UTC(2026, 5, 17, 14, 23);

test('a period reaches an instant where one of its records is no later, though its first comes a step late', () => {
  for (const [i, type] of historyTypes.slice(0, -1).entries()) {
    const first = asOf - (windowOf[type] ?? Infinity) + stepOf[type];
    expect(periodReaching(first, asOf)).toBe(type);
    expect(periodReaching(first - 1, asOf)).toBe(historyTypes[i + 1]);
  }
});

test('no shorter period than the one shown, and all where the end is not known', () => {
  expect(periodReaching(asOf, asOf)).toBe('day');
  expect(periodReaching(asOf, asOf, 'month')).toBe('month');
  expect(periodReaching(asOf - 100 * day, asOf, 'month')).toBe('year');
  expect(periodReaching(asOf, null)).toBe('all');
});
