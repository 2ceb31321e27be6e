import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianStep, missingCount, missingSteps } from '#analytics/quality.ts';

const known = (flags: string) => (index: number) => flags[index] === 'x';
const found = (flags: string, times = Array.from(flags, (_, i) => i * 10)) =>
  missingSteps(times, known(flags), 10);

test('a stretch between two known records misses the records between them', () => {
  expect(found('xx..x')).toEqual([{ from: 10, to: 40, steps: 2 }]);
  expect(found('xxxx')).toEqual([]);
});

test('records that are missing at either end count too, and so do all of them', () => {
  expect(found('..xx')).toEqual([{ from: 0, to: 20, steps: 2 }]);
  expect(found('xx..')).toEqual([{ from: 10, to: 30, steps: 2 }]);
  expect(found('...')).toEqual([{ from: 0, to: 20, steps: 3 }]);
  expect(found('')).toEqual([]);
  expect(found('x')).toEqual([]);
});

test('records that are absent are missing like records that are unknown', () => {
  expect(found('xxx', [0, 10, 50])).toEqual([{ from: 10, to: 50, steps: 3 }]);
});

test('a partial first or last step misses nothing', () => {
  expect(found('xxxx', [3, 10, 20, 24])).toEqual([]);
  expect(found('xxx.', [3, 10, 20, 24])).toEqual([]);
});

test('on whole steps, exactly the unknown records are missing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('x', '.')), (flags) => {
      const unknown = flags.filter((flag) => flag === '.').length;
      expect(missingCount(found(flags.join('')))).toBe(unknown);
    }),
    { numRuns: 1000 },
  );
});

test('the typical step is the median', () => {
  expect(medianStep([3, 10, 20, 30, 70, 72])).toBe(10);
  expect(medianStep([5])).toBeNull();
  expect(medianStep([])).toBeNull();
});
