import { expect, it } from 'vitest';
import { drawnRecords, loneRecords } from '#dashboard/history/drawnRecords.ts';
import { plotOf } from '#dashboard/history/plot.ts';
import { logTicks } from '#dashboard/history/scene/logTicks.ts';
import { canBeLog, sceneOf } from '#dashboard/history/scene/scene.ts';
import { visibleOf } from '#dashboard/history/window/visible.ts';

const columns = (totals: number[]) => ({
  times: Float64Array.from(totals, (_, i) => i * 1000),
  totals: Float64Array.from(totals),
});
const told = { mode: 'value', isLog: true, isPublic: false, label: '' } as const;
const frame = { width: 868, height: 316 };

it('labels 1, 2 and 5 of each power of ten, fewer over many, round values within few', () => {
  expect(logTicks(8, 120).values).toEqual([10, 20, 50, 100]);
  expect(logTicks(0.5, 2e4).values).toEqual([1, 10, 100, 1000, 10_000]);
  expect(logTicks(110, 130).values).toEqual([110, 115, 120, 125, 130]);
});

it('puts equal ratios equally far apart on a log scale', () => {
  const whole = columns([1, 10, 100]);
  const plot = plotOf(sceneOf(whole, visibleOf(whole, null), told), frame);
  const [a = NaN, b = NaN, c = NaN] = [1, 10, 100].map((total) => plot?.y(total) ?? NaN);
  expect(a - b).toBeCloseTo(b - c);
});

it('offers a log scale where all that is visible is above zero', () => {
  const whole = columns([0, 1, 2, 3]);
  const all = sceneOf(whole, visibleOf(whole, null), told);
  expect(all.isLog).toBe(false);
  expect(canBeLog('value', all.lines)).toMatch(/no zero/);
  const zoomed = sceneOf(whole, visibleOf(whole, { from: 1000, to: 3000 }), told);
  expect(zoomed.isLog).toBe(true);
  expect(canBeLog('drawdown', zoomed.lines)).toMatch(/Only values/);
});

it('shows what is zoomed into, with the line running on to its edges', () => {
  const whole = columns([5, 1, 2, 3, 9]);
  const visible = visibleOf(whole, { from: 1000, to: 3000 });
  const scene = sceneOf(whole, visible, { ...told, mode: 'percent' });
  expect([...visible.columns.totals]).toEqual([1, 2, 3]);
  expect([...(scene.lines[0]?.shown ?? [])]).toEqual([0, 1, 2]);
  expect([...(scene.lines[0]?.told ?? [])]).toEqual([4, 0, 1, 2, 8]);
  expect(plotOf(scene, frame)?.ends).toEqual([{ at: 3000, figure: 2 }]);
});

it('draws a record that stands alone between gaps as a dot', () => {
  const whole = columns([1, 2, NaN, 7, NaN, 3, 4]);
  const [line] = sceneOf(whole, visibleOf(whole, null), { ...told, isLog: false }).lines;
  const records = line === undefined ? [] : drawnRecords(line, { from: 0, to: 6000, width: 800 });
  expect(loneRecords(records)).toEqual([{ at: 3000, total: 7 }]);
});
