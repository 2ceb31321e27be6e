import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bookContribution, bookFigures, bookPerformance } from '#contract/book.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getBookContribution,
  getBookFigures,
  getBookPerformance,
} from '#contract/operations/book.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { answerOf } from '#test/support/calls.ts';
import { makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

const at = '2024-01-01T00:00:00.000Z';

async function fill() {
  const { thematic, tokens } = await someThematic();
  const hold = (id: string, country: string, amount: number) =>
    makeUser(id, { country }, [{ thematics: thematic._id, tokens: { [tokens[0]]: amount }, at }]);
  await hold('ann', 'CH', 3);
  await hold('ben', 'CH', 1);
  await hold('eve', 'FR', 5);
  return thematic;
}

const params = { historyType: 'year' } as const;
const query = { 'attribute.*': { country: ['CH'] } };
const money = (value: number) =>
  Math.abs(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

async function sheet(): Promise<HTMLElement> {
  await screen.findByRole('heading', { name: 'Figures and definitions' });
  const article = document.querySelector<HTMLElement>('.tear-sheet');
  if (article === null) throw new Error('There is no sheet');
  return article;
}

test('the report of a book has its total, figures, allocation and drivers, and names its members', async () => {
  const thematic = await fill();
  open('/book/report?attribute.country=CH&period=year');
  const shown = within(await sheet());
  const { call } = await testService();
  const performance = await answerOf(
    call('GET', pathOf(getBookPerformance, { params, query })),
    bookPerformance,
  );
  const contribution = await answerOf(
    call('GET', pathOf(getBookContribution, { params, query })),
    bookContribution,
  );
  const { figures } = await answerOf(
    call('GET', pathOf(getBookFigures, { params, query })),
    bookFigures,
  );
  expect(shown.getByRole('heading', { level: 2 }).textContent).toBe('Book');
  expect(shown.getByText('country CH')).toBeTruthy();
  expect(
    shown.getByText(/ · past year · 2 of 3 users · members are those who match now/),
  ).toBeTruthy();
  expect(shown.getByText(money(performance.total.at(-1) ?? NaN), { selector: 'dd' })).toBeTruthy();
  const [label] = shown.getAllByText('Volatility', { selector: 'dt' });
  expect(Number.parseFloat(label?.nextElementSibling?.textContent ?? '')).toBeCloseTo(
    (figures.volatility.value ?? NaN) * 100,
    1,
  );
  const allocation = within(shown.getByRole('region', { name: 'Allocation' }));
  expect(allocation.getByRole('row', { name: new RegExp(`^${thematic.name} 100`) })).toBeTruthy();
  const drivers = within(shown.getByRole('region', { name: 'What moved the value' }));
  const [row] = contribution.rows;
  expect(drivers.getByRole('row', { name: new RegExp(`^${thematic.name}`) }).textContent).toContain(
    money(row?.change ?? NaN),
  );
});

test('a book leads to its report, which leads back to it and to its users', async () => {
  await fill();
  const { user, address } = open('/book?attribute.country=CH');
  await user.click(await screen.findByRole('link', { name: 'Report', hidden: true }));
  await sheet();
  expect(address()).toBe('/book/report?attribute.country=CH&period=month');
  const crumbs = within(screen.getByRole('navigation', { name: /breadcrumb/i }));
  expect(crumbs.getByRole('link', { name: 'Book' }).getAttribute('href')).toBe(
    '/book?attribute.country=CH',
  );
  expect(crumbs.getByRole('link', { name: 'Users' }).getAttribute('href')).toMatch(
    /^\/users\?attribute\.country=CH/,
  );
});

test('a past instant has its own holdings, a part of the calendar its own drivers, and an empty book reasons instead of figures', async () => {
  const thematic = await fill();
  const past = open(`/book/report?thematic=${thematic._id}&asOf=2025-06-01T00:00:00.000Z`);
  const shown = within(await sheet());
  expect(shown.getByText(/names and attributes of today/)).toBeTruthy();
  expect(shown.getByRole('row', { name: new RegExp(`^${thematic.name} 100`) })).toBeTruthy();
  past.unmount();
  const calendar = open('/book/report?period=last-month');
  const moved = within(await sheet()).getByRole('region', { name: 'What moved the value' });
  expect(within(moved).getByRole('row', { name: new RegExp(`^${thematic.name}`) })).toBeTruthy();
  calendar.unmount();
  open('/book/report?q=nobody');
  await sheet();
  expect(screen.getByText(/0 of 3 users/)).toBeTruthy();
  expect(screen.getAllByText('No user matches.').length).toBeGreaterThan(0);
});

test('privacy mode hides the sums', async () => {
  await fill();
  setPreference('privacy', 'hidden');
  open('/book/report?attribute.country=CH&period=year');
  const shown = await sheet();
  await waitFor(() => expect(shown.querySelector('dd')?.textContent).toMatch(/•/));
  expect(shown.querySelectorAll('rect')).toHaveLength(0);
});
