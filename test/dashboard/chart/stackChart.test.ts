import { expect, it } from 'vitest';
import { labelsOf, plotOfStack, stackRowsOf } from '#dashboard/chart/StackChart.tsx';

const frame = { width: 336, height: 300 };
const layer = (id: string, values: Float64Array) => ({
  id,
  name: id,
  colour: '',
  tint: '',
  values,
});

/** Draws layers in a plot from zero to `top`. */
function drawn(times: Float64Array, all: readonly Float64Array[], top: number) {
  const layers = all.map((values, i) => layer(`v${i}`, values));
  const sum = times.map((_, i) => all.reduce((whole, values) => whole + (values[i] ?? NaN), 0));
  const plot = plotOfStack(frame, times, 'UTC', top, undefined);
  return plot && { rows: stackRowsOf(plot, times, sum, layers), labels: labelsOf(plot, layers) };
}

it('decimates a million records to its pixels, with correct sums', () => {
  const count = 1_000_000;
  const times = Float64Array.from({ length: count }, (_, i) => i * 1000);
  const share = times.map((_, i) => 0.5 + Math.sin(i / 5e4) / 3);
  const rows = drawn(times, [share, share.map((part) => 1 - part)], 1)?.rows ?? [];
  expect(rows.length).toBeGreaterThan(280);
  expect(rows.length).toBeLessThanOrEqual(4 * 336 + 2);
  const sums = rows.map(({ v0, v1 }) => (v0 ?? NaN) + (v1 ?? NaN));
  expect(sums.every((sum) => Math.abs(sum - 1) < 1e-12)).toBe(true);
});

it('breaks at unknown values, and is null without values', () => {
  const times = Float64Array.of(1, 2, 3, 4);
  const parts = [Float64Array.of(1, NaN, 1, 1), Float64Array.of(1, NaN, 1, 1)];
  const values = drawn(times, parts, 2)?.rows.map(({ v0, v1 }) => [v0, v1]);
  expect(values).toEqual([
    [1, 1],
    [null, null],
    [1, 1],
    [1, 1],
  ]);
  expect(drawn(times, parts, 0)).toBeNull();
  expect(drawn(times.slice(0, 1), parts, 2)).toBeNull();
});

it('labels the layers that are high enough, at their right end', () => {
  const times = Float64Array.of(1, 2);
  const labels = drawn(times, [Float64Array.of(0, 99), Float64Array.of(9, 1)], 100)?.labels ?? [];
  expect(labels.map((label) => label.layer.name)).toEqual(['v0']);
});
