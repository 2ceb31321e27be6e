import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hour } from '#contract/historyType.ts';
import { comparedMode } from '#dashboard/history/compare/comparedMode.ts';
import { comparedScene } from '#dashboard/history/compare/comparedScene.ts';
import { benchmarkLookOf, mainLook } from '#dashboard/history/compare/looks.ts';
import { readHeader } from '#dashboard/history/readHeader.ts';
import { sceneOf } from '#dashboard/history/scene/scene.ts';
import { figuresOf } from '#dashboard/history/told/figures.ts';
import { visibleOf } from '#dashboard/history/window/visible.ts';

const modes = ['value', 'percent', 'index', 'drawdown'] as const;
const total = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, Number.NaN) },
);
const figures = figuresOf({ isPublic: false });

/** A history, what of it is zoomed into, how it is told, what it is held against, and the instant that is read. */
const shown = fc.record({
  totals: fc.array(total, { maxLength: 60 }),
  zoom: fc.option(fc.tuple(fc.integer({ min: -5, max: 65 }), fc.integer({ min: 1, max: 40 }))),
  mode: fc.constantFrom(...modes),
  isLog: fc.boolean(),
  other: fc.option(fc.array(total, { maxLength: 60 })),
  at: fc.integer({ min: 0, max: 60 }),
});

type Shown = typeof shown extends fc.Arbitrary<infer T> ? T : never;

const columnsOf = (totals: readonly number[]) => ({
  times: Float64Array.from(totals, (_, i) => i * hour),
  totals: Float64Array.from(totals),
});

function headerOf({ totals, zoom, mode, isLog, other, at }: Shown, isPoint: boolean) {
  const whole = columnsOf(totals);
  const span = zoom && { from: zoom[0] * hour, to: (zoom[0] + zoom[1]) * hour };
  const visible = visibleOf(whole, span);
  const told = { mode, isLog, isPublic: false };
  const main = { id: 'main', label: 'Wallet', look: mainLook, columns: whole };
  const scene =
    other === null
      ? sceneOf(whole, visible, { ...told, label: '' })
      : comparedScene(
          [main, { id: 'o', label: 'Other', look: benchmarkLookOf(1), columns: columnsOf(other) }],
          visible,
          { ...told, mode: comparedMode(mode), areEqual: false },
        );
  const records = totals
    .map((value, i) => ({ at: i * hour, value }))
    .filter((record) => span === null || (record.at >= span.from && record.at <= span.to));
  const header = readHeader(
    { columns: visible.columns, scene },
    {
      period: 'month',
      isZoomed: span !== null,
      point: isPoint ? at * hour : null,
      isOld: false,
      totalNow: null,
      figures,
    },
  );
  return { header, records, known: records.filter(({ value }) => !Number.isNaN(value)) };
}

/** What the header should read between two records; nothing where either is not known. */
function between(first: number | undefined, last: number | undefined) {
  const isKnown = first !== undefined && last !== undefined && !Number.isNaN(last);
  return isKnown ? { total: last, absolute: last - first + 0 } : { total: null, absolute: null };
}

const readOf = ({ reading }: ReturnType<typeof headerOf>['header']) => ({
  total: reading.total,
  absolute: reading.change?.absolute ?? null,
});

it('reads the last minus the first record of what is visible, in every mode, scale, window and company', () => {
  fc.assert(
    fc.property(shown, (state) => {
      const { header, known } = headerOf(state, false);
      expect(readOf(header)).toEqual(between(known[0]?.value, known.at(-1)?.value));
    }),
    { numRuns: 1000 },
  );
});

it('reads at a point the change since the first record of what is visible, in every mode, scale, window and company', () => {
  fc.assert(
    fc.property(shown, (state) => {
      const { header, records, known } = headerOf(state, true);
      const distance = (record: { at: number }) => Math.abs(record.at - state.at * hour);
      const nearest = records.toSorted((a, b) => distance(a) - distance(b))[0];
      expect(readOf(header)).toEqual(between(known[0]?.value, nearest?.value));
    }),
    { numRuns: 1000 },
  );
});
