import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '#dashboard/design/download.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, readHistory, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { getUserHistory } from '#contract/operations/wallets.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = '<b>a</b> & "日本"';
const address = `/users/${encodeURIComponent(id)}`;

interface Saved {
  readonly name: string;
  readonly text: string;
}

const saved: Promise<Saved>[] = [];

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  document.documentElement.style.setProperty('--accent', '#2e49cd');
  saved.length = 0;
  vi.spyOn(files, 'download').mockImplementation((name, content) => {
    const text = typeof content === 'string' ? Promise.resolve(content) : content.text();
    saved.push(text.then((words) => ({ name, text: words })));
  });
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 3, [tokens[1]]: 30 };
  const at = '2021-02-03T00:00:00.000Z';
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: held, at }]);
});

const menu = () => screen.findByRole('menu', { name: /^Export/ });
const line = () => document.querySelector('path.recharts-line-curve')?.getAttribute('d') ?? '';
const focused = () => document.activeElement?.textContent ?? '';

async function file(): Promise<Saved> {
  await waitFor(() => expect(saved).toHaveLength(1));
  const [first] = saved;
  if (first === undefined) throw new Error('Nothing was saved');
  return first;
}

test('the key e opens the menu, arrows move through it, and Escape returns the focus', async () => {
  const { user } = open(address);
  await screen.findByRole('application');
  await user.keyboard('e');
  await menu();
  expect(focused()).toMatch(/^CSV/);
  await user.keyboard('{ArrowDown}');
  expect(focused()).toMatch(/^PNG/);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(focused()).toMatch(/^CSV/);
  await user.keyboard('{ArrowUp}');
  expect(focused()).toMatch(/^Copy link/);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Export (e)');
});

test('exports the records as CSV using only the keyboard', async () => {
  const records = await readHistory(pathTo(getUserHistory, id, 'month'));
  const { user } = open(address);
  await screen.findByRole('application');
  await user.keyboard('e');
  await menu();
  await user.keyboard('{Enter}');
  const { name, text } = await file();
  expect(name).toBe(`Total of ${id} month 2026-05-18 to 2026-06-17.csv`);
  const rows = records.map(({ date, total }) => `${date},${total}`);
  const head = `"Total of ${id.replaceAll('"', '""')} (USD)"`;
  expect(text).toBe([`time,${head}`, ...rows, ''].join('\r\n'));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('an SVG has the same line as the screen, with title, window and unit, and without variables', async () => {
  const { user } = open(`${address}?period=week&mode=index`);
  await screen.findByRole('application');
  await waitFor(() => expect(line()).not.toBe(''));
  await user.keyboard('e');
  await user.click(within(await menu()).getByRole('menuitem', { name: /^SVG/ }));
  const { name, text } = await file();
  expect(name).toMatch(/\.svg$/);
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(svg.querySelector('parsererror')).toBeNull();
  expect(svg.querySelector('title')?.textContent).toBe(`Total of ${id}`);
  const paths = [...svg.querySelectorAll('path')];
  const drawn = paths.filter((path) => path.getAttribute('d') === line());
  expect(drawn.map((path) => path.getAttribute('stroke'))).toEqual(['#2e49cd']);
  const words = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(words).toContain(`Total of ${id}`);
  expect(words).toContain('Index, 100 at the start');
  expect(words).toContain('Week: 10 Jun 2026, 15:00 to 17 Jun 2026, 14:23 UTC');
  expect(words).toContain('As of 17 Jun 2026, 14:23 UTC');
  expect(text).not.toMatch(/var\(|class=|style=|aria-|data-/);
});

test('without a line there is no picture, but a CSV', async () => {
  const { user } = open(`${address}?view=table`);
  await screen.findByRole('table', { name: `Total of ${id}` });
  await user.keyboard('e');
  const items = within(await menu()).getAllByRole('menuitem');
  expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual([
    'false',
    'true',
    'true',
    // The link can always be copied.
    null,
  ]);
  await user.click(items[2] ?? document.body);
  expect(saved).toEqual([]);
});

test('a line that loads while the menu is open can be exported', async () => {
  const { router, user } = open(`${address}?view=table`);
  await screen.findByRole('table', { name: `Total of ${id}` });
  await user.keyboard('e');
  const png = within(await menu()).getByRole('menuitem', { name: /^PNG/ });
  expect(png.textContent).toBe('PNGNo chart shown');
  await act(() => router.navigate(address));
  await waitFor(() => expect(png.textContent).toBe('PNGcurrent view'));
  expect(png.ariaDisabled).toBe('false');
});

test('privacy exports an index instead of totals, and nothing if all is hidden', async () => {
  const records = await readHistory(pathTo(getUserHistory, id, 'month'));
  setPreference('privacy', 'percentages');
  const { user } = open(address);
  await screen.findByRole('application');
  await user.keyboard('e');
  await user.click(within(await menu()).getByRole('menuitem', { name: /^CSV/ }));
  const { text } = await file();
  expect(text).toContain(',100\r\n');
  expect(text).toContain('(index)');
  expect(records.filter(({ total }) => text.includes(String(total)))).toEqual([]);

  setPreference('privacy', 'hidden');
  await user.keyboard('e');
  const csv = within(await menu()).getByRole('menuitem', { name: /^CSV/ });
  expect(csv.textContent).toBe('CSVFigures are hidden in privacy mode');
  await user.click(csv);
  expect(saved).toHaveLength(1);
  setPreference('privacy', 'off');
});

test('copies the link to the view, and warns if it works only on this machine', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { user } = open(`${address}?period=year&mode=percent`);
  await screen.findByRole('application');
  await user.keyboard('e');
  const item = within(await menu()).getByRole('menuitem', { name: /^Copy link/ });
  expect(item.textContent).toBe('Copy linkthis machine only');
  await user.click(item);
  expect(copy).toHaveBeenCalledWith(`${window.location.origin}${address}?period=year&mode=percent`);
  await waitFor(() => expect(item.textContent).toMatch(/^Link copied/));
});
