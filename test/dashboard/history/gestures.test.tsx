import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

/** 832 px of plot and 68 px of axis. */
const width = 832;
const hours = 3_600_000;
const start = Date.UTC(2026, 4, 18);
/** A record every four hours for 31 days, rising from 100 to 285, so that each level identifies its index. */
const records = Array.from({ length: 186 }, (_, i) => ({
  date: new Date(start + i * 4 * hours).toISOString(),
  total: 100 + i,
}));

let thematic = { _id: '', name: '' };
beforeEach(async () => {
  giveSize({ width: width + 68, height: 316 });
  [thematic = thematic] = await readThematics();
  server.use(http.get('*/thematics/*/history/*', () => HttpResponse.json(records)));
});

const chart = () => screen.findByRole('application', { name: /^Level of/, busy: false });
const pane = () => screen.getByRole('region', { name: `Level of ${thematic.name}` });
const page = (query = '') => `/thematics/${thematic._id}${query}`;
/** Position of record i in px. */
const xOf = (i: number) => (i / (records.length - 1)) * width;
const at = (i: number) => encodeURIComponent(records[i]?.date ?? '');

const touch = (pointerId: number, clientX: number) => ({
  pointerType: 'touch',
  pointerId,
  clientX,
});

async function drag(from: number, to: number, shiftKey = false) {
  const frame = await chart();
  fireEvent.pointerDown(frame, { clientX: xOf(from), shiftKey, button: 0 });
  fireEvent.pointerMove(frame, { clientX: xOf(to), shiftKey, buttons: 1 });
  fireEvent.pointerUp(frame, { clientX: xOf(to), shiftKey });
}

test('a drag zooms, the header shows both ends, and Back undoes it', async () => {
  const { address, router } = open(page());
  await drag(40, 100);
  await waitFor(() => expect(address()).toBe(page(`?from=${at(40)}&to=${at(100)}`)));
  fireEvent.pointerLeave(await chart());
  expect(pane().textContent).toContain('200.00');
  expect(pane().textContent).toContain('+60.00');
  // Under the figure, and on the chip that clears it.
  expect(screen.getAllByText('24 May, 16:00 to 3 Jun, 16:00')).toHaveLength(2);
  // The change at a point is measured from the start of the zoom.
  fireEvent.pointerMove(await chart(), { clientX: width / 2 });
  expect(pane().textContent).toContain('+30.00');
  fireEvent.pointerLeave(await chart());
  await router.navigate(-1);
  await waitFor(() => expect(pane().textContent).toContain('+185.00'));
});

test.each(['{Escape}', 'double click', 'the chip', 'another period'])(
  'leaves the zoom by %s',
  async (way) => {
    const { user, address } = open(
      page(`?from=${at(40)}&to=${at(100)}&measure=${at(50)}..${at(60)}`),
    );
    const frame = await chart();
    if (way === 'double click') await user.dblClick(frame);
    else if (way === 'the chip')
      await user.click(
        screen.getByRole('button', { name: 'Clear the zoom, 24 May, 16:00 to 3 Jun, 16:00' }),
      );
    else if (way === 'another period') await user.keyboard('4');
    else await user.keyboard(way);
    const left = way === 'another period' ? page('?period=year') : page();
    await waitFor(() => expect(address()).toBe(left));
    fireEvent.pointerLeave(frame);
    await waitFor(() => expect(pane().textContent).toContain('+185.00'));
  },
);

test('measures between the ends of a drag with Shift', async () => {
  const { address } = open(page());
  await drag(100, 40, true);
  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain(
      `measure=${records[40]?.date}..${records[100]?.date}`,
    ),
  );
  const said = within(await chart()).getByRole('status').textContent;
  expect(said).toContain('Measured: +60.00, +42.86\u2009%, 10 days');
  // The header still shows the complete window.
  fireEvent.pointerLeave(await chart());
  expect(pane().textContent).toContain('+185.00');
});

