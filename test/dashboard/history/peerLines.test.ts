import { expect, test } from 'vitest';
import { sceneOf, isSingle } from '#dashboard/chart/scene.ts';
import { mainStyle } from '#dashboard/chart/scene.ts';
import { figuresAt, pointsBetween } from '#dashboard/chart/lineFigures.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { peerLines } from '#dashboard/history/peerLines.ts';

const times = Float64Array.of(0, 10, 20, 30);
const main = seriesOf(times, Float64Array.of(200, 220, 210, 180));
const peers = {
  times: Float64Array.of(-2, 10, 30),
  lower: Float64Array.of(1, 0.9, 0.8),
  median: Float64Array.of(1, 1.1, 1.2),
  upper: Float64Array.of(1, 1.3, 1.5),
};
const span = { from: 0, to: 30 };
const own = { id: 'main', label: 'Value', style: mainStyle, series: main };

function lastFigures(mode: 'value' | 'percent' | 'index') {
  const lines = [own, ...peerLines(peers, mode, main, span)];
  const scene = sceneOf(lines, span, { mode, isLog: false, isPublic: false });
  return { scene, figures: figuresAt(scene, 30).map(({ figure }) => figure) };
}

const near = (value: number) => expect.closeTo(value, 9);

test('peers begin with the history: at its value, at 0 %, or at 100', () => {
  expect(lastFigures('value').figures).toEqual([180, 240, 160, 300].map(near));
  expect(lastFigures('percent').figures).toEqual([-0.1, 0.2, -0.2, 0.5].map(near));
  expect(lastFigures('index').figures).toEqual([90, 120, 80, 150].map(near));
});

test('peers neither move the base of the history nor count as a second one', () => {
  const { scene } = lastFigures('percent');
  expect([scene.basedAt, [...scene.times], isSingle(scene)]).toEqual([0, [...times], true]);
  expect(pointsBetween(figuresAt(scene, 30))).toBeNull();
});

test('there are no peers of a drawdown, of a rolling figure, or of a user who began with nothing', () => {
  expect(peerLines(peers, 'drawdown', main, span)).toEqual([]);
  expect(peerLines(peers, 'rollingSharpe', main, span)).toEqual([]);
  expect(peerLines(null, 'percent', main, span)).toEqual([]);
  const nothing = seriesOf(times, Float64Array.of(0, 1, 2, 3));
  expect(peerLines(peers, 'value', nothing, span)).toEqual([]);
});
