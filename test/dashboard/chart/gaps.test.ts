import { describe, expect, it } from 'vitest';
import { day } from '#contract/historyType.ts';
import { gapsOf } from '#dashboard/chart/series.ts';

const columns = (days: number[], totals = days.map(() => 1)) =>
  [Float64Array.from(days, (n) => n * day), Float64Array.from(totals)] as const;

describe('gaps', () => {
  it('are steps longer than 2.5 median steps', () => {
    expect(gapsOf(...columns([0, 1, 2, 4.5, 5.5, 6.5]))).toEqual([]);
    expect(gapsOf(...columns([0, 1, 2, 4.6, 5.6, 6.6]))).toEqual([{ before: 2, after: 3 }]);
  });

  it('are all found, despite a short first and last step', () => {
    expect(gapsOf(...columns([0.7, 1, 2, 3, 10, 11, 12, 20, 21, 21.3]))).toEqual([
      { before: 3, after: 4 },
      { before: 6, after: 7 },
    ]);
  });

  it('include unknown totals, but not zeros', () => {
    expect(gapsOf(...columns([0, 1, 2, 3, 4], [1, NaN, NaN, 1, 1]))).toEqual([
      { before: 0, after: 3 },
    ]);
    expect(gapsOf(...columns([0, 1, 2, 3, 4], [1, 0, 0, 1, 1]))).toEqual([]);
    expect(gapsOf(...columns([0, 1, 2, 3], [1, NaN, 1, 1]))).toEqual([{ before: 0, after: 2 }]);
  });

  it('need at least three records', () => {
    expect(gapsOf(...columns([]))).toEqual([]);
    expect(gapsOf(...columns([1]))).toEqual([]);
    expect(gapsOf(...columns([1, 400]))).toEqual([]);
  });
});
