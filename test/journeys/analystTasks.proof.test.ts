import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { getThematic, getThematicHistory } from '#contract/operations/thematics.ts';
import { getTokenHolders } from '#contract/operations/tokens.ts';
import { getUsers } from '#contract/operations/users.ts';
import {
  getPerformance,
  getUserHistory,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { sharedSite } from '#test/support/site.ts';
import { figures, percent, tasksAt } from '#test/support/tasks.ts';

// The ten tasks of a trial with an analyst, each in so many steps; what is read is held against the service's own answers.
const site = sharedSite();
const { begin, read, readBy } = tasksAt(site);
const customId = 'meridian-treasury';
const line = 'path.recharts-line-curve';

/** The change from the first known figure to the last, as a ratio. */
function growth(figuresOf: readonly (number | null)[] | null): number {
  const known = (figuresOf ?? []).filter((figure) => figure !== null);
  return (known.at(-1) ?? NaN) / (known[0] ?? NaN) - 1;
}

test('A1: the biggest losers of the past month among users', async () => {
  const { page, click, steps } = await begin('/users');
  await click(page.getByRole('combobox', { name: 'Period' }));
  await click(page.getByRole('option', { name: 'Past month' }));
  const sort = page.getByRole('button', { name: 'Return, month %' });
  await click(sort);
  const first = page.getByRole('row').nth(1);
  await click(sort);
  expect(steps()).toBe(4);
  const { rows } = await readBy('?period=month&limit=400', getDirectory);
  const [loser] = rows
    .filter((row) => row.return !== null)
    .toSorted((a, b) => (a.return ?? 0) - (b.return ?? 0));
  await expect.poll(() => first.innerText()).toContain(loser?.customId);
  const { index } = await read(getPerformance, loser?.customId ?? '', 'month');
  expect(await first.innerText()).toContain(percent(growth(index)));
});

test('A2: who holds the most of a token', async () => {
  const { page, press, type, steps } = await begin('/users');
  await press('Control+k');
  await page.locator('input[role=combobox]:focus').waitFor();
  await type('KORV');
  await page.getByRole('option', { name: /KORV/, selected: true }).waitFor();
  await press('Enter');
  const first = page.getByRole('table', { name: 'Holders' }).getByRole('row').nth(1);
  const [holder] = await readBy('?limit=1', getTokenHolders, 'KORV');
  await expect.poll(() => first.innerText()).toContain(holder?.customId);
  expect(await first.innerText()).toContain(figures.format(holder?.total ?? NaN));
  expect(steps()).toBe(3);
});

/** Three steps from the list of users: find one, open it, open a wallet of it. */
async function openWallet({ page, fill, click }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  await fill(page.getByRole('searchbox', { name: 'Search users' }), customId);
  await page.getByRole('status').getByText('1 of 240').waitFor();
  await click(
    page
      .getByRole('row', { name: new RegExp(`^${customId}`) })
      .getByRole('link')
      .first(),
  );
  await click(
    page.getByRole('region', { name: 'Wallets' }).getByRole('link', { name: 'Settlement Layers' }),
  );
}

test('A3: a wallet against its thematic over the past year', async () => {
  const task = await begin('/users');
  const { page, press, steps } = task;
  await openWallet(task);
  await page.getByRole('heading', { level: 1, name: 'Settlement Layers' }).waitFor();
  await press('4');
  const query = '?thematic=settlement-layers';
  const { index, dates } = await readBy(query, getPerformance, customId, 'year');
  const levels = await read(getThematicHistory, 'settlement-layers', 'year');
  const held = levels.filter(
    ({ date }) => date >= (dates[index?.findIndex((it) => it !== null) ?? -1] ?? ''),
  );
  const points = (growth(index) - growth(held.map(({ total }) => total))) * 100;
  await page
    .getByText(`${figures.format(Math.abs(points))} points ${points < 0 ? 'behind' : 'ahead'}`)
    .first()
    .waitFor();
  expect(steps()).toBe(4);
});

test('A4: what moved the total of a user in March', async () => {
  const { page, press, drag, steps } = await begin(`/users/${customId}`);
  await press('4');
  await page.getByText('past year, since').first().waitFor();
  const { dates, wallets } = await read(getWalletsPerformance, customId, 'year');
  const plot = await page.locator('.recharts-cartesian-grid').first().boundingBox();
  const [begins, ends] = [dates.at(0), dates.at(-1)].map((date) => Date.parse(date ?? ''));
  const x = (date: string) =>
    ((Date.parse(date) - (begins ?? 0)) / ((ends ?? 0) - (begins ?? 0))) * (plot?.width ?? 0);
  await drag(plot, x('2026-03-01'), x('2026-04-01'));
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).not.toBeNull();
  const { searchParams } = new URL(page.url());
  const [from, to] = ['from', 'to'].map((name) => dates.indexOf(searchParams.get(name) ?? ''));
  expect(dates[from ?? -1]).toMatch(/^2026-0(2-28|3-0[12])T/);
  expect(dates[to ?? -1]).toMatch(/^2026-0(3-31|4-0[12])T/);
  const changes = await Promise.all(
    wallets.map(async ({ thematics, total }) => ({
      name: (await read(getThematic, thematics)).name,
      change: (total[to ?? -1] ?? NaN) - (total[from ?? -1] ?? NaN),
    })),
  );
  const largest = changes.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const moved = page
    .getByRole('list', { name: 'Drivers of the change in value' })
    .getByRole('listitem');
  // Between the total at the beginning and that at the end.
  await expect
    .poll(async () => (await moved.allInnerTexts()).slice(1, -1))
    .toEqual(largest.map(({ name }) => expect.stringContaining(name)));
  const [first] = largest;
  const millions = figures.format(Math.abs(first?.change ?? NaN) / 1e6);
  expect(await moved.nth(1).innerText()).toContain(
    `${(first?.change ?? NaN) < 0 ? '−' : '+'}${millions}`,
  );
  expect(steps()).toBe(2);
});

