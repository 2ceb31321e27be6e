import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { figures, type FiguresAnswer } from '#contract/figures.ts';
import { getUserFigures } from '#contract/operations/figures.ts';
import { performance } from '#contract/performance.ts';
import { type Period, periodWord } from '#contract/period.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { pastWallets } from '#contract/wallet.ts';
import { renderReport } from '#dashboard/report/renderReport.tsx';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const strange = 'a/b?c#d e%2F';
const at = '2025-03-01T00:00:00.000Z';

interface Shown {
  readonly period?: Period;
  /** ISO time. */
  readonly asOf?: string;
}

/** Address of a report, as a link to it has. */
function addressOf(subject: PortfolioSubject, { period = 'all', asOf }: Shown): string {
  const params = new URLSearchParams();
  if (period !== 'all') params.set('period', periodWord(period));
  if (asOf !== undefined) params.set('asOf', asOf);
  return `${urls.report(subject)}${params.size === 0 ? '' : `?${params.toString()}`}`;
}

async function sheetOf(subject: PortfolioSubject, shown: Shown = {}): Promise<HTMLElement> {
  const view = open(addressOf(subject, shown));
  await screen.findByRole('heading', { name: 'Figures and definitions' });
  const sheet = view.container.querySelector<HTMLElement>('.tear-sheet');
  if (sheet === null) throw new Error('There is no sheet');
  return sheet;
}

