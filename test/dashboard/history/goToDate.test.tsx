import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatTime } from '#contract/time.ts';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testNow } from '#test/support/service.ts';

const day = 86_400_000;

let thematic = { _id: '', name: '' };
beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  [thematic = thematic] = await readThematics();
});
afterEach(() => vi.useRealTimers());

const page = (query = '') => `/thematics/${thematic._id}${query}`;
const pane = () => screen.getByRole('region', { name: `Level of ${thematic.name}` });
const chart = () => screen.findByRole('application', { name: /^Level of/, busy: false });
const bar = () => screen.findByRole('region', { name: 'As of' });
const march = '?asOf=2026-03-01T00%3A00%3A00.000Z';

test('d, a date and Enter show the page as of that date, and n returns to now', async () => {
  const { user, address } = open(page());
  await chart();
  await user.keyboard('d');
  const field = await screen.findByRole('textbox', { name: 'As of' });
  // The field has the focus.
  expect(document.activeElement).toBe(field);
  await user.keyboard('1.3.2026{Enter}');
  await waitFor(() => expect(address()).toBe(page(march)));
  expect((await bar()).textContent).toContain(
    'As of 1 Mar 2026, 00:00 UTCNames and attributes are today’s',
  );
  await waitFor(() => expect(pane().textContent).toContain('as of 1 Mar, 00:00 UTC'));
  expect(screen.getByRole('button', { name: 'Edit weights' })).toHaveProperty('disabled', true);
  await user.keyboard('n');
  await waitFor(() => expect(address()).toBe(page()));
  expect(screen.queryByRole('region', { name: 'As of' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit weights' })).toHaveProperty('disabled', false);
});

test('picks a day from the calendar', async () => {
  const { user, address } = open(page('?view=table'));
  await screen.findByRole('table', { name: /^Level of/ });
  await user.click(screen.getByRole('button', { name: 'As of a date (d)' }));
  await user.click(await screen.findByRole('button', { name: '12 June 2026' }));
  await waitFor(() =>
    expect(address()).toBe(page('?view=table&asOf=2026-06-12T00%3A00%3A00.000Z')),
  );
});

test('rejects a date after the latest prices', async () => {
  const { user, address } = open(page());
  await chart();
  await user.keyboard('d');
  await user.type(await screen.findByRole('textbox', { name: 'As of' }), '2126-07-01{Enter}');
  expect(await screen.findByText(/must not be later than the latest prices/)).toBeTruthy();
  expect(address()).toBe(page());
});

test('the address of a date in earlier versions leads to the page as of that date', async () => {
  const { address } = open(page('?at=2026-03-01T00:00:00.000Z&period=year'));
  await bar();
  await waitFor(() =>
    expect(address()).toBe(page('?period=year&asOf=2026-03-01T00%3A00%3A00.000Z')),
  );
});

test('a text that is not a time is named, and the page shows the present', async () => {
  open(page('?asOf=then'));
  expect(await screen.findByText(/is not a time. The page shows the present./)).toBeTruthy();
  await chart();
  expect(screen.getByRole('button', { name: 'Edit weights' })).toHaveProperty('disabled', false);
});

test('the future is marked as not known', async () => {
  open(page('?asOf=2126-03-01T00:00:00.000Z'));
  expect((await bar()).textContent).toContain('The future is not known: the present is');
});

test('the slider moves the page by days once it is released, and its end is now', async () => {
  const { user, address } = open(page(march));
  const slider = await screen.findByRole('slider', { name: 'Day' });
  expect(slider.getAttribute('aria-valuetext')).toBe('1 Mar 2026');
  const value = Number(slider.getAttribute('value'));
  fireEvent.change(slider, { target: { value: value - 1 } });
  expect(slider.getAttribute('aria-valuetext')).toBe('28 Feb 2026');
  expect(address()).toBe(page(march));
  fireEvent.pointerUp(slider);
  await waitFor(() => expect(address()).toBe(page('?asOf=2026-02-28T00%3A00%3A00.000Z')));
  slider.focus();
  fireEvent.change(slider, { target: { value: 0 } });
  fireEvent.keyUp(slider, { key: 'End' });
  await waitFor(() => expect(address()).toBe(page()));
  await user.keyboard('{Escape}');
});

test('Enter in the chart and a click show the page as of the record; a double-click shows the whole period', async () => {
  const { user, address } = open(page());
  const drawn = await chart();
  drawn.focus();
  await user.keyboard('{Home}{Enter}');
  const begin = formatTime(Math.ceil((testNow - 30 * day) / (4 * 3_600_000)) * 4 * 3_600_000);
  await waitFor(() => expect(address()).toBe(page(`?asOf=${encodeURIComponent(begin)}`)));
  await user.keyboard('n');
  await waitFor(() => expect(address()).toBe(page()));
  const again = await chart();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const press = (clientX: number) => {
    fireEvent.pointerDown(again, { clientX, button: 0 });
    fireEvent.pointerUp(again, { clientX, button: 0 });
  };
  press(100);
  press(100);
  fireEvent.doubleClick(again);
  act(() => void vi.runAllTimers());
  expect(address()).toBe(page());
  press(100);
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  await waitFor(() => expect(address()).toMatch(/\?asOf=2026-0[56]/));
});

test.each([
  ['fresh', testNow + day / 2, 'Latest prices'],
  ['more than a day old', testNow + 2 * day, 'Latest prices, more than a day old'],
])('shows the time of the figure, and if it is %s', async (_name, now, why) => {
  vi.setSystemTime(now);
  open(page());
  const asOf = await screen.findByText('as of 17 Jun, 14:23 UTC');
  expect(asOf.title).toBe(why);
  expect(asOf.className === '').toBe(why === 'Latest prices');
  expect(within(pane()).getByText(/^as of/)).toBe(asOf);
});
