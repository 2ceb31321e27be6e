import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { chart, drag, frame, plotWidth, recordsOf, type SentRecord, serve } from './someRecords.ts';

/** From 100 to 219, so that each level identifies its index. */
const before = recordsOf(Array.from({ length: 120 }, (_, i) => 100 + i));
const [lastDate = ''] = before.slice(-1).map(({ date }) => date);
/** A tick adds a record, and moves the last one a minute later and higher. */
const after = [
  ...before.slice(0, -1),
  { date: new Date(Date.parse(lastDate) + 60_000).toISOString(), total: 500 },
  { date: new Date(Date.parse(lastDate) + 120_000).toISOString(), total: 600 },
];

let thematic = { _id: '', name: '' };
let sent: readonly SentRecord[] = before;

beforeEach(async () => {
  giveSize(frame);
  sent = before;
  [thematic = thematic] = await readThematics();
  serve('thematics', () => sent);
});

const page = (query = '') => `/thematics/${thematic._id}${query}`;
const pane = () => screen.getByRole('region', { name: `Level of ${thematic.name}` });
const at = (i: number) => encodeURIComponent(before[i]?.date ?? '');

/** Opens the level. Returns a function that adds its next records and waits until they are shown. */
function openLevel(query = '') {
  const opened = open(page(query));
  const tick = async () => {
    sent = after;
    const queryKey = ['thematic', thematic._id, 'history'];
    await opened.queryClient.refetchQueries({ queryKey });
    await waitFor(() =>
      expect(opened.queryClient.getQueryData([...queryKey, 'month'])).toMatchObject({
        times: expect.toSatisfy(({ length }: Float64Array) => length === after.length),
      }),
    );
  };
  return { ...opened, tick };
}

test('follows the newest record while the whole period is shown', async () => {
  const { tick } = openLevel();
  await chart();
  expect(pane().textContent).toContain('219.00');
  await tick();
  await waitFor(() => expect(pane().textContent).toContain('600.00'));
  expect(pane().textContent).toContain('+500.00');
});

test('a tick does not move a zoom or a measurement, and the header still shows them', async () => {
  const query = `?from=${at(20)}&to=${at(60)}&measure=${at(30)}..${at(40)}`;
  const { tick, address, user } = openLevel(query);
  await chart();
  // Of the axis, which follows the lines.
  await within(pane()).findByText('28 May');
  const shown = pane().textContent;
  expect(shown).toContain('160.00');
  expect(shown).toContain('+40.00');
  await tick();
  expect(address()).toBe(page(query));
  expect(pane().textContent).toBe(shown);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(pane().textContent).toContain('600.00'));
});

test('a zoom to the current end stays at that record', async () => {
  const query = `?from=${at(20)}&to=${at(119)}`;
  const { tick, address } = openLevel(query);
  await chart();
  expect(pane().textContent).toContain('219.00');
  await tick();
  // The record that moved is outside now; the one before it is the last.
  await waitFor(() => expect(pane().textContent).toContain('218.00'));
  expect(pane().textContent).toContain('+98.00');
  expect(address()).toBe(page(query));
});

test('a tick does not interrupt a drag', async () => {
  const { tick, address } = openLevel();
  const area = await chart();
  fireEvent.pointerDown(area, { clientX: (20 / 119) * plotWidth, button: 0 });
  fireEvent.pointerMove(area, { clientX: (40 / 119) * plotWidth, buttons: 1 });
  await tick();
  fireEvent.pointerMove(await chart(), { clientX: (60 / 119) * plotWidth, buttons: 1 });
  fireEvent.pointerUp(await chart(), { clientX: (60 / 119) * plotWidth });
  await waitFor(() => expect(address()).toBe(page(`?from=${at(20)}&to=${at(60)}`)));
});

test('another period clears zoom and measurement', async () => {
  const { address, user } = openLevel();
  await drag(20, 60, before.length);
  await waitFor(() => expect(address()).toContain('from='));
  await user.keyboard('2');
  await waitFor(() => expect(address()).toBe(page('?period=week')));
  fireEvent.pointerLeave(await chart());
  await waitFor(() => expect(pane().textContent).toContain('+119.00'));
});