test('A5: a user’s history for a report, as CSV', async () => {
  const { page, press, steps } = await begin(`/users/${customId}`);
  await page.locator(line).first().waitFor();
  const coming = page.waitForEvent('download');
  await press('e');
  await page.locator('[role=menuitem]:focus').waitFor();
  await press('Enter');
  const rows: string[][] = parse(await readFile(await (await coming).path()));
  const records = await read(getUserHistory, customId, 'month');
  expect(rows.slice(1)).toEqual(records.map(({ date, total }) => [date, String(total)]));
  expect(steps()).toBe(2);
});

test('A6: users concentrated in one token', async () => {
  const { page, click, press, steps } = await begin('/users');
  await click(page.getByRole('button', { name: 'Columns' }));
  await click(page.getByRole('checkbox', { name: 'Largest position' }));
  await press('Escape');
  await click(page.getByRole('button', { name: 'Largest position' }));
  const { rows } = await readBy('?sort=-largest&limit=5', getDirectory);
  expect(rows[0]?.largest?.share).toBe(1);
  for (const [i, row] of rows.entries()) {
    const shown = page.getByRole('row').nth(i + 1);
    await expect.poll(() => shown.innerText()).toContain(row.customId);
    expect(await shown.innerText()).toContain(row.largest?.token);
  }
  expect(steps()).toBeLessThanOrEqual(4);
});

test('A7: what a user was worth on a date', async () => {
  const { page, press, type, steps } = await begin(`/users/${customId}?period=year`);
  await page.locator(line).first().waitFor();
  await press('d');
  await page.getByRole('textbox', { name: 'As of' }).and(page.locator(':focus')).waitFor();
  await type('2026-03-14');
  await press('Enter');
  const records = await read(getUserHistory, customId, 'year');
  const then = records.findLast(({ date }) => date <= '2026-03-14T00:00:00.000Z');
  const pane = page.getByRole('region', { name: `Total of ${customId}` });
  await expect.poll(() => pane.innerText()).toContain(figures.format(then?.total ?? NaN));
  expect(steps()).toBe(3);
});

test('A8: a view is shared', async () => {
  const { visit, page, press, click, steps } = await begin(`/users/${customId}?period=year`);
  await page.locator(line).first().waitFor();
  const total = page.getByRole('region', { name: `Total of ${customId}` });
  const seen = await total.innerText();
  await press('e');
  await click(page.getByRole('menuitem', { name: 'Copy link' }));
  const link = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(link).toMatch(/^http/);
  expect(steps()).toBe(2);
  const other = await begin((await link()).slice(site.url().length));
  const same = other.page.getByRole('region', { name: `Total of ${customId}` });
  await expect.poll(() => same.innerText()).toBe(seen);
  expect(other.visit.asked).toContain(`GET ${pathTo(getUserHistory, customId, 'year')}`);
  expect(visit.complaints()).toEqual([]);
});

test('A9: a holding on a phone, and how old its figures are', async () => {
  const task = await begin('/users', { width: 360 });
  const { page, steps } = task;
  await openWallet(task);
  const pane = page.getByRole('region', { name: /^Total of .* in Settlement Layers$/ });
  const query = '?thematic=settlement-layers';
  const { total, dates } = await readBy(query, getPerformance, customId, 'month');
  await expect.poll(() => pane.innerText()).toContain(figures.format(total.at(-1) ?? NaN));
  const hour = dates.at(-1)?.slice(11, 16) ?? '';
  await expect
    .poll(() => page.getByText(hour).filter({ visible: true }).count())
    .toBeGreaterThan(0);
  expect(steps()).toBe(3);
});

test('A10: users of one country', async () => {
  const { page, press, click, steps } = await begin('/users');
  await press('f');
  await click(page.getByRole('checkbox', { name: /^CH / }));
  const users = await read(getUsers);
  const swiss = users.filter(({ country }) => country === 'CH').length;
  await page.getByRole('status').getByText(`${swiss} of ${users.length}`).waitFor();
  expect(steps()).toBe(2);
});
