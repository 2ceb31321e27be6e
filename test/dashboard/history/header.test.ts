import { modes } from '#analytics/modes.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hour } from '#contract/historyType.ts';
import { figuresOf, mainStyle, sceneOf, visibleOf, windowOfAll } from '#dashboard/chart/scene.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { headerOf } from '#dashboard/history/historyText.ts';

const total = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, Number.NaN) },
);
const figures = figuresOf(createFormat(defaultPreferences), 'Value');

/** A history with its zoom, mode, benchmark and hovered instant. */
const shown = fc.record({
  totals: fc.array(total, { maxLength: 60 }),
  zoom: fc.option(fc.tuple(fc.integer({ min: -5, max: 65 }), fc.integer({ min: 1, max: 40 }))),
  mode: fc.constantFrom(...modes),
  isLog: fc.boolean(),
  other: fc.option(fc.array(total, { maxLength: 60 })),
  at: fc.integer({ min: 0, max: 60 }),
});

type ShownHistory = typeof shown extends fc.Arbitrary<infer T> ? T : never;

const columnsOf = (totals: readonly number[]) =>
  seriesOf(
    Float64Array.from(totals, (_, i) => i * hour),
    Float64Array.from(totals),
  );

function shownAs({ totals, zoom, mode, isLog, other, at }: ShownHistory, isPoint: boolean) {
  const series = columnsOf(totals);
  const span = zoom && { from: zoom[0] * hour, to: (zoom[0] + zoom[1]) * hour };
  const window = windowOfAll([series], span);
  const named = (id: string, one: typeof series) => ({
    id,
    label: id,
    style: mainStyle,
    series: one,
  });
  const options = { mode, isLog, isPublic: false };
  const scene =
    other === null
      ? sceneOf([named('main', series)], window, options)
      : sceneOf([named('main', series), named('other', columnsOf(other))], window, options);
  const records = totals
    .map((value, i) => ({ at: i * hour, value }))
    .filter((record) => span === null || (record.at >= span.from && record.at <= span.to));
  const header = headerOf(
    {
      columns: visibleOf(series, window),
      scene,
      returns: null,
      chosen: 'month',
      period: 'month',
      part: null,
      zoom: span,
      asOf: totals.length * hour,
      began: undefined,
      figures,
    },
    { point: isPoint ? at * hour : null, isOld: false, totalNow: null, isReported: false },
  );
  return { header, records, known: records.filter(({ value }) => !Number.isNaN(value)) };
}

/** Expected header between two records; null if either is unknown. */
function between(first: number | undefined, last: number | undefined) {
  const isKnown = first !== undefined && last !== undefined && !Number.isNaN(last);
  return isKnown ? { total: last, absolute: last - first + 0 } : { total: null, absolute: null };
}

const figuresRead = ({ total: read, change }: ReturnType<typeof headerOf>) => ({
  total: read,
  absolute: change?.absolute ?? null,
});

it('shows the last minus the first visible record, in every mode, scale, window and comparison', () => {
  fc.assert(
    fc.property(shown, (state) => {
      const { header, records, known } = shownAs(state, false);
      const all = between(known[0]?.value, known.at(-1)?.value);
      // A single record has no change.
      expect(figuresRead(header)).toEqual(records.length < 2 ? { ...all, absolute: null } : all);
    }),
    { numRuns: 1000 },
  );
});

it('shows the change from the first visible record to a point, in every mode, scale, window and comparison', () => {
  fc.assert(
    fc.property(shown, (state) => {
      const { header, records, known } = shownAs(state, true);
      const distance = (record: { at: number }) => Math.abs(record.at - state.at * hour);
      const nearest = records.toSorted((a, b) => distance(a) - distance(b))[0];
      expect(figuresRead(header)).toEqual(between(known[0]?.value, nearest?.value));
    }),
    { numRuns: 1000 },
  );
});
