import { expect, test } from 'vitest';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

test.each([1280, 360] as const)(
  'from a filtered list to its book and back, by keyboard, at %i px',
  async (width) => {
    const visit = await site.visit('/users?thematic=settlement-layers&total=1000..', {
      width,
      script: axeScript,
    });
    const { page } = visit;
    const found = page.locator('output b').first();
    await found.waitFor();
    const count = await found.innerText();
    // The palette has it at any width.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('book of these');
    await page.getByRole('option', { name: /^Open as a book/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Members' }).waitFor();
    const users = page.getByRole('region', { name: 'Members' });
    expect(await users.innerText()).toContain('Settlement Layers');
    await page.getByText(/^high /).waitFor();
    expect(new URL(page.url()).pathname).toBe('/book');
    const strip = page.locator('dl[aria-label=Book]');
    await expect.poll(() => strip.locator('dd').first().innerText()).toContain(count);
    await expect.poll(() => strip.locator('dd').nth(2).innerText()).toMatch(/^[−+][\d.]+/);
    await page.keyboard.press('4');
    await expect.poll(() => strip.innerText()).toContain('Net flow, year');
    await visit.settled();
    // Figures of the last period are dimmed until the new ones have come.
    await expect.poll(() => violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await page.getByRole('link', { name: 'Show the users' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Users' }).waitFor();
    expect(new URL(page.url()).search).toBe('?thematic=settlement-layers&total=1000..&period=year');
    expect(await found.innerText()).toBe(count);
    await page.goBack();
    await page.getByText(/^high /).waitFor();
  },
);

test('on paper, nothing is wider than the sheet', async () => {
  const visit = await site.visit('/book?thematic=settlement-layers&period=year');
  const { page } = visit;
  await page.getByText(/^high /).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('table', { name: 'Largest changes' }).getByRole('row').nth(8).waitFor();
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await visit.settled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794);
});