test('zooms and measures using only the keyboard', async () => {
  const { user, address } = open(page());
  const frame = await chart();
  await user.keyboard('r');
  expect(document.activeElement).toBe(frame);
  await user.keyboard('{Home}{ArrowRight}{Shift>}{PageDown}{PageDown}{/Shift}{Enter}');
  // A page is a tenth: 19 of 186 records.
  await waitFor(() => expect(address()).toBe(page(`?from=${at(1)}&to=${at(39)}`)));
  await user.keyboard('{Home}m{ArrowRight}{ArrowRight}{Enter}');
  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain(
      `measure=${records[1]?.date}..${records[3]?.date}`,
    ),
  );
  // Each Esc cancels one step.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe(page(`?from=${at(1)}&to=${at(39)}`)));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe(page()));
});

test('Esc cancels a drag', async () => {
  const { address } = open(page());
  const frame = await chart();
  fireEvent.pointerDown(frame, { clientX: 100, button: 0 });
  fireEvent.pointerMove(frame, { clientX: 400, buttons: 1 });
  fireEvent.keyDown(frame, { key: 'Escape' });
  fireEvent.pointerUp(frame, { clientX: 400 });
  expect(address()).toBe(page());
});

test('says that an outdated zoom is empty, and offers the whole period', async () => {
  const { user } = open(page('?from=2020-01-01T00:00:00.000Z&to=2020-02-01T00:00:00.000Z'));
  expect(await screen.findByText(/^No record from 1 Jan 2020 to 1 Feb 2020/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the whole period' }));
  expect(await chart()).toBeTruthy();
});

test('pinches to zoom, and two fingers put down at once reset', async () => {
  const { address } = open(page());
  const frame = await chart();
  fireEvent.pointerDown(frame, touch(1, width / 4));
  fireEvent.pointerDown(frame, touch(2, (3 * width) / 4));
  fireEvent.pointerMove(frame, touch(1, 0));
  fireEvent.pointerMove(frame, touch(2, width));
  fireEvent.pointerUp(frame, touch(2, width));
  fireEvent.pointerUp(frame, touch(1, 0));
  await waitFor(() => expect(address()).toContain('from='));
  const params = new URLSearchParams(address().split('?')[1]);
  const zoomed = Date.parse(params.get('to') ?? '') - Date.parse(params.get('from') ?? '');
  // Half of the plot is now all of it.
  expect(zoomed / (185 * 4 * hours)).toBeCloseTo(0.5, 2);
  fireEvent.pointerDown(frame, touch(1, 100));
  fireEvent.pointerDown(frame, touch(2, 300));
  fireEvent.pointerUp(frame, touch(1, 100));
  fireEvent.pointerUp(frame, touch(2, 300));
  await waitFor(() => expect(address()).toBe(page()));
});

test('draws in percent, as an index and as a drawdown, and the header names the mode', async () => {
  const { user, address } = open(page());
  await chart();
  await user.click(screen.getByRole('radio', { name: 'Index' }));
  expect(await screen.findByText('index 285.00, 100 on 18 May')).toBeTruthy();
  expect(address()).toBe(page('?mode=index'));
  await user.click(screen.getByRole('radio', { name: 'Drawdown' }));
  expect(await screen.findByText('drawdown 0.00 %')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '%' }));
  expect(await screen.findByText('in percent, 0 on 18 May')).toBeTruthy();
  expect(pane().textContent).toContain('+185.00');
  const log = screen.getByRole('button', { name: 'Log' });
  expect(log.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('radio', { name: 'Level' }));
  await user.keyboard('l');
  await waitFor(() => expect(address()).toBe(page('?log=1')));
  expect(log.getAttribute('aria-pressed')).toBe('true');
});

test('the table shows the records of the zoom in the same mode, with totals', async () => {
  open(page(`?view=table&mode=index&from=${at(40)}&to=${at(100)}`));
  const table = await screen.findByRole('table', { name: `Level of ${thematic.name}` });
  expect(table.getAttribute('aria-rowcount')).toBe('62');
  const newest = within(table).getAllByRole('row')[1]?.textContent;
  expect(newest).toContain('200.00142.86+1.00');
});
