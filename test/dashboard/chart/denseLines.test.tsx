import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawnRecords } from '#dashboard/chart/drawnRecords.ts';
import { LinesChart } from '#dashboard/chart/LinesChart.tsx';
import { plotOf } from '#dashboard/chart/plot.ts';
import { figuresOf, mainStyle, sceneOf, windowOfAll } from '#dashboard/chart/scene.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

/** Draws a number of records. Returns the points of each curve and the number of drawn records. */
function drawn(count: number) {
  const times = Float64Array.from({ length: count }, (_, i) => i * 60_000);
  const totals = times.map((_, i) => 1000 + ((i * 7919) % 997));
  const series = seriesOf(times, totals);
  const named = { id: 'main', label: '', style: mainStyle, series };
  const options = { mode: 'value', isLog: false, isPublic: false } as const;
  const scene = sceneOf([named], windowOfAll([series], null), options);
  const figures = figuresOf(createFormat(defaultPreferences), 'Value');
  const plot = plotOf(scene, { width: 868, height: 316 }, figures);
  const [line] = scene.lines;
  if (plot === null || line === undefined) throw new Error('Nothing is drawn');
  const { container } = render(<LinesChart {...{ scene, plot, figures }} selected={null} />);
  const curves = [...container.querySelectorAll('path.recharts-curve')];
  return {
    curves: curves.map((curve) => (curve.getAttribute('d') ?? '').slice(1).split('L')),
    named: container.querySelectorAll('.recharts-line-curve').length,
    records: drawnRecords(line, scene, plot.width).length,
  };
}

test('the pieces of a dense line join without gaps', () => {
  const { curves, named, records } = drawn(100_000);
  expect(records).toBeGreaterThan(2000);
  expect(curves.length).toBeGreaterThan(8);
  expect(named).toBe(1);
  const ends = curves.slice(0, -1).map((points) => points.at(-1));
  expect(curves.slice(1).map((points) => points[0])).toEqual(ends);
  const points = curves.flatMap((own, i) => (i === 0 ? own : own.slice(1)));
  expect(points).toHaveLength(records);
});

test('a line of a few records is one curve', () => {
  const { curves, records } = drawn(300);
  expect(curves.map((points) => points.length)).toEqual([records]);
});
