import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinesChart } from '#dashboard/chart/LinesChart.tsx';
import { plotOf } from '#dashboard/chart/plot.ts';
import { figuresOf, mainStyle, sceneOf } from '#dashboard/chart/scene.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { peerLines } from '#dashboard/history/peerLines.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const minute = 60_000;

test('the band of peers reaches as far as its lines, also if the peers are later than the history', () => {
  const main = seriesOf(
    Float64Array.of(0, 60 * minute, 120 * minute),
    Float64Array.of(200, 220, 210),
  );
  const peers = {
    times: Float64Array.of(0, 60 * minute, 121 * minute),
    lower: Float64Array.of(1, 0.9, 0.8),
    median: Float64Array.of(1, 1.1, 1.2),
    upper: Float64Array.of(1, 1.3, 1.5),
  };
  const span = { from: 0, to: 120 * minute };
  const own = { id: 'main', label: 'Value', style: mainStyle, series: main };
  const lines = [own, ...peerLines(peers, 'value', main, span)];
  const scene = sceneOf(lines, span, { mode: 'value', isLog: false, isPublic: false });
  const figures = figuresOf(createFormat(defaultPreferences), 'Value');
  const plot = plotOf(scene, { width: 868, height: 316 }, figures);
  if (plot === null) throw new Error('Nothing is drawn');
  const { container } = render(<LinesChart {...{ scene, plot, figures }} selected={null} />);
  const band = container.querySelector('[clip-path] > path[aria-hidden]');
  const points = (band?.getAttribute('d') ?? '').slice(1, -1).split('L');
  expect(points).toHaveLength(6);
  const lefts = points.map((point) => Number(point.split(' ')[0]));
  expect(Math.max(...lefts)).toBeCloseTo(plot.margin.left + plot.x(121 * minute), 1);
  expect(Math.max(...lefts)).toBeGreaterThan(plot.margin.left + plot.width);
});
