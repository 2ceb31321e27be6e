import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { bookPerformance } from '#contract/book.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookPerformance } from '#contract/operations/book.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

test('net invested on the chart of a book: legend, file, and off and on again', async () => {
  const visit = await site.visit('/book?thematic=settlement-layers&period=year', {
    script: axeScript,
  });
  const { page } = visit;
  const legend = page.getByText(/^Net invested [\d,.]+: the total of /);
  await legend.waitFor();
  await visit.settled();
  await expect.poll(() => page.locator('path.recharts-line-curve').count()).toBe(2);
  await expect.poll(() => violationsOf(page)).toEqual([]);

  const coming = page.waitForEvent('download');
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const [head, ...rows]: string[][] = parse(await readFile(await (await coming).path()));
  expect(head?.[2]).toMatch(/^Net invested/);
  const path = pathOf(getBookPerformance, {
    params: { historyType: 'year' },
    query: { thematic: ['settlement-layers'] },
  });
  const { dates, total, flow } = bookPerformance.parse(
    await (await fetch(site.url() + path)).json(),
  );
  const written = new Map(rows.map(([time, , invested]) => [time, Number(invested)]));
  let invested = total[0] ?? NaN;
  // The last record moves with each tick.
  for (const [t, date] of dates.slice(0, -1).entries()) {
    if (t > 0) invested += flow?.[t] ?? NaN;
    expect(written.get(date)).toBeCloseTo(invested, 3);
  }

  await page.getByRole('button', { name: 'Net invested' }).click();
  await legend.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('invested')).toBe('0');
  await page.goBack();
  await legend.waitFor();
});
