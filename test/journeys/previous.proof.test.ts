import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeScript, violationsInBothSchemes } from '#test/support/axe.ts';
import { everyLineIsDrawn } from '#test/support/drawn.ts';
import { sharedSite, widths } from '#test/support/site.ts';

const site = sharedSite();
const user = '/users/meridian-treasury';
const pane = (page: Page) => page.getByRole('region', { name: 'Total of meridian-treasury' });
const toggle = (page: Page) => pane(page).getByRole('button', { name: 'Previous period' });
const legend = (page: Page) => pane(page).locator('p > span', { hasText: /^Previous period/ });
const lines = (page: Page) => pane(page).locator('.recharts-line-curve').count();

test('an analyst compares with the month before, by keyboard, shares the link and saves the figures', async () => {
  const visit = await site.visit(user);
  const { page } = visit;
  await pane(page)
    .getByText(/^past month, since/)
    .waitFor();
  await page.waitForFunction(everyLineIsDrawn);
  await visit.settled();
  const before = visit.asked.length;
  await toggle(page).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => legend(page).innerText())
    .toMatch(/^Previous period, .* to .*: [\d,.]+, [+−]/);
  await expect.poll(() => lines(page)).toBe(2);
  // One request, and only now.
  expect(visit.asked.slice(before).filter((call) => /^GET \/[px]\//.test(call))).toEqual([
    'GET /x/users/meridian-treasury/performance/month',
  ]);
  expect(new URL(page.url()).searchParams.get('previous')).toBe('1');

  await pane(page).getByRole('application').focus();
  await page.keyboard.press('Home');
  await expect
    .poll(() => pane(page).getByRole('status').innerText())
    .toMatch(/, Previous period, /);

  // The link shows the same.
  const shown = await legend(page).innerText();
  await page.reload();
  await expect.poll(() => legend(page).innerText()).toBe(shown);
  await page.waitForFunction(everyLineIsDrawn);

  await pane(page).getByRole('button', { name: 'Export (e)' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const [head, ...rows] = (await readFile(await (await saved).path(), 'utf8'))
    .trim()
    .split(/\r?\n/);
  expect(head).toMatch(
    /^time,Total of meridian-treasury \(USD\),Previous period: time,Previous period \(USD\)$/,
  );
  const [at, total, earlier, figure] = rows[0]?.split(',') ?? [];
  expect(Date.parse(at ?? '') - Date.parse(earlier ?? '')).toBe(30 * 86_400_000);
  expect(Number(total)).toBeGreaterThan(0);
  expect(Number(figure)).toBeGreaterThan(0);

  await page.keyboard.press('5');
  await expect
    .poll(() => legend(page).innerText())
    .toBe('Previous period: nothing is before all of the history');
  expect(await toggle(page).getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => lines(page)).toBe(1);
});

test('a wallet, a thematic and a token have it too', async () => {
  const visit = await site.visit(`${user}/wallets/settlement-layers?previous=1`);
  const { page } = visit;
  const note = page.getByText(/^Previous period, .* to .*: .*\d/).first();
  await note.waitFor();
  // The wallet, its thematic and the wallet's month before.
  await expect.poll(() => page.locator('.recharts-line-curve').count()).toBe(3);
  await visit.go('/thematics/settlement-layers?previous=1&mode=drawdown&period=year');
  await page.getByText(/^Previous period, .* to .*: −/).waitFor();
  await visit.go('/tokens/KORV');
  await page.getByRole('button', { name: 'Previous period' }).click();
  await note.waitFor();
});

test.each(widths)('fits %i px, light and dark, and axe finds nothing', async (width) => {
  const visit = await site.visit(`${user}?previous=1`, { width, script: axeScript });
  const { page } = visit;
  await expect.poll(() => lines(page)).toBe(2);
  await visit.settled();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const tools = await pane(page).getByRole('button', { name: 'Export (e)' }).boundingBox();
  expect((tools?.x ?? 0) + (tools?.width ?? 0)).toBeLessThanOrEqual(width);
  const bar = await toggle(page).boundingBox();
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(width);
});
