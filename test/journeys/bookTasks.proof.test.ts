import { expect, test } from 'vitest';
import { day } from '#contract/historyType.ts';
import { getBookFigures, getBookPerformance, getBookSummary } from '#contract/operations/book.ts';
import { formatTime } from '#contract/time.ts';
import { sharedSite } from '#test/support/site.ts';
import { figures as twoDecimals, percent, tasksAt } from '#test/support/tasks.ts';

// Requests of people who run books of clients, each in so many steps from the list of users; what is read is held against
// the service's own answers.
const site = sharedSite();
const { begin, readBy } = tasksAt(site);
type Task = Awaited<ReturnType<typeof begin>>;

const members = '?q=country%3ACH';

/** Two steps from the list of users: the clients of a country, as one portfolio. */
async function openBook({ page, fill, click }: Task): Promise<void> {
  await fill(page.getByRole('searchbox', { name: 'Search users' }), 'country:CH');
  await page
    .getByRole('status')
    .getByText(/^\d+ of 240$/)
    .waitFor();
  await click(page.getByRole('link', { name: 'Open as a book' }));
  await page.getByText(/^high /).waitFor();
}

const strip = ({ page }: Task) => page.locator('dl[aria-label=Book]');

/** A panel below the fold loads when it comes into view. */
async function panelOf({ page, visit }: Task, name: string) {
  await page.locator('main').evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const panel = page.getByRole('region', { name, exact: true });
  await panel.waitFor();
  await panel.scrollIntoViewIfNeeded();
  await visit.settled();
  return panel;
}

test('B1: totals, flows and return of a group over time', async () => {
  const task = await begin('/users');
  await openBook(task);
  await task.press('4');
  const book = await readBy(members, getBookPerformance, 'year');
  const summary = await readBy(members, getBookSummary, 'year');
  await expect.poll(() => strip(task).innerText()).toContain('Net invested, year');
  await expect.poll(() => strip(task).innerText()).toContain(percent(summary.return ?? NaN));
  const total = twoDecimals.format(book.total.at(-1) ?? NaN);
  expect(await task.page.locator('main').innerText()).toContain(total);
  expect(task.steps()).toBe(3);
});

test('B2: time- and money-weighted return beside each other', async () => {
  const task = await begin('/users');
  await openBook(task);
  const returns = await panelOf(task, 'Returns');
  const { figures } = await readBy(members, getBookFigures, 'day');
  for (const name of ['timeWeightedReturn', 'moneyWeightedReturn', 'modifiedDietz'] as const)
    expect(await returns.innerText()).toContain(percent(figures[name].value ?? NaN));
  expect(task.steps()).toBe(2);
});

test('B3: against a benchmark', async () => {
  const task = await begin('/users');
  const { page, click } = task;
  await openBook(task);
  const risk = await panelOf(task, 'Risk');
  await click(risk.getByRole('combobox', { name: 'Benchmark' }));
  await click(page.getByRole('option', { name: 'Energy Grids' }));
  const { figures } = await readBy(`${members}&benchmark=energy-grids`, getBookFigures, 'day');
  const beta = risk.locator('dl > div', { hasText: /^Beta/ }).locator('dd').first();
  await expect
    .poll(() => beta.innerText())
    .toContain(twoDecimals.format(figures.beta.value ?? NaN).replace('-', '−'));
  expect(task.steps()).toBe(4);
});

test('B4: volatility and drawdown of the same clients over any span', async () => {
  const task = await begin('/users');
  await openBook(task);
  await task.press('4');
  const risk = await panelOf(task, 'Risk');
  const { figures } = await readBy(members, getBookFigures, 'year');
  const volatility = percent(figures.volatility.value ?? NaN).replace('+', '');
  await expect.poll(() => risk.innerText()).toContain(volatility);
  expect(await risk.innerText()).toContain(percent(figures.maxDrawdown.value ?? NaN));
  expect(task.steps()).toBe(3);
});

test('B5: year to date', async () => {
  const task = await begin('/users');
  const { page, press, type } = task;
  await openBook(task);
  await press('Control+K');
  await page.locator('input[role=combobox]:focus').waitFor();
  await type('>ytd');
  await page.getByRole('option', { name: /Year to date/, selected: true }).waitFor();
  await press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('ytd');
  await expect
    .poll(() => page.getByRole('region', { name: 'Total of the book' }).innerText())
    .toMatch(/since 1 Jan|year to date/i);
  expect(task.steps()).toBe(5);
});

test('B6: gain of each month, as a table', async () => {
  const task = await begin('/users');
  await openBook(task);
  const months = await panelOf(task, 'Monthly returns');
  const { months: all } = await readBy(members, getBookFigures, 'all');
  const known = all.filter((month) => month.return !== null);
  const last = known.at(-2)?.return ?? NaN;
  const text = `${last < 0 ? '−' : '+'}${Math.abs(last * 100).toFixed(1)}`;
  expect(await months.innerText()).toContain(text);
  expect(task.steps()).toBe(2);
});

test('B7: as of a date', async () => {
  const task = await begin('/users');
  const { page } = task;
  await openBook(task);
  const then = formatTime(Math.floor(Date.now() / day) * day - 90 * day);
  await task.visit.go(`${new URL(page.url()).pathname}${members}&asOf=${encodeURIComponent(then)}`);
  const { total } = await readBy(
    `${members}&asOf=${encodeURIComponent(then)}`,
    getBookSummary,
    'month',
  );
  await expect
    .poll(() => page.getByRole('region', { name: 'Total of the book' }).innerText())
    .toContain(twoDecimals.format(total ?? NaN));
  expect(await page.getByRole('region', { name: 'Members' }).innerText()).toContain(
    'Members are those who match now',
  );
});
