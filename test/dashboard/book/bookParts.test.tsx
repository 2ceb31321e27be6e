import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bookContribution, bookFlows } from '#contract/book.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookContribution, getBookFlows } from '#contract/operations/book.ts';
import { movedByPart } from '#dashboard/portfolio/movedByPart.ts';
import { movedSteps } from '#dashboard/portfolio/moved.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { answerOf } from '#test/support/calls.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** Two users. One joined in March 2026. */
async function fill() {
  const { thematic, tokens } = await someThematic();
  const [token, other] = tokens;
  const holding = (id: string, amount: number, at: string) => [
    { thematics: thematic._id, tokens: { [id]: amount }, at },
  ];
  await makeUser('a/b?c', { country: 'CH' }, holding(token, 3, '2024-01-01T00:00:00.000Z'));
  await makeUser('ben', { country: 'CH' }, holding(other, 1, '2026-03-10T00:00:00.000Z'));
  await makeUser('eve', { country: 'FR' }, holding(token, 5, '2024-01-01T00:00:00.000Z'));
  return { thematic, token, other };
}

const members = { 'attribute.*': { country: ['CH'] } };
const params = { historyType: 'year' } as const;
const money = (value: number) =>
  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const percent = (share: number | null | undefined) => `${((share ?? NaN) * 100).toFixed(1)}\u2009%`;

const sum = (steps: ReturnType<typeof movedSteps>) =>
  steps.reduce((total, { value }) => total + value, 0);

async function contribution(by: string) {
  const { call } = await testService();
  const path = pathOf(getBookContribution, { params, query: { ...members, by } });
  return answerOf(call('GET', path), bookContribution);
}

test('what moved: by thematic, token or user, from the address, adding up to the change', async () => {
  const { token } = await fill();
  const { user, address } = open('/book?attribute.country=CH&period=year');
  const panel = within(await screen.findByRole('region', { name: 'Drivers' }));
  const list = await panel.findByRole('list', { name: 'Drivers of the change in value' });
  expect(list.textContent).not.toContain('ben');
  await user.click(panel.getByRole('radio', { name: 'User' }));
  expect(address()).toContain('movers=user');
  const { rows, last, parts } = await contribution('user');
  expect(parts).toBe(2);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['a/b?c', 'ben']);
  await waitFor(() => expect(panel.getByText('ben')).toBeTruthy());
  for (const { change } of rows) {
    expect(
      panel.getByTitle(new RegExp(`^[−+]?${money(Math.abs(change)).replace('.', '\\.')}$`)),
    ).toBeTruthy();
  }
  expect(panel.getByTitle(money(last ?? NaN))).toBeTruthy();
  await user.click(panel.getByRole('radio', { name: 'Token' }));
  await waitFor(() => expect(panel.getByText(token)).toBeTruthy());
  const csv = panel.getByRole('link', { name: /CSV/ }).getAttribute('href') ?? '';
  const { call } = await testService();
  const file = await call('GET', csv);
  expect(file.status).toBe(200);
  expect((await file.text()).split('\r\n')[0]).toMatch(/^id,name,first/);
});

test('parts beyond the window of the answer are one driver, and nothing is lost', async () => {
  await fill();
  const answer = await contribution('user');
  const short = { ...answer, rows: answer.rows.slice(0, 1), parts: 400 };
  const all = movedByPart(answer, String);
  const moved = movedByPart(short, String);
  for (const part of ['total', 'price', 'flow'] as const) {
    expect(sum(movedSteps(moved, part))).toBeCloseTo(sum(movedSteps(all, part)), 6);
  }
  expect(movedSteps(moved, 'total').at(-1)?.label).toBe('399 others');
});

