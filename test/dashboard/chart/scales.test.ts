import { expect, it } from 'vitest';
import type { ChartMode } from '#dashboard/chart/modes.ts';
import { drawnRecords, loneRecords } from '#dashboard/chart/drawnRecords.ts';
import { endOf, plotOf } from '#dashboard/chart/plot.ts';
import {
  mainStyle,
  sceneOf,
  type Span,
  whyNoLog,
  windowOfAll,
  figuresOf,
} from '#dashboard/chart/scene.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { logTicks } from '#dashboard/chart/ticks.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const frame = { width: 868, height: 316 };
const figures = figuresOf(createFormat(defaultPreferences), 'Value');

/** A drawn history with a record per second. */
function sceneAt(totals: number[], zoom: Span | null = null, mode: ChartMode = 'value') {
  const times = Float64Array.from(totals, (_, i) => i * 1000);
  const series = seriesOf(times, Float64Array.from(totals));
  const named = { id: 'main', label: '', style: mainStyle, series };
  return sceneOf([named], windowOfAll([series], zoom), { mode, isLog: true, isPublic: false });
}

it('labels 1, 2 and 5 of each power of ten, fewer over many powers, and round values over a short range', () => {
  expect(logTicks(8, 120).values).toEqual([10, 20, 50, 100]);
  expect(logTicks(0.5, 2e4).values).toEqual([1, 10, 100, 1000, 10_000]);
  expect(logTicks(110, 130).values).toEqual([110, 115, 120, 125, 130]);
});

it('draws equal ratios at equal distances on a log scale', () => {
  const plot = plotOf(sceneAt([1, 10, 100]), frame, figures);
  const [a = NaN, b = NaN, c = NaN] = [1, 10, 100].map((total) => plot?.y(total) ?? NaN);
  expect(a - b).toBeCloseTo(b - c);
});

it('offers a log scale if all visible figures are above zero', () => {
  const all = sceneAt([0, 1, 2, 3]);
  expect(all.isLog).toBe(false);
  expect(whyNoLog('value', all.lines)).toMatch(/above 0/);
  const zoomed = sceneAt([0, 1, 2, 3], { from: 1000, to: 3000 });
  expect(zoomed.isLog).toBe(true);
  expect(whyNoLog('drawdown', zoomed.lines)).toMatch(/Only Value and Index/);
});

it('draws the line of a zoom up to both edges', () => {
  const scene = sceneAt([5, 1, 2, 3, 9], { from: 1000, to: 3000 }, 'percent');
  const [line] = scene.lines;
  expect([...(scene.lines[0]?.shown ?? [])]).toEqual([0, 1, 2]);
  expect([...(scene.lines[0]?.figures ?? [])]).toEqual([4, 0, 1, 2, 8]);
  expect(line && endOf(line)).toEqual({ at: 3000, figure: 2 });
});

it('draws an isolated record between gaps as a dot', () => {
  const [line] = sceneAt([1, 2, NaN, 7, NaN, 3, 4]).lines;
  const records = line === undefined ? [] : drawnRecords(line, { from: 0, to: 6000 }, 800);
  expect(loneRecords(records)).toEqual([{ at: 3000, figure: 7 }]);
});
