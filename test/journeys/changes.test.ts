import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { day } from '#contract/historyType.ts';
import { getPositionsHistory, getWalletHistory } from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';
import { urls } from '#dashboard/url/urls.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite, widths } from '#test/support/site.ts';
import { figures, tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { read } = tasksAt(site);
const customId = 'meridian-treasury';
const thematic = 'settlement-layers';
const dates = '2026-03-01..2026-08-31';

test.each(widths)(
  'two dates of a user: the table adds up and is that of the service, at %i px',
  async (width) => {
    const visit = await site.visit(`${urls.user(customId)}/changes?period=month`, {
      width,
      script: axeScript,
    });
    const { page } = visit;
    const table = page.getByRole('table', { name: 'Changes by token' });
    const sum = table.getByRole('row', { name: /^Total/ });
    await sum.waitFor();
    await visit.settled();
    const { tokens } = await read(getPositionsHistory, customId, 'month');
    const held = tokens.filter(({ amount }) => amount.some((one) => one !== 0));
    const endOf = (at: number) => held.reduce((all, { total }) => all + (total.at(at) ?? 0), 0);
    const between = page.getByText(/^Between /);
    for (const end of [endOf(0), endOf(-1)]) {
      expect(await between.innerText()).toContain(figures.format(end));
    }
    expect(await table.getByRole('row').count()).toBe(held.length + (width === 360 ? 1 : 2));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await violationsOf(page)).toEqual([]);
  },
);

test('by keyboard: from a past day to the changes since, to other dates, and Back', async () => {
  const then = formatTime(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 180 * day);
  const visit = await site.visit(`${urls.user(customId)}?asOf=${encodeURIComponent(then)}`);
  const { page } = visit;
  await page.getByRole('link', { name: 'Compare with now' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/changes\?period=/);
  expect(new URL(page.url()).searchParams.get('period')).toBe(`${then}..`);
  await page.getByText(/^Between /).waitFor();
  await page.getByRole('textbox', { name: 'From' }).fill('2026-03-01');
  await page.getByRole('textbox', { name: 'To (optional)' }).fill('2026-08-31');
  await page.keyboard.press('Enter');
  await page.getByText(/^Between 1 Mar 2026, 00:00 and 1 Sep 2026, 00:00 UTC/).waitFor();
  expect(new URL(page.url()).searchParams.get('period')).toBe(dates);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe(`${then}..`);
});

test('the palette and the tool of the chart open the changes over the period of the page', async () => {
  const { page } = await site.visit(`${urls.wallet(customId, thematic)}?period=year`);
  await page
    .getByText(/^past year, since/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('>compare with');
  await page.getByRole('option', { name: /Compare with another date/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/wallets\/settlement-layers\/changes\?period=year$/);
  await page.getByText(/^Between /).waitFor();
  const records = await read(getWalletHistory, customId, thematic, 'year');
  expect(await page.getByText(/^Between /).innerText()).toContain(
    figures.format(records[0]?.total ?? NaN),
  );
  await page.goBack();
  await page
    .getByText(/^past year, since/)
    .first()
    .waitFor();
  await page.keyboard.press('d');
  await page.getByRole('link', { name: 'Compare with another date…' }).click();
  await page.waitForURL(/\/changes\?period=year$/);
});

test('the CSV has the raw numbers, whose parts add up to the change of each token', async () => {
  const { page } = await site.visit(`${urls.user(customId)}/changes?period=month`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const [head, ...rows] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  const names = head?.split(',') ?? [];
  const column = (cells: readonly string[], name: string) => Number(cells[names.indexOf(name)]);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    const cells = row.split(',');
    const change = column(cells, 'change');
    expect(column(cells, 'byPrice') + column(cells, 'byFlow')).toBeCloseTo(change, 4);
    expect(column(cells, 'valueTo') - column(cells, 'valueFrom')).toBeCloseTo(change, 4);
  }
});

test.each(widths)('two dates of a thematic, at %i px', async (width) => {
  const visit = await site.visit(`${urls.thematic(thematic)}/changes?period=${dates}`, {
    width,
    script: axeScript,
  });
  const { page } = visit;
  await page
    .getByRole('table', { name: 'Changes by token' })
    .getByRole('row', { name: /^Level/ })
    .waitFor();
  await visit.settled();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
