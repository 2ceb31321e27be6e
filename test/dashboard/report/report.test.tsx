import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { getUserFigures } from '#contract/operations/figures.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import { renderReport } from '#dashboard/report/renderReport.tsx';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const strange = 'a/b?c#d e%2F';
const at = '2025-03-01T00:00:00.000Z';

async function sheetOf(subject: PortfolioSubject): Promise<HTMLElement> {
  const view = open(urls.report(subject));
  await screen.findByRole('heading', { name: 'Figures and definitions' });
  const sheet = view.container.querySelector<HTMLElement>('.tear-sheet');
  if (sheet === null) throw new Error('There is no sheet');
  return sheet;
}

async function fileOf(subject: PortfolioSubject): Promise<Document> {
  const service = await testService();
  const html = await renderReport(subject, {
    period: 'all',
    market: { kind: 'simulated', currency: 'USD' },
    request: (path) => service.call('GET', path),
  });
  return new DOMParser().parseFromString(html, 'text/html');
}

async function someSubjects(customId: string) {
  const { thematic, tokens } = await someThematic();
  await makeUser(customId, { name: 'Acme Pension' }, [
    { thematics: thematic._id, tokens: { [tokens[0]]: 3, [tokens[1]]: 50 }, at },
  ]);
  return { thematic, user: { user: customId }, wallet: { user: customId, thematic: thematic._id } };
}

test.each([strange, '日本'])(
  'the page and the file of the command are the same, for user, wallet and thematic: %s',
  async (customId) => {
    const { user, wallet, thematic } = await someSubjects(customId);
    for (const subject of [user, wallet, { thematic: thematic._id }]) {
      const sheet = await sheetOf(subject);
      const file = await fileOf(subject);
      expect(file.querySelector('.tear-sheet')?.innerHTML).toBe(sheet.innerHTML);
      expect(sheet.textContent).not.toMatch(/NaN|Infinity|undefined/);
      // Nothing is loaded from elsewhere.
      expect(file.querySelectorAll('script, link, img, [src], [href]')).toHaveLength(0);
      sheet.remove();
    }
  },
);

const percent = (value: number) =>
  `${(value * 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')}\u2009%`;

test('shows head figures, charts, allocation, drivers, months, drawdowns, definitions and as of', async () => {
  const { user } = await someSubjects('acme');
  const service = await testService();
  const answer = await service.call('GET', '/x/users/acme/figures/all');
  const { figures, drawdowns, months } = await answer.json();
  const element = await sheetOf(user);
  const sheet = within(element);
  expect(
    sheet.getByText(/^as of \d+ \w{3} 20\d\d, \d\d:\d\d UTC · full history · .*USD$/),
  ).toBeTruthy();
  expect(sheet.getByText('Acme Pension')).toBeTruthy();
  for (const name of ['Value, USD', 'Return in %']) {
    expect(sheet.getAllByRole('img').map((it) => it.getAttribute('aria-label'))).toContainEqual(
      expect.stringContaining(name),
    );
  }
  for (const name of [
    'Allocation',
    'What moved the value',
    'Monthly returns percent, months in UTC, * not complete',
    'Deepest drawdowns',
  ]) {
    expect(sheet.getByRole('heading', { name })).toBeTruthy();
  }
  // In the head, in the table and among all figures.
  const depth = percent(figures.maxDrawdown.value);
  expect(element.textContent.split(depth).length - 1).toBeGreaterThanOrEqual(3);
  const depths = within(sheet.getByRole('region', { name: 'Deepest drawdowns' }));
  expect(depths.getAllByText(/days?$/)).toHaveLength(drawdowns.length);
  const cells = within(sheet.getByRole('region', { name: 'Monthly returns' })).getAllByRole('cell');
  expect(cells.filter((cell) => cell.textContent !== '').length).toBeGreaterThan(months.length);
});

test('a money-weighted return from a year on is named as that of a year', async () => {
  const { user } = await someSubjects('acme');
  const service = await testService();
  const answer = await service.call('GET', '/x/users/acme/figures/all');
  const { difference } = await answer.json();
  expect(difference.isYearly).toBe(true);
  const sheet = await sheetOf(user);
  expect(within(sheet).getByText('XIRR, a year')).toBeTruthy();
});

test('a user without wallets has a sheet with reasons', async () => {
  await makeUser('empty');
  const sheet = await sheetOf({ user: 'empty' });
  expect(sheet.textContent).toContain('No records in this period.');
  expect(sheet.textContent).toContain('Not available:');
  expect(sheet.textContent).not.toMatch(/NaN|Infinity|undefined/);
});

test('an unknown user is not found, and a failed figure is reported with Retry', async () => {
  open('/users/nobody/report');
  expect(await screen.findByText('User “nobody” not found')).toBeTruthy();
  await expect(fileOf({ user: 'nobody' })).rejects.toThrow('There is no user');
  await makeUser('acme');
  server.use(
    http.get(
      `*${getUserFigures.path.replace('{id}', 'acme').replace('{historyType}', ':type')}`,
      () => HttpResponse.json({}, { status: 500 }),
    ),
  );
  open('/users/acme/report');
  expect(await screen.findByText('The report could not be read')).toBeTruthy();
});

test('privacy hides sums, and with them the bars of shares', async () => {
  const { user } = await someSubjects('acme');
  setPreference('privacy', 'hidden');
  const sheet = await sheetOf(user);
  setPreference('privacy', 'off');
  expect(sheet.querySelector('rect')).toBeNull();
  expect(sheet.querySelector('[data-heat]')).toBeNull();
  expect(sheet.textContent).toContain('•••••••');
  expect(sheet.textContent).not.toMatch(/\d\u2009%.*By token/);
});

test('the period is in the address, and Print prints', async () => {
  const { user } = await someSubjects('acme');
  const view = open(urls.report(user));
  await screen.findByText(/full history/);
  await view.user.click(screen.getByRole('radio', { name: 'Year' }));
  await screen.findByText(/past year/);
  expect(view.address()).toBe('/users/acme/report?period=year');
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', false),
  );
  await view.user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
