import { modes } from '#analytics/modes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '#dashboard/design/download.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { chart, frame, plotWidth, recordsOf, serve } from './someRecords.ts';

const id = 'acme';
/** From 8,880,000 up by 88 each: every total has adjacent eights; no date, index or percentage has. */
const totals = Array.from({ length: 100 }, (_, i) => 8_880_000 + 88 * i);
const aTotal = /8[.,]?8[89\d]/;
/** Change over the window, over a step, and over a measurement. */
const aChange = /8,712|\b88\.00|1,760\.00/;
const aRatio = /\d\s?%/;
const anIndex = /100\.\d/;

beforeEach(async () => {
  giveSize(frame);
  await makeUser(id);
  serve('users', () => records);
  const index = totals.map((total) => (total / 8_880_000) * 100);
  const nothing = totals.map(() => 0);
  const dates = records.map(({ date }) => date);
  const returns = { dates, total: nothing, index, flow: nothing, flatRecords: 0 };
  server.use(http.get('*/x/users/*/performance/*', () => HttpResponse.json(returns)));
});

const pane = () => screen.getByRole('region', { name: `Total of ${id}` });

/** All readable text of the chart: content, titles and labels. */
function said(): string {
  const hints = Array.from(pane().querySelectorAll('*'), (element) =>
    ['title', 'aria-label', 'aria-description', 'aria-valuetext']
      .map((name) => element.getAttribute(name) ?? '')
      .join(' '),
  );
  return `${Array.from(pane().querySelectorAll('*'), wordsOf).join(' ')} ${hints.join(' ')}`;
}

/** An element's own text, so that those of neighbors do not run into one figure. */
function wordsOf({ childNodes }: Element): string {
  return Array.from(childNodes, (node) => (node instanceof Text ? node.data : '')).join('');
}

const records = recordsOf(totals);
const measure = `measure=${records[20]?.date}..${records[40]?.date}`;

test('without privacy all figures are shown', async () => {
  open(`/users/${id}?${measure}`);
  await chart();
  await waitFor(() => expect(said()).toMatch(/8\.88\d?\s?M/));
  expect(said()).toMatch(/8,888,712/);
  expect(said()).toMatch(/\+8,712\.00/);
  expect(said()).toMatch(/\+1,760\.00/);
});

test.each(modes)(
  'percentages only: shows no total and no change of a total, in mode %s',
  async (mode) => {
    setPreference('privacy', 'percentages');
    const { user } = open(`/users/${id}?mode=${mode}&${measure}`);
    (await chart()).focus();
    await user.keyboard('{End}{ArrowLeft}');
    await waitFor(() =>
      expect(within(screen.getByRole('application')).getByRole('status').textContent).toMatch(/%/),
    );
    fireEvent.pointerMove(await chart(), { clientX: plotWidth / 2 });
    expect(said()).not.toMatch(aTotal);
    expect(said()).not.toMatch(aChange);
    expect(said()).toMatch(/\+0\.\d\d\s?%/);
    await user.keyboard('t');
    const table = await screen.findByRole('table', { name: `Total of ${id}` });
    expect(table.textContent).toMatch(/\+0\.\d\d\s?%/);
    expect(said()).not.toMatch(aTotal);
    expect(said()).not.toMatch(aChange);
  },
);

/** Text that reveals a figure or a direction. An index is one too, except its base of 100. */
function figuresSaid(): string[] {
  const text = said();
  return [aTotal, aChange, aRatio, anIndex, /[+−]\d|\bup\b|\bdown\b/].flatMap(
    (figure) => figure.exec(text)?.[0] ?? [],
  );
}

test.each(modes)(
  'hidden: no figure at all is said, nor which way it went, drawn as %s',
  async (mode) => {
    setPreference('privacy', 'hidden');
    const { user } = open(`/users/${id}?mode=${mode}&${measure}`);
    (await chart()).focus();
    await user.keyboard('{End}{ArrowLeft}');
    expect(figuresSaid()).toEqual([]);
    await user.keyboard('t');
    await screen.findByRole('table', { name: `Total of ${id}` });
    expect(figuresSaid()).toEqual([]);
  },
);

test.each([
  ['percentages', true],
  ['hidden', false],
] as const)('exports a picture as on screen, with privacy %s', async (privacy, hasIndex) => {
  setPreference('privacy', privacy);
  const download = vi.spyOn(files, 'download').mockReturnValue();
  const { user } = open(`/users/${id}`);
  await chart();
  await waitFor(() => expect(document.querySelector('.recharts-line-curve')).toBeTruthy());
  await user.keyboard('e');
  const menu = await screen.findByRole('menu', { name: /^Export/ });
  await user.click(within(menu).getByRole('menuitem', { name: /^SVG/ }));
  await waitFor(() => expect(download).toHaveBeenCalledOnce());
  const [, content] = download.mock.calls[0] ?? [];
  const text = content instanceof Blob ? await content.text() : '';
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
  const words = Array.from(svg.querySelectorAll('text, title, desc'), wordsOf).join(' ');
  expect(words).toContain(`Total of ${id}`);
  expect(words).not.toMatch(aTotal);
  expect(words).not.toMatch(aRatio);
  expect(anIndex.test(words)).toBe(hasIndex);
});

test('market data is never hidden', async () => {
  setPreference('privacy', 'hidden');
  serve('thematics', () => records);
  const [thematic] = await readThematics();
  open(`/thematics/${thematic?._id}`);
  await chart();
  const level = screen.getByRole('region', { name: `Level of ${thematic?.name}` });
  expect(level.textContent).toContain('8,888,712.00');
  expect(level.textContent).toContain('+8,712.00');
});
