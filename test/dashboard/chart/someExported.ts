import * as fc from 'fast-check';
import { modes } from '#analytics/modes.ts';
import type { Exported } from '#dashboard/chart/exportFile.ts';
import type { ChartMode } from '#dashboard/chart/modes.ts';
import { figuresOf, mainStyle, sceneOf, windowOfAll } from '#dashboard/chart/scene.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const hour = 3_600_000;
const begin = Date.UTC(2026, 4, 18, 16);

export const title = 'Total of a/b?c#d "e", f';

/** Export of hourly totals, optionally zoomed to the records [from, to]. */
export function exportedOf(
  totals: readonly number[],
  options: {
    readonly mode?: ChartMode;
    readonly isPublic?: boolean;
    readonly zoom?: [number, number];
  } = {},
): Exported {
  const { mode = 'value', isPublic = false, zoom } = options;
  const times = Float64Array.from(totals.keys(), (i) => begin + i * hour);
  const series = seriesOf(times, Float64Array.from(totals));
  const span = zoom && { from: begin + zoom[0] * hour, to: begin + zoom[1] * hour };
  const named = { id: 'main', label: '', style: mainStyle, series };
  const window = windowOfAll([series], span ?? null);
  const scene = sceneOf([named], window, { mode, isLog: false, isPublic });
  const figures = { ...figuresOf(createFormat(defaultPreferences), 'Value'), unit: 'USD' };
  const asOf = times.at(-1) ?? NaN;
  return { scene, title, period: 'month', periodName: 'Month', asOf, figures };
}

/** Totals with gaps, a mode, and a zoom into them. */
export const someHistory = fc
  .record({
    totals: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.double({ min: -1e9, max: 1e9, noNaN: true }) },
        { weight: 1, arbitrary: fc.constantFrom(NaN, 0, 1e-7, 1e21) },
      ),
      { minLength: 2, maxLength: 60 },
    ),
    mode: fc.constantFrom(...modes),
    ends: fc.tuple(fc.nat(59), fc.nat(59)),
    isZoomed: fc.boolean(),
  })
  .map(({ totals, mode, ends, isZoomed }) => {
    const last = totals.length - 1;
    const [a, b] = ends.map((end) => Math.min(end, last)).toSorted((one, other) => one - other);
    const zoom: [number, number] = [a ?? 0, b ?? last];
    return { totals, mode, zoom: isZoomed ? zoom : ([0, last] satisfies [number, number]) };
  });