test('monthly flows: a member who joins is a deposit, and every month of the year is listed', async () => {
  await fill();
  const { call } = await testService();
  const { months } = await answerOf(
    call('GET', pathOf(getBookFlows, { params, query: members })),
    bookFlows,
  );
  const march = months.find(({ period }) => period === '2026-03');
  expect(march?.in).toBeGreaterThan(0);
  open('/book?attribute.country=CH&period=day');
  const table = await screen.findByRole('table', { name: 'Monthly flows' });
  await waitFor(() => expect(within(table).getByText('Mar 2026')).toBeTruthy());
  const row = within(table).getByText('Mar 2026').closest('[role=row], tr');
  expect(row?.textContent).toContain(money(march?.in ?? NaN));
  expect(screen.getByRole('img', { name: /^13 months: deposits .*, withdrawals / })).toBeTruthy();
});

test('the exposure of the book opens with its filters, and leads to its members', async () => {
  const { thematic } = await fill();
  const { user, address } = open('/book?attribute.country=CH');
  const panel = within(await screen.findByRole('region', { name: 'Exposure' }));
  await panel.findByRole('img', { name: /^Share of all by token/ });
  await user.click(panel.getByRole('radio', { name: 'Thematic' }));
  await panel.findByRole('img', { name: /^Share of all by thematic/ });
  await user.click(panel.getByRole('link', { name: 'All exposure of the book' }));
  await waitFor(() => expect(address()).toBe('/exposure?attribute.country=CH'));
  expect(await screen.findByRole('button', { name: 'Remove filter: country CH' })).toBeTruthy();
  const table = within(await screen.findByRole('table', { name: 'Exposure by thematic' }));
  await waitFor(() =>
    expect(table.getAllByRole('link')[0]?.getAttribute('href')).toBe(
      `/users?attribute.country=CH&thematic=${encodeURIComponent(thematic._id)}&sort=-held`,
    ),
  );
  expect(screen.getByText('2', { selector: 'output b' }).parentElement?.textContent).toBe('2 of 3');
});

test('the exposure of a book as of a date: the same members, other holdings', async () => {
  const { thematic } = await fill();
  open(`/exposure?thematic=${thematic._id}&by=token&asOf=2025-06-01T00:00:00.000Z`);
  const table = within(await screen.findByRole('table', { name: 'Exposure by token' }));
  await waitFor(() => expect(table.getAllByRole('link')).toHaveLength(1));
});

test('privacy mode hides bars that would reveal shares', async () => {
  await fill();
  setPreference('privacy', 'hidden');
  open('/book?attribute.country=CH');
  expect(await screen.findByText('Drivers are hidden')).toBeTruthy();
  expect(await screen.findByText('Exposure is hidden')).toBeTruthy();
  await screen.findByText('Mar 2026');
  expect(screen.queryByRole('img', { name: /months: deposits/ })).toBeNull();
});

test('largest changes by user, all of them in the list, and the concentration', async () => {
  await fill();
  for (let n = 0; n < 8; n += 1) {
    const { tokens, thematic } = await someThematic();
    const holding = { thematics: thematic._id, tokens: { [tokens[0]]: 1 + n } };
    await makeUser(`user ${n}`, { country: 'CH' }, [
      { ...holding, at: '2024-01-01T00:00:00.000Z' },
    ]);
  }
  const { rows, concentration } = await contribution('user');
  open('/book?attribute.country=CH&period=year');
  const table = await screen.findByRole('table', { name: 'Largest changes' });
  await waitFor(() => expect(within(table).getAllByRole('link')).toHaveLength(8));
  expect(
    within(table)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(rows.slice(0, 8).map(({ id }) => id));
  const all = screen.getByRole('link', { name: 'All changes' });
  expect(all.getAttribute('href')).toBe('/users?attribute.country=CH&sort=-change&period=year');
  const panel = within(screen.getByRole('region', { name: 'Concentration' }));
  const { largest, topTen } = concentration;
  expect(panel.getByRole('link', { name: largest?.id ?? '' })).toBeTruthy();
  expect(panel.getByText('Largest user').nextSibling?.textContent).toContain(
    percent(largest?.share),
  );
  expect(panel.getByText('Ten largest').nextSibling?.textContent).toBe(percent(topTen));
});
