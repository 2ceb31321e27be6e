import { expect, test } from 'vitest';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

test('by keyboard alone: users of two searches are selected, opened as a book, and compared', async () => {
  const visit = await site.visit('/users', { script: axeScript });
  const { page } = visit;
  const { keyboard } = page;
  const bar = page.getByRole('region', { name: 'Selected users' });
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('link');
  await rows.nth(3).waitFor();
  await keyboard.press('j');
  await keyboard.press('Space');
  await keyboard.press('Shift+ArrowDown');
  await keyboard.press('Shift+ArrowDown');
  await bar.getByText('3 users selected').waitFor();
  await keyboard.press('/');
  await keyboard.type('kestrel-endow');
  await page.getByText(/^1 of 240$/).waitFor();
  await keyboard.press('Enter');
  await keyboard.press('x');
  await bar.getByText('4 users selected').waitFor();
  await bar.getByText(', 3 not in this list').waitFor();
  const total = await bar.locator('dd b').first().innerText();
  expect(await violationsOf(page)).toEqual([]);

  await bar.getByRole('link', { name: 'Open as a book' }).focus();
  await keyboard.press('Enter');
  const strip = page.locator('dl[aria-label=Book]');
  await expect.poll(() => strip.locator('dd').first().innerText()).toContain('4');
  await expect.poll(() => strip.locator('dd').nth(1).innerText()).toBe(total);
  await page.getByRole('link', { name: 'Show the users' }).focus();
  await keyboard.press('Enter');
  await page.getByText(/^4 of 240$/).waitFor();
  await page.getByText('Selection of 4 users').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.goBack();
  await page.goBack();
  await bar.getByText('4 users selected').waitFor();

  await bar.getByRole('link', { name: 'Compare' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('region', { name: 'Returns of 4 users' }).waitFor();
  await expect.poll(() => page.locator('path.recharts-line-curve').count()).toBe(4);
  expect(await violationsOf(page)).toEqual([]);
  await page.goBack();

  await bar.getByText('4 users selected').waitFor();
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().focus();
  await keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
});

test('on a phone: a long press begins, taps select, and all that match are one tap more', async () => {
  const visit = await site.visit('/users?thematic=settlement-layers', {
    width: 360,
    hasTouch: true,
    script: axeScript,
  });
  const { page } = visit;
  const bar = page.getByRole('region', { name: 'Selected users' });
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('link');
  await rows.nth(2).waitFor();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await rows.nth(0).tap();
  await rows.nth(1).tap();
  await bar.getByText('2 users selected').waitFor();
  await bar.getByRole('link', { name: 'Compare' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await bar.getByRole('button', { name: 'Select all that match' }).tap();
  await bar.getByText(/^All \d+ users that match are selected/).waitFor();
  await page.getByRole('button', { name: 'Done' }).tap();
  await bar.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/users');
});
