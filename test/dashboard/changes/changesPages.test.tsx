import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { formatTime } from '#contract/time.ts';
import {
  getPerformance,
  getPositionsHistory,
  getWalletHistory,
} from '#contract/operations/wallets.ts';
import { performance } from '#contract/performance.ts';
import { positionsHistory } from '#contract/positions.ts';
import { movedByToken } from '#dashboard/portfolio/moved.ts';
import { positionColumnsOf } from '#dashboard/portfolio/userQueries.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { connect } from '#test/support/connected.ts';
import { giveSize, makeUser, readHistory, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = 'a/b?c#d e%2F';
const dates = '2026-06-01..2026-06-12';

beforeEach(() => giveSize({ width: 1280, height: 900 }));

/** A wallet with statements between the dates: one token removed, one added, one amount changed. */
async function holdAnew() {
  const { thematic, tokens } = await someThematic();
  const [went, came, changed] = tokens;
  const hold = (at: string, held: Record<string, number>) => ({
    thematics: thematic._id,
    tokens: held,
    at: `${at}T00:00:00.000Z`,
  });
  await makeUser(id, {}, [
    hold('2024-01-01', { [went]: 50, [changed]: 10 }),
    hold('2026-06-03', { [came]: 70, [changed]: 25 }),
    hold('2026-06-11', { [came]: 70, [changed]: 5 }),
  ]);
  const symbolOf = (token: string) =>
    thematic.tokens.find((one) => one.token._id === token)?.token.symbol ?? '';
  return { thematic, came: symbolOf(came), went: symbolOf(went), changed: symbolOf(changed) };
}

const tableOf = (name = 'Changes by token') => screen.findByRole('table', { name });

/** Texts of the cells of each row, by the first word of the row. */
async function rowsOf(name?: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = within(await tableOf(name)).getAllByRole('row');
  return new Map(
    rows.map((row) => {
      const cells = [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent);
      return [cells[0]?.split(' ')[0] ?? '', cells] as const;
    }),
  );
}

const numberOf = (text = '') =>
  Number(
    text
      .replace(/^[a-z]+\u00a0/, '')
      .replaceAll(/[,+]/g, '')
      .replace('−', '-'),
  );

const cents = (value = NaN) => Math.round(value * 100);

/** Hundredths of the parts of a row, in the order of the columns. */
const partsOf = (cells: readonly string[] = []) =>
  cells.slice(-5).map((text) => cents(numberOf(text)));

test('names what came, went and changed, and splits each change exactly by price and by flow', async () => {
  const held = await holdAnew();
  open(`${urls.user(id)}/changes?period=${dates}`);
  const rows = await rowsOf();
  expect(rows.get(held.came)?.[1]).toBe('Came');
  expect(rows.get(held.went)?.[1]).toBe('Went');
  expect(rows.get(held.changed)?.[1]).toBe('Changed');
  expect(screen.getByText(/^Between 1 Jun.* 1 came, 1 went, 1 changed\./)).toBeTruthy();
  const all = [held.came, held.went, held.changed].map((symbol) => partsOf(rows.get(symbol)));
  for (const [from = NaN, to = NaN, byPrice = NaN, byFlow = NaN, change = NaN] of all) {
    expect(byPrice + byFlow).toBe(change);
    expect(from + change).toBe(to);
  }
  const sum = partsOf(rows.get('Total'));
  sum.forEach((part, i) => expect(sumOf(all.map((parts) => parts[i] ?? NaN))).toBe(part));
});

test('equals the value, the flows and the price effects of the page over the same period', async () => {
  const held = await holdAnew();
  const service = await testService();
  const read = async (path: string) => (await service.call('GET', path)).json();
  open(`${urls.wallet(id, held.thematic._id)}/changes?period=month`);
  const sum = partsOf((await rowsOf()).get('Total'));
  const query = `?thematic=${held.thematic._id}`;
  const positions = positionsHistory.parse(
    await read(`${pathTo(getPositionsHistory, id, 'month')}${query}`),
  );
  const moved = movedByToken(positionColumnsOf(positions), null);
  const flows = performance.parse(await read(`${pathTo(getPerformance, id, 'month')}${query}`));
  const records = await readHistory(pathTo(getWalletHistory, id, held.thematic._id, 'month'));
  expect(sum.slice(0, 2)).toEqual([cents(records[0]?.total), cents(records.at(-1)?.total)]);
  expect(sum[3]).toBe(cents(moved.sum.amount));
  expect(sum[3]).toBe(cents(sumOf(flows.flow ?? [])));
  expect(Math.abs((sum[2] ?? NaN) - cents(moved.sum.price))).toBeLessThanOrEqual(1);
});

test('the form sets the dates, and says that the second must be after the first', async () => {
  await holdAnew();
  const { user, address } = open(`${urls.user(id)}/changes?period=2026-06-12..2026-06-01`);
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The second date must be after the first.*12 Jun.* to 1 Jun/,
  );
  const from = screen.getByRole('textbox', { name: 'From' });
  await user.clear(from);
  await user.type(from, '2026-05-01{Enter}');
  expect(address()).toContain('period=2026-05-01..2026-06-01');
  expect(await screen.findByText(/^Between 1 May/)).toBeTruthy();
});

