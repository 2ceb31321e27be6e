import { expect, test } from 'vitest';
import { blendedLevels } from '#analytics/blend.ts';

const a = Float64Array.of(50, 55, 55, 44);
const b = Float64Array.of(200, 180, 216, 216);

test('returns of each step are the weighted returns of the series', () => {
  const levels = blendedLevels([a, b], [0.75, 0.25]);
  const steps = Array.from(levels.subarray(1), (level, i) => level / (levels[i] ?? NaN) - 1);
  // 0.75 × 10 % − 0.25 × 10 %, then 0.25 × 20 %, then −0.75 × 20 %.
  expect(levels[0]).toBe(100);
  [0.05, 0.05, -0.15].forEach((step, i) => expect(steps[i]).toBeCloseTo(step, 12));
});

test('a single series keeps its level', () => {
  expect(blendedLevels([a], [1])).toBe(a);
});

test('a record at which one is unknown has no level, and the next continues from the last known one', () => {
  const levels = blendedLevels([Float64Array.of(NaN, 50, NaN, 60), b], [0.5, 0.5]);
  expect([levels[0], levels[2]]).toEqual([NaN, NaN]);
  expect(levels[1]).toBe(100);
  expect(levels[3]).toBeCloseTo(100 * (0.5 * 1.2 + 0.5 * 1.2), 12);
  expect(blendedLevels([new Float64Array(0), new Float64Array(0)], [0.5, 0.5])).toHaveLength(0);
});

test('columns and weights must fit', () => {
  expect(() => blendedLevels([a, b], [1])).toThrow(RangeError);
  expect(() => blendedLevels([a, b.subarray(1)], [0.5, 0.5])).toThrow(RangeError);
});
