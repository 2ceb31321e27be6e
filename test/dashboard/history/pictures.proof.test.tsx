import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { chart, frame, recordsOf, type SentRecord, serve } from './someRecords.ts';

let thematic = { _id: '', name: '' };

beforeEach(async () => {
  giveSize(frame);
  [thematic = thematic] = await readThematics();
});

/** Opens a thematic whose level is these records. */
function openLevel(records: readonly SentRecord[], query = '') {
  serve('thematics', () => records);
  return open(`/thematics/${thematic._id}${query}`);
}

const pane = () => screen.getByRole('region', { name: `Level of ${thematic.name}` });
const height = async (text: RegExp) => Number((await screen.findByText(text)).getAttribute('y'));
const line = () => document.querySelector('.recharts-line-curve')?.getAttribute('d') ?? '';
const rising = (count: number) => Array.from({ length: count }, (_, i) => 100 + i);

test.each([
  [[null, null, null], '3 records, no known total.'],
  [[null], '1 record, no known total.'],
  [[null, 7, null], '3 records, only one known. A line needs two.'],
  [[7], 'One record so far. A line needs two.'],
  [[7, 7, 7], 'Unchanged at 7.00 over 3 records.'],
  [[0, 0], 'Unchanged at 0.00 over 2 records.'],
])('explains why the totals %j have no line', async (totals, words) => {
  openLevel(recordsOf(totals));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('application')).toBeNull();
  expect(pane().textContent).not.toMatch(/NaN|Infinity|undefined/);
});

test('two records at one instant have no line', async () => {
  const [record] = recordsOf([7]);
  if (record === undefined) throw new Error('No record');
  openLevel([record, { ...record, total: 8 }]);
  expect(await screen.findByText(/^2 records, all at one time|^One record so far/)).toBeTruthy();
});

test('shows a flat level as a figure, even with privacy mode on', async () => {
  setPreference('privacy', 'hidden');
  openLevel(recordsOf([7, 7]));
  expect(await screen.findByText('Unchanged at 7.00 over 2 records.')).toBeTruthy();
});

test('says that a zoom has no known total, and offers the whole period', async () => {
  const totals = rising(60).map((total, i) => (i > 19 && i < 41 ? null : total));
  const records = recordsOf(totals);
  const zoom = `?from=${records[25]?.date}&to=${records[35]?.date}`;
  const { user, address } = openLevel(records, zoom);
  expect(await screen.findByText('11 records, no known total.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the whole period' }));
  expect(await chart()).toBeTruthy();
  expect(address()).toBe(`/thematics/${thematic._id}`);
});

test('breaks the line at unknown totals, and labels the gap', async () => {
  const { user } = openLevel(
    recordsOf(rising(60).map((total, i) => (i > 19 && i < 41 ? null : total))),
  );
  expect(await screen.findByText('not known, 3.7 days')).toBeTruthy();
  expect(line().match(/M/g)).toHaveLength(2);
  // A hovered point in it says so, on screen and to a screen reader.
  (await chart()).focus();
  await user.keyboard('{Home}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}');
  await waitFor(() =>
    expect(within(screen.getByRole('application')).getByRole('status').textContent).toMatch(
      /, not known$/,
    ),
  );
  expect(pane().textContent).toContain(', not known');
});

test('the label of a gap avoids that of the lowest record', async () => {
  const low = rising(60).map((total, i) => (i > 25 && i < 35 ? null : i === 35 ? 90 : total));
  const { unmount } = openLevel(recordsOf(low));
  const [unknown, lowest] = [await height(/^not known, /), await height(/^low 90\.00/)];
  expect(Math.abs(unknown - lowest)).toBeGreaterThan(16);
  expect(unknown).toBeLessThan(frame.height / 2);
  unmount();
  // It is at the bottom if the lowest record is far away.
  openLevel(recordsOf(rising(60).map((total, i) => (i > 19 && i < 41 ? null : total))));
  expect(await height(/^not known, /)).toBeGreaterThan(frame.height / 2);
});

test('a zero is drawn as zero, not as a gap', async () => {
  openLevel(recordsOf([5, 0, 0, 5]));
  await chart();
  await waitFor(() => expect(line()).not.toBe(''));
  expect(line().match(/M/g)).toHaveLength(1);
  expect(screen.queryByText(/^not known|^no records/)).toBeNull();
});
