import { expect, test } from 'vitest';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

test('the palette and the sheet of shortcuts give the focus back to where it was', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  await page.getByText('240 of 240').waitFor();
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const hasFocus = () => search.evaluate((field) => field === document.activeElement);
  await search.focus();
  // Even while something is typed.
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.type('meridian');
  await page.getByRole('option', { name: /^meridian-treasury/ }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(await hasFocus()).toBe(true);
  expect(await search.inputValue()).toBe('');

  const first = page.getByRole('link', { name: /meridian-treasury/ }).first();
  await first.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('by keys alone from anywhere to a user, and what was chosen stands first the next time', async () => {
  const visit = await site.visit('/settings/preferences');
  const { page } = visit;
  await page.getByText('Gain and loss', { exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type('x%2Fy');
  await page.getByRole('option', { name: /^x%2Fy/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'x%2Fy', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/users/x%252Fy');
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' });
  await recent.getByRole('option', { name: 'x%2Fy' }).waitFor();
});

test('preferences take effect at once, without another load, and stand in no address', async () => {
  const visit = await site.visit('/users/meridian-treasury');
  const { page } = visit;
  await page.getByText(/^All wallets/).waitFor();
  await visit.settled();
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('combobox', { name: 'Number and date format' }).click();
  await page.getByRole('option', { name: 'German (Germany)' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Tokyo' }).click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.getByRole('radio', { name: 'Green and red' }).click();
  await page.getByRole('radio', { name: 'Custom', exact: true }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('CHF');
  await page.locator('html[data-mantine-color-scheme=dark][data-gain-loss=green-red]').waitFor();
  await page.goBack();
  await page.getByText(/^All wallets/).waitFor();
  const main = page.getByRole('main');
  await expect.poll(() => main.innerText()).toMatch(/Total\s+CHF/);
  await expect.poll(() => main.innerText()).toMatch(/\d{1,3}(\.\d{3})+,\d\d\s/);
  await expect.poll(() => page.getByRole('banner').innerText()).toContain('GMT+9');
  expect(new URL(page.url()).search).toBe('');
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  // Nothing of it was told to the service.
  expect(visit.asked.filter((asked) => !asked.startsWith('GET '))).toEqual([]);
});