/** The file that the command writes. */
async function fileOf(
  subject: PortfolioSubject,
  { period = 'all', asOf }: Shown = {},
): Promise<Document> {
  const service = await testService();
  const html = await renderReport(subject, {
    period,
    asOf: asOf === undefined ? null : parseTime(asOf),
    market: { kind: 'simulated', asOf: formatTime(service.market.asOf()), currency: 'USD' },
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

const past = '2025-09-15T12:00:00.000Z';

test.each([
  [strange, {}],
  ['日本', { period: 'year' }],
  [strange, { asOf: past }],
  ['acme', { period: 'ytd' }],
  ['acme', { period: 'last-quarter', asOf: past }],
  ['acme', { period: { from: '2025-04-01', to: null } }],
  ['acme', { period: { from: '2025-04-01', to: '2025-06-30' }, asOf: past }],
] as const)(
  'the page and the file of the command are the same, for user, wallet and thematic: %s, %o',
  async (customId, shown) => {
    const { user, wallet, thematic } = await someSubjects(customId);
    for (const subject of [user, wallet, { thematic: thematic._id }]) {
      const sheet = await sheetOf(subject, shown);
      const file = await fileOf(subject, shown);
      expect(file.querySelector('.tear-sheet')?.innerHTML).toBe(sheet.innerHTML);
      expect(sheet.textContent).not.toMatch(/NaN|Infinity|undefined/);
      // Nothing is loaded from elsewhere.
      expect(file.querySelectorAll('script, link, img, [src], [href]')).toHaveLength(0);
      cleanup();
    }
  },
);

/** Figures that the service answers, as the sheet has them. */
async function figuresFor(path: string): Promise<FiguresAnswer> {
  const service = await testService();
  return figures.parse(await (await service.call('GET', path)).json());
}

test('a past instant has the value, the figures and the holdings of then, and says whose names it has', async () => {
  const { user, thematic } = await someSubjects('acme');
  // Later holdings do not show.
  await makeUser('acme', {}, [
    { thematics: thematic._id, tokens: {}, at: '2025-10-01T00:00:00.000Z' },
  ]);
  const then = await figuresFor(`/x/users/acme/figures/all?asOf=${past}`);
  const sheet = await sheetOf(user, { asOf: past });
  expect(
    within(sheet).getByText(
      /^as of 15 Sept? 2025, 12:00 UTC · names and attributes of today · full history/,
    ),
  ).toBeTruthy();
  const service = await testService();
  const wallets = await service.call('GET', `/x/users/acme/wallets?asOf=${past}`);
  const { total } = pastWallets.parse(await wallets.json());
  expect(total).toBeGreaterThan(0);
  expect(headOf(sheet, 'Value')).toBe(money(total ?? NaN));
  expect(headOf(sheet, 'Max drawdown')).toBe(percent(then.figures.maxDrawdown.value ?? NaN));
  expect(within(sheet).getByRole('table', { name: 'By token' })).toBeTruthy();
  // The page itself says so too, and one key leads back.
  expect(screen.getByRole('region', { name: 'As of' })).toBeTruthy();
});

test('dates have the figures between them, and the holdings of the as of', async () => {
  const { user } = await someSubjects('acme');
  const period = { from: '2025-04-01', to: '2025-06-30' };
  const ends = 'from=2025-04-01T00:00:00.000Z&to=2025-07-01T00:00:00.000Z';
  const between = await figuresFor(`/x/users/acme/figures/all?${ends}`);
  const sheet = await sheetOf(user, { period });
  expect(sheet.querySelector('header')?.textContent).toContain(
    '1 Apr 2025, 00:00 to 1 Jul 2025, 00:00 UTC',
  );
  expect(headOf(sheet, 'Max drawdown')).toBe(percent(between.figures.maxDrawdown.value ?? NaN));
  const service = await testService();
  const history = await service.call('GET', '/x/users/acme/performance/all');
  const { dates, total } = performance.parse(await history.json());
  const at = dates.indexOf('2025-07-01T00:00:00.000Z');
  expect(headOf(sheet, 'Value')).toBe(money(total[at] ?? NaN));
  expect(within(sheet).getByRole('heading', { name: /^Allocation on \d/ })).toBeTruthy();
  // Months outside are empty.
  const months = within(sheet).getByRole('region', { name: 'Monthly returns' });
  expect(
    within(months)
      .getAllByRole('rowheader')
      .map((row) => row.textContent),
  ).toEqual(['2025']);
});

test('a past instant before the first holding says so', async () => {
  const { user } = await someSubjects('acme');
  const sheet = await sheetOf(user, { asOf: '2024-06-01T00:00:00.000Z' });
  expect(sheet.textContent).toContain('No holdings were recorded by then.');
  expect(sheet.textContent).not.toMatch(/NaN|Infinity|undefined/);
});

test('a future instant is refused in words', async () => {
  const { user } = await someSubjects('acme');
  const asOf = '2099-01-01T00:00:00.000Z';
  open(addressOf(user, { asOf }));
  expect(await screen.findByText(/^The future is not known/)).toBeTruthy();
  expect(await screen.findByText(/which is in the future/)).toBeTruthy();
  await expect(fileOf(user, { asOf })).rejects.toThrow('which is in the future');
});

test('a thematic has no flows: neither gain nor money-weighted return, and one return', async () => {
  const { thematic } = await someSubjects('acme');
  const sheet = await sheetOf({ thematic: thematic._id });
  expect(sheet.textContent).not.toMatch(/Simple gain|Money-weighted|Modified Dietz|Time-weighted/);
  const terms = within(within(sheet).getByRole('region', { name: 'Figures and definitions' }));
  expect(terms.getByText('of the level')).toBeTruthy();
});

const money = (value: number) =>
  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function headOf(sheet: HTMLElement, label: string): string | null | undefined {
  const terms = [...sheet.querySelectorAll('.head dt')];
  return terms.find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent;
}

const percent = (value: number) =>
  `${(value * 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')}\u2009%`;

test('shows head figures, charts, allocation, drivers, months, drawdowns, definitions and as of', async () => {
  const { user } = await someSubjects('acme');
  const service = await testService();
  const answer = await service.call('GET', '/x/users/acme/figures/all');
  const { figures: known, drawdowns, months } = await answer.json();
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
  const depth = percent(known.maxDrawdown.value);
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
  await view.user.click(screen.getByRole('button', { name: 'More: calendar periods and dates' }));
  await view.user.click(await screen.findByRole('button', { name: /^Year to date/ }));
  await screen.findByText(/year to date, 1 Jan/);
  expect(view.address()).toBe('/users/acme/report?period=ytd');
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', false),
  );
  await view.user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
