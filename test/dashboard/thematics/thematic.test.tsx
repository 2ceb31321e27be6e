import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  getPastThematicHistory,
  getThematic,
  getThematicHistory,
} from '#contract/operations/thematics.ts';
import { answerRead, connect } from '#test/support/connected.ts';
import {
  giveSize,
  makeUser,
  readHistory,
  readThematics,
  readWallets,
  someThematic,
} from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { pathTo } from '#test/support/pathTo.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const address = (id: string, query = '') => `/thematics/${encodeURIComponent(id)}${query}`;
const money = (value: number) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = (ratio: number) => `${ratio < 0 ? '−' : '+'}${money(Math.abs(ratio) * 100)}\u2009%`;

test('shows the level, its return over the period, and the base of the index', async () => {
  const { thematic } = await someThematic();
  const records = await readHistory(pathTo(getThematicHistory, thematic._id, 'year'));
  const first = records[0]?.total ?? NaN;
  const last = records.at(-1)?.total ?? NaN;
  open(address(thematic._id, '?period=year'));
  await screen.findByText(/^past year, since/);
  const pane = screen.getByRole('region', { name: `Level of ${thematic.name}` });
  expect(pane.textContent).toContain(`${money(last)} index, 100 at inception`);
  expect(pane.textContent).toContain(`Return`);
  expect(pane.textContent).toContain(percent(last / first - 1));
  expect(screen.getByText(thematic.description)).toBeTruthy();
});

test('of another service it does not show the base of the index', async () => {
  const { thematic } = await someThematic();
  connect();
  open(address(thematic._id, '?period=year'));
  await screen.findByText(/^past year, since/);
  const pane = screen.getByRole('region', { name: `Level of ${thematic.name}` });
  expect(pane.textContent).toMatch(/[\d.,]+ index(?!,)/);
  expect(pane.textContent).not.toContain('at inception');
});

test('shows the return of every period', async () => {
  const { thematic } = await someThematic();
  open(address(thematic._id));
  const pane = within(await screen.findByRole('region', { name: 'Returns by period' }));
  for (const [name, ratio] of [
    ['Day', thematic.change.day],
    ['Year', thematic.change.year],
    ['All', thematic.change.all],
  ] as const) {
    const row = await pane.findByRole('row', { name: new RegExp(`^${name} [+−]`) });
    expect(row.textContent).toBe(`${name}${percent(ratio ?? NaN)}`);
  }
});

async function year() {
  const pane = within(await screen.findByRole('region', { name: 'Returns by period' }));
  return (await pane.findByRole('row', { name: /^Year / })).textContent;
}

test('a thematic younger than a period has no return; of another service the return is not known', async () => {
  const { thematic } = await someThematic();
  const change = { ...thematic.change, year: null };
  answerRead(pathTo(getThematic, thematic._id), { ...thematic, change });
  const { unmount } = open(address(thematic._id));
  await expect.poll(year).toBe('Yearstarted later');
  unmount();
  connect();
  open(address(thematic._id));
  await expect.poll(year).toBe('Yearnot known');
});

test('shows the constituents with weight and price, largest weight first', async () => {
  const { thematic } = await someThematic();
  const [heaviest] = thematic.tokens.toSorted((a, b) => b.weight - a.weight);
  open(address(thematic._id));
  await screen.findByText(`${thematic.tokens.length}, weights sum to 100.0 %`);
  const pane = within(screen.getByRole('region', { name: 'Constituents' }));
  const [, first] = pane.getAllByRole('row');
  expect(first?.textContent).toContain(heaviest?.token.symbol);
  expect(first?.textContent).toContain(`${((heaviest?.weight ?? NaN) * 100).toFixed(1)}\u2009%`);
  expect(await pane.findByRole('columnheader', { name: 'Return, month' })).toBeTruthy();
});

test('shows the holders, largest first, with links to their wallets', async () => {
  const { thematic, tokens } = await someThematic();
  const wallet = (amount: number) => [{ thematics: thematic._id, tokens: { [tokens[0]]: amount } }];
  await makeUser('small', {}, wallet(1));
  await makeUser('a/b', {}, wallet(2));
  await makeUser('none');
  open(address(thematic._id));
  await screen.findByText('2 users');
  const pane = within(screen.getByRole('region', { name: 'Holders' }));
  const [, first, second] = pane.getAllByRole('row');
  const [held] = await readWallets('a/b');
  expect(first?.textContent).toBe(`a/b${money(held?.total ?? NaN)}100.0\u2009%`);
  expect(second?.textContent).toMatch(/^small/);
  expect(pane.getByRole('link', { name: 'a/b' }).getAttribute('href')).toBe(
    `/users/a%2Fb/wallets/${encodeURIComponent(thematic._id)}`,
  );
});

test('says that there are no holders', async () => {
  const { thematic } = await someThematic();
  open(address(thematic._id));
  expect(await screen.findByText('No holders yet.')).toBeTruthy();
  expect(await screen.findByText(/^past month/)).toBeTruthy();
});

test('reports an unknown thematic', async () => {
  open(address('no/such%2F'));
  expect(await screen.findByText('Thematic “no/such%2F” not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All thematics' })).toBeTruthy();
});

test('a zoom of the chart applies to the drivers, but not to the returns', async () => {
  const { thematic } = await someThematic();
  open(address(thematic._id, '?period=month&from=2026-06-01T00:00:00Z&to=2026-06-10T00:00:00Z'));
  expect(
    await screen.findByText('1 Jun, 00:00 to 10 Jun, 00:00, daily steps, index points'),
  ).toBeTruthy();
  const pane = within(screen.getByRole('region', { name: 'Returns by period' }));
  const row = await pane.findByRole('row', { name: /^Month [+−]/ });
  expect(row.ariaCurrent).toBeNull();
});

test('as of a past date, the return beside a benchmark is that of the year before it', async () => {
  const [thematic, other] = await readThematics();
  const { _id: id = '', name = '' } = thematic ?? {};
  const at = '2026-03-01T00:00:00.000Z';
  const past = pathTo(getPastThematicHistory, id, 'year');
  const records = await readHistory(`${past}?asOf=${at}`);
  const [first, last] = [records[0]?.total ?? NaN, records.at(-1)?.total ?? NaN];
  open(address(id, `?period=year&mode=index&benchmark=${other?._id}&asOf=${at}`));
  const pane = within(await screen.findByRole('region', { name: `Level of ${name}` }));
  const returned = await pane.findByTitle(/^Return [+−]/);
  expect(returned.textContent).toContain(percent(last / first - 1));
});
