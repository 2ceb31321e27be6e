import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMode, modes } from '#analytics/modes.ts';
import { unionOf } from '#analytics/union.ts';
import { historyCsv, type Exported, fileNameOf } from '#dashboard/chart/exportFile.ts';
import { whyNoFigures } from '#dashboard/history/ExportMenu.tsx';
import { fileName } from '#dashboard/design/download.ts';
import { exportedOf, someHistory, title } from './someExported.ts';

const text = async (exported: Exported) =>
  (await historyCsv(exported, () => Promise.resolve())).text();

/** The rows of a CSV as a reader of the file has them. */
async function readBack(exported: Exported) {
  const rows: string[][] = parse(await text(exported));
  const [head = [], ...body] = rows;
  const times = body.map(([time = '']) => Date.parse(time));
  const columns = head.slice(1).map((_, column) =>
    body.map((row) => {
      const cell = row[column + 1] ?? '';
      return cell === '' ? NaN : Number(cell);
    }),
  );
  return { head, times, columns };
}

test('a CSV contains exactly the visible window in its mode, with all digits', async () => {
  await fc.assert(
    fc.asyncProperty(someHistory, async ({ totals, mode, zoom }) => {
      const exported = exportedOf(totals, { mode, zoom });
      const { times, columns } = await readBack(exported);
      const [from, to] = zoom;
      const window = Float64Array.from(totals.slice(from, to + 1));
      expect(columns).toEqual([Array.from(inMode(window, mode), (figure) => figure + 0)]);
      const { from: first, to: last } = exported.scene;
      expect(times).toHaveLength(window.length);
      expect([times[0], times.at(-1)]).toEqual([first, last]);
    }),
    { numRuns: 200 },
  );
});

test('the head of a CSV names each column with its unit', async () => {
  const heads = [];
  for (const mode of modes) {
    heads.push((await readBack(exportedOf([1, 2], { mode }))).head);
  }
  expect(heads).toEqual([
    ['time', `${title} (USD)`],
    ['time', `${title} (return, ratio)`],
    ['time', `${title} (index)`],
    ['time', `${title} (drawdown, ratio)`],
  ]);
  const one = exportedOf([1, 2]);
  const noUnit = { ...one, figures: { ...one.figures, unit: null } };
  expect((await readBack(noUnit)).head).toEqual(['time', title]);
});

test('CSV times are ISO in UTC, figures are raw, and unknown figures are empty', async () => {
  expect(await text({ ...exportedOf([1234.5678901, NaN, 1e21]), title: 'T' })).toBe(
    'time,T (USD)\r\n2026-05-18T16:00:00.000Z,1234.5678901\r\n2026-05-18T17:00:00.000Z,\r\n2026-05-18T18:00:00.000Z,1e+21\r\n',
  );
});

test('several lines become columns on the union of their times', async () => {
  const one = exportedOf([1, 2, 3], { mode: 'index' });
  const [line] = one.scene.lines;
  if (line === undefined) throw new Error('No line');
  const other = {
    ...line,
    id: 'defi',
    label: 'DeFi, thematic',
    shownTimes: line.shownTimes.map((at, i) => at + (i === 1 ? 60_000 : 0)),
    shown: Float64Array.of(100, NaN, 120),
  };
  const both = { ...one, scene: { ...one.scene, lines: [line, other] } };
  const { head, times, columns } = await readBack(both);
  expect(head).toEqual(['time', `${title} (index)`, 'DeFi, thematic (index)']);
  const union = unionOf([line, other].map((l) => ({ times: l.shownTimes, totals: l.shown })));
  expect(times).toEqual(Array.from(union.times));
  expect(columns).toEqual(union.totals.map((column) => Array.from(column)));
});

test('a long CSV is written in batches that yield to the page', async () => {
  let pauses = 0;
  const totals = Array.from({ length: 12_001 }, (_, i) => i);
  const file = await historyCsv(exportedOf(totals), async () => {
    pauses += 1;
  });
  expect(pauses).toBe(2);
  const lines = (await file.text()).split('\r\n');
  expect(lines).toHaveLength(12_003);
  expect(lines.at(-2)).toMatch(/Z,12000$/);
});

test.each([
  ['off', 'value', null],
  ['percentages', 'index', null],
  ['percentages', 'percent', null],
  ['percentages', 'value', 'Figures are hidden in privacy mode'],
  ['hidden', 'index', 'Figures are hidden in privacy mode'],
] as const)('with privacy %s, drawn as %s: %s', (privacy, mode, why) => {
  expect(whyNoFigures(exportedOf([1, 2], { mode }), privacy)).toBe(why);
  // Market data is public.
  expect(whyNoFigures(exportedOf([1, 2], { mode, isPublic: true }), privacy)).toBeNull();
});

test('the file name contains title, period and window', () => {
  const name = fileNameOf(exportedOf(Array.from({ length: 50 }, () => 1)), 'csv');
  expect(name).toBe(`${title} month 2026-05-18 to 2026-05-20.csv`);
  expect(fileName(name)).toBe('Total-of-a-b-c#d-e-,-f-month-2026-05-18-to-2026-05-20.csv');
});

test('an earlier stretch has a column with its own times', async () => {
  const one = exportedOf([1, 2]);
  const [line] = one.scene.lines;
  if (line === undefined) throw new Error('No line');
  const earlier = {
    ...line,
    label: 'Previous period',
    shift: 3_600_000,
    shown: line.shown.map(Math.log2),
  };
  const scene = { ...one.scene, lines: [line, earlier] };
  expect(await text({ ...one, title: 'T', scene })).toBe(
    [
      'time,T (USD),Previous period: time,Previous period (USD)',
      '2026-05-18T16:00:00.000Z,1,2026-05-18T15:00:00.000Z,0',
      '2026-05-18T17:00:00.000Z,2,2026-05-18T16:00:00.000Z,1',
      '',
    ].join('\r\n'),
  );
});