test('says when nothing changed, and when the records begin', async () => {
  const { thematic, tokens } = await someThematic();
  const wallet = { thematics: thematic._id };
  await makeUser(id, {}, [
    { ...wallet, tokens: { [tokens[0]]: 5 }, at: '2026-05-03T00:00:00.000Z' },
    { ...wallet, tokens: {}, at: '2026-05-20T00:00:00.000Z' },
  ]);
  const { router } = open(`${urls.user(id)}/changes?period=${dates}`);
  expect(await screen.findByText('Nothing changed')).toBeTruthy();
  await router.navigate(`${urls.user(id)}/changes?period=2024-06-01..2024-06-12`);
  expect(await screen.findByText('No records between the two dates')).toBeTruthy();
  expect(screen.getByText(/^The first record is of 3 May/)).toBeTruthy();
  await router.navigate(`${urls.user(id)}/changes?period=2026-04-01..2026-06-12`);
  expect(await screen.findByText(/The first record is of 3 May.*begins there\.$/)).toBeTruthy();
});

test('privacy hides amounts and values, and keeps what came and went', async () => {
  const held = await holdAnew();
  setPreference('privacy', 'percentages');
  open(`${urls.user(id)}/changes?period=${dates}`);
  const rows = await rowsOf();
  expect(rows.get(held.came)?.[1]).toBe('Came');
  expect(rows.get('Total')?.at(-1)).toBe('•••••••');
  const table = await tableOf();
  expect(table.textContent).not.toMatch(/70\.00|\+\d/);
});

test('without known amounts, shows the totals of the two dates and the reason', async () => {
  const held = await holdAnew();
  connect();
  open(`${urls.user(id)}/changes?period=${dates}`);
  expect(await screen.findByText(/^Between .*totals only\./)).toBeTruthy();
  const rows = await rowsOf('Changes by wallet');
  const [from = NaN, to = NaN, change = NaN] = partsOf(rows.get('Total')).slice(-3);
  expect(Math.abs(from + change - to)).toBeLessThanOrEqual(1);
  expect(rows.get(held.thematic.name.split(' ')[0] ?? '')).toBeDefined();
});

test('a thematic has its weights then and now, and contributions that lead from level to level', async () => {
  const { thematic } = await someThematic();
  open(`${urls.thematic(thematic._id)}/changes?period=year`);
  const rows = await rowsOf();
  const line = await screen.findByText(/^Between .* level /);
  const [, first, last] = /level ([\d,.]+), then ([\d,.]+)/.exec(line.textContent) ?? [];
  const points = (cells: readonly string[] = []) => Math.round(numberOf(cells.at(-1)) * 100);
  const own = thematic.tokens.map(({ token }) => rows.get(token.symbol));
  expect(sumOf(own.map(points))).toBe(points(rows.get('Level')));
  expect(points(rows.get('Level'))).toBe(
    Math.round(numberOf(last) * 100) - Math.round(numberOf(first) * 100),
  );
});

test('the as-of bar and the palette lead here, from the past instant to the present', async () => {
  await holdAnew();
  const at = formatTime(Date.UTC(2026, 5, 5));
  open(`${urls.user(id)}?asOf=${at}`);
  const link = await screen.findByRole('link', { name: 'Compare with now' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(`/changes?period=${at}..`);
});

test('the title names the user, the wallet and the thematic, on a phone and in the browser’s tab too', async () => {
  const { thematic } = await holdAnew();
  const pages = [
    [urls.user(id), id],
    [urls.wallet(id, thematic._id), `${id} in ${thematic.name}`],
    [urls.thematic(thematic._id), thematic.name],
  ] as const;
  for (const [path, name] of pages) {
    const { unmount } = open(`${path}/changes?period=${dates}`);
    await screen.findByRole('heading', { level: 1, name: `Changes of ${name}` });
    expect(document.title).toBe(`Changes of ${name} · Portfolio`);
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(trail.getByText('Changes').getAttribute('aria-current')).toBe('page');
    unmount();
  }
});

test('the note says by how much a figure may differ from the pages of the two dates', async () => {
  await holdAnew();
  open(`${urls.user(id)}/changes?period=${dates}`);
  expect(
    await screen.findByText(
      /Cents are rounded so that rows and columns add up, so a figure may differ by a hundredth, rarely more, from the pages of the two dates\./,
    ),
  ).toBeTruthy();
});
