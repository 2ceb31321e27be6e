import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { day } from '#contract/historyType.ts';
import { getBookFigures, getBookPerformance, getBookSummary } from '#contract/operations/book.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { formatTime } from '#contract/time.ts';
import { createKey } from '#test/support/keys.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite, sharedSite } from '#test/support/site.ts';
import { figures as twoDecimals, percent, tasksAt } from '#test/support/tasks.ts';

// Requests of people who run books of clients, each in so many steps from the list of users; what is read is held against
// the service's own answers.
const site = sharedSite();
const { begin, readBy } = tasksAt(site);
type Task = Awaited<ReturnType<typeof begin>>;

const members = '?q=country%3ACH';

/** Searches the list of users, and returns the boxes of its rows. */
async function search({ page, fill }: Task, text: string) {
  const { count } = await readBy(`?q=${encodeURIComponent(text)}`, getDirectory);
  await fill(page.getByRole('searchbox', { name: 'Search users' }), text);
  await page.getByRole('status').getByText(`${count} of 240`, { exact: true }).waitFor();
  const boxes = page.getByRole('checkbox', { name: /, select$/ });
  const idOf = async (index: number) =>
    ((await boxes.nth(index).getAttribute('aria-label')) ?? '').replace(/, select$/, '');
  return { count, boxes, idOf };
}

/** Two steps from the list of users: the clients of a country, as one portfolio. */
async function openBook(task: Task): Promise<void> {
  const { page, click } = task;
  await search(task, 'country:CH');
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
  await expect.poll(() => strip(task).innerText()).toContain('Net flow, year');
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

const selectionBar = ({ page }: Task) => page.getByRole('region', { name: 'Selected users' });

test('B8: sums of what is selected, from two searches', async () => {
  const task = await begin('/users');
  const { click } = task;
  const swiss = await search(task, 'country:CH');
  await click(swiss.boxes.nth(0));
  await click(swiss.boxes.nth(2), { modifiers: ['Shift'] });
  const ids = [await swiss.idOf(0), await swiss.idOf(1), await swiss.idOf(2)];
  const bar = selectionBar(task);
  await bar.getByText('3 users selected').waitFor();
  const japanese = await search(task, 'country:JP');
  await click(japanese.boxes.nth(1));
  ids.push(await japanese.idOf(1));
  await bar.getByText('4 users selected').waitFor();
  await bar.getByText(', 3 not in this list').waitFor();
  const query = ids.map((id) => `ids=${encodeURIComponent(id)}`).join('&');
  const { total, change, flow } = await readBy(`?${query}`, getBookSummary, 'day');
  const sums = bar.locator('dd b');
  for (const [index, sum] of [total, change, flow].entries()) {
    const text = twoDecimals.format(Math.abs(sum ?? NaN));
    await expect.poll(() => sums.nth(index).getAttribute('title')).toContain(text);
  }
  expect(task.steps()).toBe(5);
});

const withoutUnits = (heads: readonly string[]) => heads.map((head) => head.replace(/ \(.*/, ''));

test('B9: select across pages and searches, and export what is selected', async () => {
  const task = await begin('/users');
  const { page, click } = task;
  const swiss = await search(task, 'country:CH');
  await click(page.getByRole('checkbox', { name: 'Select all users that match' }));
  const bar = selectionBar(task);
  await bar.getByText(`All ${swiss.count} users that match are selected`).waitFor();
  const japanese = await search(task, 'country:JP');
  await click(japanese.boxes.nth(0));
  const japaneseId = await japanese.idOf(0);
  await bar.getByText(`${swiss.count + 1} users selected`).waitFor();
  const coming = page.waitForEvent('download');
  await click(bar.getByRole('link', { name: 'CSV' }));
  const file = await readFile(await (await coming).path());
  const rows: Record<string, string>[] = parse(file, { columns: withoutUnits });
  const path = '?q=country%3ACH&limit=500';
  const { rows: expected } = await readBy(path, getDirectory);
  expect(rows).toHaveLength(expected.length + 1);
  const totals = new Map(rows.map(({ customId, total }) => [customId, total]));
  expect(totals.has(japaneseId)).toBe(true);
  for (const { customId, total } of expected) expect(totals.get(customId)).toBe(String(total));
  expect(task.steps()).toBe(5);
});

const teamSite = openSite({ ...standingStill, RATE_PER_KEY: '0' });

test('B10: a view is shared with the team, and a colleague opens it', async () => {
  const { begin: beginAs } = tasksAt(teamSite);
  const ada = await createKey(teamSite.url(), 'admin', 'Ada');
  const bob = await createKey(teamSite.url(), 'analyst', 'Bob', ada);
  const search = '?period=month&sort=-change&total=10000..';
  const name = 'Movers of the month';

  const admin = await beginAs(`/users${search}`, {}, ada);
  const dialog = admin.page.getByRole('dialog', { name: 'Views' });
  await admin.press('Control+K');
  await admin.page.locator('input[role=combobox]:focus').waitFor();
  await admin.type('>save this page');
  await admin.page
    .getByRole('option', { name: /Save this page as a view/, selected: true })
    .waitFor();
  await admin.press('Enter');
  await admin.page.getByLabel('Save this page as a view').waitFor();
  await admin.type(name);
  await admin.press('Enter');
  await dialog.getByRole('link', { name }).waitFor();
  await admin.click(admin.page.getByRole('button', { name: `Actions for ${name}` }));
  await admin.click(admin.page.getByRole('menuitem', { name: 'Share with everyone' }));
  await dialog.getByRole('link', { name: /shared/ }).waitFor();
  expect(admin.steps()).toBe(7);

  const analyst = await beginAs('/tokens', {}, bob);
  await analyst.press('Control+K');
  await analyst.page.locator('input[role=combobox]:focus').waitFor();
  await analyst.type('movers of');
  await analyst.page.getByRole('option', { name, selected: true }).waitFor();
  await analyst.press('Enter');
  await analyst.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await expect.poll(() => new URL(analyst.page.url()).search).toBe(search);
  expect(analyst.steps()).toBe(3);
});
