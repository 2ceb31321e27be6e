import { decimate } from '#analytics/decimate.ts';
import { blocksOf } from '#analytics/extremes.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf, type Drawing, someDrawing, someTotal, someValue } from './someDrawing.ts';

const decimated = ({ times, totals, range, columns }: Drawing) =>
  decimate(times, totals, range, columns);

const sorted = (indices: Iterable<number | undefined>): number[] =>
  [...indices].filter((i) => i !== undefined).toSorted((one, other) => one - other);

/** The first, last, lowest and highest record of a column, each once. */
function dueOf(column: number[], totals: Float64Array): number[] {
  const values = column.map((i) => totals[i] ?? NaN);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const lowest = column.find((i) => totals[i] === low);
  const highest = column.find((i) => totals[i] === high);
  return sorted(new Set([column[0], lowest, highest, column.at(-1)]));
}

const runs = { numRuns: 500 };

test('keeps the first, last, lowest and highest record of every pixel column, and no other', () => {
  fc.assert(
    fc.property(someDrawing(someValue), (drawing) => {
      const columns = columnsOf(drawing);
      fc.pre(columns.flat().length > 4 * drawing.columns);
      const kept = Array.from(decimated(drawing).index);
      const there = columns.map((column) => kept.filter((i) => column.includes(i)));
      expect(there).toEqual(columns.map((column) => dueOf(column, drawing.totals)));
    }),
    runs,
  );
});

test('keeps them beside gaps too, and only values next to a gap besides', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), (drawing) => {
      const { totals } = drawing;
      const columns = columnsOf(drawing);
      fc.pre(columns.flat().length > 4 * drawing.columns);
      const isGap = (i: number): boolean => Number.isNaN(totals[i]);
      const kept = Array.from(decimated(drawing).index);
      const wrong = columns.flatMap((column) => {
        const values = column.filter((i) => !isGap(i));
        const due = dueOf(values, totals);
        const missing = due.filter((i) => !kept.includes(i));
        const others = values.filter((i) => kept.includes(i) && !due.includes(i));
        return [...missing, ...others.filter((i) => !isGap(i - 1) && !isGap(i + 1))];
      });
      expect(wrong).toEqual([]);
    }),
    runs,
  );
});

test('gives a range with no more than four records a column as it is', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), fc.nat(3), (drawing, more) => {
      const inRange = columnsOf(drawing).flat();
      const columns = Math.max(Math.ceil(inRange.length / 4), 1) + more;
      const kept = Array.from(decimated({ ...drawing, columns }).index);
      expect(kept.filter((i) => inRange.includes(i))).toEqual(inRange);
    }),
    runs,
  );
});

test('keeps the nearest record on either side of the range, and none beyond', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), (drawing) => {
      const { times, range } = drawing;
      const kept = Array.from(decimated(drawing).index);
      const before = times.findLastIndex((time) => time < range.from);
      const after = times.findIndex((time) => time > range.to);
      const outside = kept.filter(
        (i) => !((times[i] ?? NaN) >= range.from && (times[i] ?? NaN) <= range.to),
      );
      expect(outside).toEqual([before, after].filter((i) => i >= 0));
    }),
    runs,
  );
});

test('never invents, repeats or reorders a record', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), (drawing) => {
      const { times, totals, index } = decimated(drawing);
      expect(times).toHaveLength(index.length);
      expect(totals).toHaveLength(index.length);
      expect(Array.from(index)).toEqual(sorted(new Set(index)));
      expect(times).toEqual(Float64Array.from(index, (i) => drawing.times[i] ?? NaN));
      expect(totals).toEqual(Float64Array.from(index, (i) => drawing.totals[i] ?? NaN));
      expect(index.length).toBeLessThanOrEqual(14 * drawing.columns + 3);
    }),
    runs,
  );
});

test('breaks the line only where gaps lie between two remaining values, with one gap', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), (drawing) => {
      const { totals, columns } = drawing;
      fc.pre(columnsOf(drawing).flat().length > 4 * columns);
      const index = Array.from(decimated(drawing).index);
      const isGap = (i: number): boolean => Number.isNaN(totals[i]);
      const values = index.filter((i) => !isGap(i));
      const between = values.slice(1).map((next, k) => {
        const i = values[k] ?? NaN;
        const gaps = Array.from({ length: next - i - 1 }, (_, n) => i + 1 + n).filter(isGap);
        return { gaps: gaps.length, kept: index.filter((at) => at > i && at < next).length };
      });
      expect(between.filter(({ gaps, kept }) => kept !== Math.min(gaps, 1))).toEqual([]);
      // No gap at either end, unless it is the neighbour outside the range.
      const inRange = new Set(columnsOf(drawing).flat());
      const ends = [index[0], index.at(-1)].filter((i) => i !== undefined && inRange.has(i));
      expect(ends.filter((i) => Number.isNaN(totals[i ?? NaN]))).toEqual([]);
    }),
    runs,
  );
});

