import { expect, test } from 'vitest';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { openSite } from '#test/support/site.ts';

const site = openSite();

test('by keyboard: users of a search get an attribute after a dry run, and Undo takes it back', async () => {
  const { page } = await site.visit('/users?q=family', { script: axeScript });
  const { keyboard } = page;
  await page.getByText(/^\d+ of 240$/).waitFor();
  await keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected users' });
  const button = bar.getByRole('button', { name: 'Change attribute…' });
  await button.focus();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Change attribute of \d+ users$/ });
  const name = dialog.getByRole('combobox', { name: 'Attribute' });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.type('desk');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('Zürich');
  expect(await violationsOf(page)).toEqual([]);
  await keyboard.press('Enter');
  const plan = dialog.getByRole('group', { name: 'Dry run' });
  await plan.getByText(/^\d+ users will change\.$/).waitFor();
  expect(await plan.evaluate((shown) => shown === document.activeElement)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  const set = dialog.getByRole('button', { name: /^Set desk for \d+ users$/ });
  await set.focus();
  await keyboard.press('Enter');
  await dialog.getByText('Change complete.').waitFor();
  await dialog.getByText(/^(\d+) of \1 users: \1 changed$/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Undo change' }).focus();
  await keyboard.press('Enter');
  await dialog.getByText(/^Undone: \d+ users\.$/).waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await button.evaluate((opener) => opener === document.activeElement)).toBe(true);
});

test('on a phone: an attribute of all that match is removed, and the imports list it', async () => {
  const { page } = await site.visit('/users?q=family', {
    width: 360,
    scheme: 'dark',
    hasTouch: true,
    script: axeScript,
  });
  await page.getByText(/^\d+ of 240$/).waitFor();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  const bar = page.getByRole('region', { name: 'Selected users' });
  await bar.getByRole('button', { name: 'Select all that match' }).tap();
  await bar.getByRole('button', { name: 'Change attribute…' }).tap();
  const dialog = page.getByRole('dialog', { name: /^Change attribute of \d+ users$/ });
  await dialog.getByRole('radio', { name: 'Remove' }).tap();
  await dialog.getByRole('combobox', { name: 'Attribute' }).fill('country');
  await dialog.getByRole('button', { name: 'Preview' }).tap();
  await dialog.getByRole('button', { name: /^Remove country for \d+ users?$/ }).tap();
  await dialog.getByText('Change complete.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await dialog.getByRole('button', { name: 'Recent imports' }).tap();
  await page.getByRole('list', { name: 'Recent imports' }).getByText('Remove country').waitFor();
});
