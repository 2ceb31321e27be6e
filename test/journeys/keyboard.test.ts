import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { sharedSite } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history } from '#test/support/embedded.ts';

const site = sharedSite();

test('by keyboard alone: from the palette to a zoomed and measured history to its CSV', async () => {
  const { page } = await site.visit('/users');
  await page.getByRole('table', { name: 'Users' }).waitFor();
  const { keyboard } = page;
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i += 1) await keyboard.press(key);
  };
  const param = (name: string) => new URL(page.url()).searchParams.get(name);

  await press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.waitFor();
  await keyboard.type('settlement lay');
  // What Enter would open.
  await palette.getByRole('option', { name: /Settlement Layers/, selected: true }).waitFor();
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settlement Layers' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/thematics/settlement-layers');

  await page.locator('path.recharts-line-curve').first().waitFor();
  await press('4');
  await expect.poll(() => param('period')).toBe('year');
  const chart = page.getByRole('application', { name: /^Level of Settlement Layers/ });
  const isChart = () => chart.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < 60 && !(await isChart()); stops += 1) await press('Tab');
  expect(await isChart()).toBe(true);

  const path = pathTo(getThematicHistory, 'settlement-layers', 'year');
  const records = history.parse(await (await fetch(site.url() + path)).json());
  // The year's own chart takes keys, not the one before it.
  await expect.poll(() => page.getByText('past year, since').count()).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await press('Home');
      return chart.getByRole('status').innerText();
    })
    .not.toBe('');

  await press('ArrowRight', 20);
  await press('Shift+ArrowRight', 30);
  await press('Enter');
  await expect.poll(() => param('from')).toBe(records[20]?.date);
  expect(param('to')).toBe(records[50]?.date);
  // The next key is for what is shown by then.
  await page.getByRole('button', { name: 'Clear the zoom' }).waitFor();

  await press('Home');
  await press('m');
  await press('ArrowRight', 10);
  await press('Enter');
  await expect.poll(() => param('measure')).toBe(`${records[20]?.date}..${records[30]?.date}`);
  const [from = NaN, to = NaN] = [records[20]?.total, records[30]?.total];
  const change = Math.abs(to / from - 1) * 100;
  await page
    .getByText(`${change.toFixed(2)}\u2009%`)
    .first()
    .waitFor();

  const coming = page.waitForEvent('download');
  await press('e');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const csv = menu.getByRole('menuitem', { name: 'CSV' });
  await expect.poll(() => csv.evaluate((item) => item === document.activeElement)).toBe(true);
  await press('Enter');
  const rows: string[][] = parse(await readFile(await (await coming).path()));
  expect(rows.slice(1)).toEqual(
    records.slice(20, 51).map(({ date, total }) => [date, String(total)]),
  );

  // Taken back step by step, by keys too.
  await chart.focus();
  await press('Escape');
  await expect.poll(() => param('measure')).toBeNull();
  await expect
    .poll(async () => {
      await press('Escape');
      return param('from');
    })
    .toBeNull();
});

test('what the first press opens gives the focus back when Escape closes it', async () => {
  const { page } = await site.visit('/users');
  await page.getByRole('table', { name: 'Users' }).waitFor();
  for (const name of ['Columns', 'Views']) {
    await page.reload();
    const button = page.getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});