test('is the same of a window into a column whose blocks are known', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), fc.nat(200), fc.nat(200), (drawing, before, behind) => {
      const { times, totals, range, columns } = drawing;
      const column = new Float64Array(before + totals.length + behind).fill(-1e12);
      column.set(totals, before);
      const window = column.subarray(before, before + totals.length);
      expect(decimate(times, window, range, columns, blocksOf(column))).toEqual(decimated(drawing));
    }),
    runs,
  );
});

test('decimating twice changes nothing', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), (drawing) => {
      const once = decimated(drawing);
      const { times, totals } = decimated({ ...drawing, ...once });
      expect([times, totals]).toEqual([once.times, once.totals]);
    }),
  );
});

/** What is kept of the totals at the times 0, 1, 2, … */
const draw = (totals: number[], from: number, to: number, columns: number): number[] =>
  Array.from(
    decimate(Float64Array.from(totals.keys()), Float64Array.from(totals), { from, to }, columns)
      .index,
  );

describe('at the edges', () => {
  test('nothing gives nothing, one record itself, whatever it is', () => {
    expect(draw([], 0, 10, 3)).toEqual([]);
    expect(draw([5], 0, 10, 3)).toEqual([0]);
    expect(draw([0], 0, 0, 1)).toEqual([0]);
    expect(draw([NaN], 0, 10, 3)).toEqual([0]);
  });

  test('a constant keeps the ends of each column', () => {
    expect(
      draw(
        Array.from({ length: 20 }, () => 7),
        0,
        20,
        2,
      ),
    ).toEqual([0, 9, 10, 19]);
    expect(
      draw(
        Array.from({ length: 20 }, () => 0),
        0,
        20,
        1,
      ),
    ).toEqual([0, 19]);
  });

  test('as many records as fit are given as they are, gaps and all', () => {
    const totals = [1, NaN, NaN, 2, 3, NaN, 4, 5];
    expect(draw(totals, 0, 7, 2)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(draw([...totals, 6], 0, 8, 2)).toEqual([0, 1, 3, 4, 5, 6, 8]);
  });

  test('a range within a single instant is one column', () => {
    const times = new Float64Array(9).fill(5);
    const totals = Float64Array.of(3, 4, 9, 4, 1, 4, 4, 4, 2);
    const { index } = decimate(times, totals, { from: 5, to: 5 }, 2);
    expect(Array.from(index)).toEqual([0, 2, 4, 8]);
  });

  test('a range between two records keeps the two, so that the line crosses it', () => {
    expect(draw([1, 2, 3, 4], 1.2, 1.8, 10)).toEqual([1, 2]);
  });

  test('a range of gaps alone keeps one of them between the neighbours', () => {
    const gaps = [1, ...Array.from({ length: 30 }, () => NaN), 2];
    expect(draw(gaps, 1, 30, 2)).toEqual([0, 1, 31]);
    expect(draw([NaN, ...gaps.slice(1)], 1, 30, 2)).toEqual([0, 31]);
    expect(draw([...gaps.slice(0, -1), NaN], 1, 30, 2)).toEqual([0, 31]);
  });

  test('a range of gaps alone without neighbours keeps nothing', () => {
    expect(
      draw(
        Array.from({ length: 30 }, () => NaN),
        0,
        29,
        2,
      ),
    ).toEqual([]);
  });

  test('the result is a copy that can be changed or moved', () => {
    const times = Float64Array.of(1, 2);
    const given = decimate(times, Float64Array.of(3, 4), { from: 1, to: 2 }, 10);
    given.times[0] = 9;
    expect(times[0]).toBe(1);
    expect(given.times.buffer).not.toBe(times.buffer);
  });

  test.each([
    { from: 0, to: 9, columns: 0 },
    { from: 0, to: 9, columns: 0.5 },
    { from: 0, to: 9, columns: NaN },
    { from: 0, to: 9, columns: Infinity },
    { from: 9, to: 0, columns: 5 },
    { from: NaN, to: 9, columns: 5 },
    { from: -Infinity, to: Infinity, columns: 5 },
  ])('refuses $columns columns from $from to $to', ({ from, to, columns }) => {
    expect(() => draw([1, 2, 3], from, to, columns)).toThrow(RangeError);
  });

  test('refuses columns of different length', () => {
    const [one, two] = [new Float64Array(1), new Float64Array(2)];
    expect(() => decimate(one, two, { from: 0, to: 1 }, 5)).toThrow(RangeError);
  });
});

test('finds one spike among a million records', () => {
  const records = 1_000_000;
  const times = Float64Array.from({ length: records }, (_, i) => 1.7e12 + i * 60_000);
  const totals = Float64Array.from(times, (_, i) => Math.sin(i / 50_000));
  totals[777_777] = 1000;
  totals[333_333] = -1000;
  const range = { from: 1.7e12, to: times.at(-1) ?? NaN };
  const { index } = decimate(times, totals, range, 1200);
  expect(index).toContain(777_777);
  expect(index).toContain(333_333);
  expect(index[0]).toBe(0);
  expect(index.at(-1)).toBe(records - 1);
  expect(index.length).toBeLessThanOrEqual(4 * 1200);
});
