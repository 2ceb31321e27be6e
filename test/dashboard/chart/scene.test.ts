import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day } from '#contract/historyType.ts';
import { spread } from '#dashboard/chart/EndLabels.tsx';
import { dateAt, datesOf, figuresAt, pointsBetween } from '#dashboard/chart/lineFigures.ts';
import {
  isSingle,
  mainStyle,
  type NamedSeries,
  sceneOf,
  windowOfAll,
} from '#dashboard/chart/scene.ts';
import { seriesOf } from '#dashboard/chart/series.ts';

const line = (id: string, days: number[], totals: number[]) => ({
  id,
  label: id,
  style: mainStyle,
  series: seriesOf(
    Float64Array.from(days, (n) => n * day),
    Float64Array.from(totals),
  ),
});
const sceneOfAll = (lines: readonly NamedSeries[]) =>
  sceneOf(
    lines,
    windowOfAll(
      lines.map(({ series }) => series),
      null,
    ),
    options,
  );
const options = { mode: 'index', isLog: false, isPublic: true, areEqual: true } as const;

describe('compared histories', () => {
  const early = line('early', [0, 1, 2, 3, 4], [50, 100, 200, 100, 300]);
  const late = line('late', [2, 3, 4], [10, 20, 30]);

  it('use the union of their times, rebased at the first common time', () => {
    const scene = sceneOfAll([early, late]);
    expect([...scene.times]).toEqual([0, 1, 2, 3, 4].map((n) => n * day));
    expect(scene.basedAt).toBe(2 * day);
    expect([...(scene.lines[0]?.shown ?? [])]).toEqual([25, 50, 100, 50, 150]);
    expect([...(scene.lines[1]?.shown ?? [])]).toEqual([100, 200, 300]);
  });

  it('are rebased within a zoom', () => {
    const scene = sceneOf([early, late], { from: 3 * day, to: 4 * day }, options);
    expect(scene.basedAt).toBe(3 * day);
    expect(scene.lines.map(({ shown }) => [...shown])).toEqual([
      [100, 300],
      [100, 150],
    ]);
  });

  it('differ in points, or by nothing if one has no figure', () => {
    const scene = sceneOfAll([early, late]);
    expect(pointsBetween(figuresAt(scene, 4 * day))).toBeCloseTo(-150);
    expect(pointsBetween(figuresAt(scene, 0))).toBeNaN();
    const since = figuresAt(scene, 4 * day, 3 * day).map(({ change }) => change);
    expect(since).toEqual([2, 0.5]);
  });

  it('have no line without a common time', () => {
    const other = line('other', [7, 8], [1, 2]);
    const scene = sceneOfAll([early, other]);
    expect(scene.basedAt).toBeNull();
    expect(scene.lines.flatMap(({ shown }) => [...shown]).every(Number.isNaN)).toBe(true);
  });
});

describe('end labels', () => {
  it('move apart, keep their order and stay within the plot', () => {
    const heights = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(heights, (wanted) => {
        const moved = spread(wanted, 16, { from: 0, to: 200 });
        const sorted = moved.toSorted((a, b) => a - b);
        const near = sorted.filter((y, i) => i > 0 && y - (sorted[i - 1] ?? NaN) < 16 - 1e-6);
        expect(near).toEqual([]);
        expect(moved.filter((y) => !(y >= -1e-6 && y <= 200 + 1e-6))).toEqual([]);
        const order = (places: readonly number[]) =>
          wanted.map((_, i) => i).toSorted((i, j) => (places[i] ?? 0) - (places[j] ?? 0) || i - j);
        expect(order(moved)).toEqual(order(wanted));
      }),
    );
  });

  it('do not move if there is room', () => {
    expect(spread([100, 20, 60], 16, { from: 0, to: 200 })).toEqual([100, 20, 60]);
    expect(spread([100, 100], 16, { from: 0, to: 200 })).toEqual([92, 108]);
    expect(spread([NaN, 50], 16, { from: 0, to: 200 })).toEqual([NaN, 50]);
  });
});

describe('an earlier stretch', () => {
  const shown = line('shown', [10, 11, 12, 13], [200, 100, 300, 400]);
  const earlier = { ...line('earlier', [9, 11, 12, 13, 14], [1, 50, 40, 60, 90]), shift: 10 * day };
  const window = { from: 10 * day, to: 13 * day };
  const own = { ...options, areEqual: false };

  it('has its own base, leaves that of the shown line, and adds no instants', () => {
    const scene = sceneOf([shown, earlier], window, { ...own, mode: 'percent' });
    expect(scene.basedAt).toBe(10 * day);
    expect([...scene.times]).toEqual([10, 11, 12, 13].map((n) => n * day));
    expect([...(scene.lines[0]?.shown ?? [])]).toEqual([0, -0.5, 0.5, 1]);
    expect([...(scene.lines[1]?.shown ?? [])]).toEqual([0, -0.2, 0.2]);
    const drawdown = sceneOf([shown, earlier], window, { ...own, mode: 'drawdown' });
    expect([...(drawdown.lines[1]?.shown ?? [])]).toEqual([0, -0.2, 0]);
  });

  it('has its own dates, and changes since its own start', () => {
    const scene = sceneOf([shown, earlier], window, { ...own, mode: 'value' });
    const [main, before] = figuresAt(scene, 13 * day);
    if (main === undefined || before === undefined) throw new Error('two lines');
    expect(main.change).toBe(1);
    expect(before.change).toBeCloseTo(0.2);
    expect(datesOf(before.line)).toEqual({ from: day, to: 3 * day });
    expect(dateAt(before.line, 12.5 * day)).toBe(2 * day);
    expect(pointsBetween([main, before])).toBeCloseTo(80);
  });

  it('does not count beside a benchmark', () => {
    const benchmark = line('benchmark', [10, 11, 12, 13], [1, 1, 1, 1.5]);
    const scene = sceneOf([shown, benchmark, earlier], window, own);
    expect(pointsBetween(figuresAt(scene, 13 * day))).toBeCloseTo(50);
    expect(isSingle(scene)).toBe(false);
    expect(isSingle(sceneOf([shown, earlier], window, own))).toBe(true);
  });
});
