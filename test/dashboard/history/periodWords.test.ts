import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '#contract/historyType.ts';
import { changeWords } from '#dashboard/history/periodWords.ts';

const end = Date.UTC(2026, 5, 17, 14, 23, 40);
const from = (start: number, step: number) =>
  Float64Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, i) => start + i * step);

describe('the words beside a change', () => {
  it('name the period where the history covers it', () => {
    expect(changeWords('day', from(end - day, 5 * minute))).toBe('past day, since 16 Jun, 14:23');
    expect(changeWords('month', from(end - 30 * day + hour, 4 * hour))).toBe(
      'past month, since 18 May',
    );
    expect(changeWords('year', from(end - 365 * day, day))).toBe('past year, since 17 Jun 2025');
  });

  it('name the start where the history is shorter than its period', () => {
    expect(changeWords('month', from(end - 20 * day, 4 * hour))).toBe(
      'since 28 May 2026, all there is',
    );
    expect(changeWords('week', from(end - 3 * hour, hour))).toBe(
      'since 17 Jun 2026, 11:23, all there is',
    );
  });

  it('take a coarse step for what it is: a first record one step late still covers the period', () => {
    expect(changeWords('month', from(end - 29.5 * day, day))).toBe('past month, since 19 May');
    expect(changeWords('month', from(end - 28 * day, day))).toBe('since 20 May 2026, all there is');
  });

  it('say of all that it is all there is', () => {
    expect(changeWords('all', from(Date.UTC(2021, 0, 1), day))).toBe(
      'since 1 Jan 2021, all there is',
    );
  });

  it('stand where there is no record', () => {
    expect(changeWords('month', new Float64Array())).toBe('past month');
  });
});
