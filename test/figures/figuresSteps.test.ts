import { describe, expect, test } from 'vitest';
import { completeSteps, measuredStep, reportedTolerance } from '#figures/figuresSteps.ts';

const hour = 3_600_000;
const day = 24 * hour;
const times = (...hours: number[]) => Float64Array.from(hours, (at) => at * hour);
const every = (step: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => from + i * step);
const exact = { step: day, tolerance: 0 };
const reported = { step: day, tolerance: reportedTolerance };

describe('complete steps', () => {
  test('are all of them if the records are at whole steps', () => {
    expect(completeSteps(times(0, 24, 48, 72), exact)).toEqual({
      steps: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
      excluded: [],
    });
  });

  test('leave out the partial first and the partial last one, even if it is nearly complete', () => {
    expect(completeSteps(times(5, 24, 48, 71.99), exact)).toEqual({
      steps: [[1, 2]],
      excluded: [
        { from: 0, to: 1, reason: 'partial-first' },
        { from: 2, to: 3, reason: 'partial-last' },
      ],
    });
  });

  test('join records of a finer step at whole multiples of the coarser one', () => {
    const hourly = times(...Array.from({ length: 60 }, (_, i) => i + 20));
    expect(completeSteps(hourly, exact)).toEqual({
      steps: [
        [4, 28],
        [28, 52],
      ],
      excluded: [
        { from: 0, to: 4, reason: 'partial-first' },
        { from: 52, to: 59, reason: 'partial-last' },
      ],
    });
  });

  test('of reported records may begin at any time and be some moments late; a missing record is a gap', () => {
    expect(completeSteps(times(14, 38, 62.1, 110, 134, 139), reported)).toEqual({
      steps: [
        [0, 1],
        [1, 2],
        [3, 4],
      ],
      excluded: [
        { from: 2, to: 3, reason: 'gap' },
        { from: 4, to: 5, reason: 'partial-last' },
      ],
    });
  });

  test('are none without records, of one record, and of two that are not a step apart', () => {
    for (const few of [times(), times(7)]) {
      expect(completeSteps(few, exact)).toEqual({ steps: [], excluded: [] });
    }
    expect(completeSteps(times(5, 7), exact)).toEqual({
      steps: [],
      excluded: [{ from: 0, to: 1, reason: 'partial-first' }],
    });
  });

  test('cover every record exactly once, whatever the times', () => {
    let seed = 7;
    const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    for (let round = 0; round < 300; round++) {
      const at = [next() * 30];
      while (at.length < 40)
        at.push((at.at(-1) ?? 0) + ([1, 24, 50][Math.floor(next() * 3)] ?? 24));
      const all = completeSteps(times(...at), reported);
      const ranges = [...all.steps, ...all.excluded.map(({ from, to }) => [from, to] as const)];
      const sorted = ranges.toSorted(([a], [b]) => a - b);
      expect(sorted.map(([from]) => from)).toEqual([0, ...sorted.slice(0, -1).map(([, to]) => to)]);
      expect(sorted.at(-1)?.[1]).toBe(39);
    }
  });
});

describe('the step of a reported history', () => {
  test('is the usual one, whatever gaps it has', () => {
    expect(measuredStep(times(...every(24, 30), 800, 824, 848))).toBe(day);
  });

  test('is the coarsest of a history with mixed steps, however few records have it', () => {
    expect(measuredStep(times(...every(24, 5), ...every(1, 2000, 97)))).toBe(day);
    expect(measuredStep(times(...every(1, 2000), ...every(24, 5, 2023)))).toBe(day);
  });

  test('is the median of two or three records, and unknown below', () => {
    expect(measuredStep(times(1, 3))).toBe(2 * hour);
    expect(measuredStep(times(1, 3, 10))).toBe(2 * hour);
    expect(measuredStep(times(1))).toBeNull();
    expect(measuredStep(times())).toBeNull();
  });
});
