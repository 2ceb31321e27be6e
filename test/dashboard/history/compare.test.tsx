import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '#dashboard/design/download.ts';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 1000, height: 316 }));

const chart = () => screen.findByRole('application', { name: /^Levels of/, busy: false });
const linesDrawn = () => document.querySelectorAll('.recharts-line-curve').length;
const compared = async (count: number) => (await readThematics()).slice(0, count);
const page = (ids: readonly { _id: string }[], more = '') =>
  `/compare?${ids.map(({ _id }) => `ids=${_id}`).join('&')}${more}`;

/** One record per day. */
const history = (totals: number[]) =>
  totals.map((total, i) => ({ date: new Date(Date.UTC(2026, 5, 1 + i)).toISOString(), total }));

test('draws up to eight lines with end labels, and shows all figures at the hovered point', async () => {
  const thematics = await compared(8);
  open(page(thematics));
  const frame = await chart();
  await waitFor(() => expect(linesDrawn()).toBe(8));
  expect(screen.getByRole('radio', { name: 'Index', checked: true })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Level' }).matches(':disabled')).toBe(true);
  fireEvent.pointerMove(frame, { clientX: 44 });
  const said = within(frame).getByRole('status').textContent ?? '';
  for (const { name } of thematics) expect(said).toContain(`${name} 100.00`);
});

test('shows the difference of two lines in points', async () => {
  const [first, second] = await compared(2);
  if (first === undefined || second === undefined) throw new Error('No two thematics');
  server.use(
    http.get(`*/thematics/${first._id}/history/*`, () => HttpResponse.json(history([10, 12, 13]))),
    http.get(`*/thematics/${second._id}/history/*`, () => HttpResponse.json(history([50, 55, 50]))),
  );
  open(page([first, second]));
  fireEvent.pointerMove(await chart(), { clientX: 2000 });
  const rows = [...document.querySelectorAll('table[aria-hidden] tr')].map(
    (row) => row.textContent,
  );
  expect(rows).toEqual([
    `${first.name}130.00+30.00\u2009%`,
    `${second.name}100.000.00\u2009%`,
    'Difference+30.00points',
  ]);
});

test('names the history that cannot be read, keeps the others, and retries only this one', async () => {
  const thematics = await compared(3);
  const broken = thematics[1];
  if (broken === undefined) throw new Error('No second thematic');
  server.use(
    http.get(`*/thematics/${broken._id}/history/*`, () => HttpResponse.text('no', { status: 500 })),
  );
  const { user } = open(page(thematics));
  const said = await screen.findByText(new RegExp(`^${broken.name} could not be read: `));
  await chart();
  await waitFor(() => expect(linesDrawn()).toBe(2));
  server.resetHandlers();
  const line = said.closest<HTMLElement>('[role=status]');
  if (line === null) throw new Error('It stands in no line');
  await user.click(within(line).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(linesDrawn()).toBe(3));
});

test('reports once that no history can be read, and retries all', async () => {
  const thematics = await compared(3);
  server.use(http.get('*/thematics/*/history/*', () => HttpResponse.text('no', { status: 500 })));
  const { user } = open(page(thematics));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The histories could not be read');
  expect(screen.queryByText(new RegExp(`^${thematics[1]?.name} could not be read`))).toBeNull();
  server.resetHandlers();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(linesDrawn()).toBe(3));
});

test('shows the figures of all lines in a table', async () => {
  const thematics = await compared(2);
  open(page(thematics, '&view=table'));
  const table = await screen.findByRole('table', { name: /^Levels of/ });
  const heads = within(table)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
  expect(heads).toEqual(['Time', ...thematics.map(({ name }) => name)]);
});

test('exports all lines on the union of their times, one column each', async () => {
  const [first, second] = await compared(2);
  if (first === undefined || second === undefined) throw new Error('No two thematics');
  const late = history([50, 55]).map(({ date, total }) => ({
    date: date.replace('T00', 'T12'),
    total,
  }));
  server.use(
    http.get(`*/thematics/${first._id}/history/*`, () => HttpResponse.json(history([10, 12, 13]))),
    http.get(`*/thematics/${second._id}/history/*`, () =>
      HttpResponse.json([...history([40]), ...late]),
    ),
  );
  const download = vi.spyOn(files, 'download').mockReturnValue();
  const { user } = open(page([first, second]));
  await chart();
  await user.keyboard('e');
  const menu = await screen.findByRole('menu', { name: /^Export/ });
  expect(within(menu).getByRole('menuitem', { name: /^SVG/ }).ariaDisabled).toBe('false');
  await user.click(within(menu).getByRole('menuitem', { name: /^CSV/ }));
  await waitFor(() => expect(download).toHaveBeenCalledOnce());
  const [name, content] = download.mock.calls[0] ?? [];
  expect(name).toBe('Levels of 2 thematics month 2026-06-01 to 2026-06-03.csv');
  expect(content).toBeInstanceOf(Blob);
  const text = content instanceof Blob ? await content.text() : '';
  expect(text.split('\r\n')).toEqual([
    `time,${first.name} (index),${second.name} (index)`,
    '2026-06-01T00:00:00.000Z,100,100',
    '2026-06-01T12:00:00.000Z,,125',
    '2026-06-02T00:00:00.000Z,120,',
    '2026-06-02T12:00:00.000Z,,137.5',
    '2026-06-03T00:00:00.000Z,130,',
    '',
  ]);
});

test('a coarser line has no figure between its records, in the table and in the CSV', async () => {
  const thematics = await compared(2);
  const [fine, coarse] = thematics.map(({ _id }) => _id);
  const days = history([10, 11, 12, 13, 14]);
  const everyOther = days.filter((_, i) => i % 2 === 0);
  server.use(
    http.get(`*/thematics/${fine}/history/*`, () => HttpResponse.json(days)),
    http.get(`*/thematics/${coarse}/history/*`, () => HttpResponse.json(everyOther)),
  );
  open(page(thematics, '&view=table'));
  const table = await screen.findByRole('table', { name: /^Levels of/ });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent);
  expect(cells).toEqual(['140.00', '–', '120.00', '–', '100.00']);
});
