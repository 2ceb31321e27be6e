import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CreatedAccessKey } from '#contract/access.ts';
import { createKey, signIn } from '#test/support/keys.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite, type Visit } from '#test/support/site.ts';

const site = openSite({ ...standingStill, RATE_PER_KEY: '0' });
let admin: CreatedAccessKey;
let ann: CreatedAccessKey;
let bob: CreatedAccessKey;

beforeAll(async () => {
  admin = await createKey(site.url(), 'admin', 'Ada');
  ann = await createKey(site.url(), 'analyst', 'Ann', admin);
  bob = await createKey(site.url(), 'analyst', 'Bob', admin);
});

async function enter(key: CreatedAccessKey, path: string): Promise<Visit> {
  const visit = await site.visit(path);
  await signIn(visit, key);
  await visit.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await visit.settled();
  return visit;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Views' });
const viewIn = (page: Page, name: RegExp) => dialogOf(page).getByRole('link', { name });

async function runAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type(`>${name}`);
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor();
}

async function act(page: Page, view: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${view}` }).press('Enter');
  await page.getByRole('menuitem', { name: action }).click();
}

const query = '?period=month&sort=-change&total=10000..';

test('an analyst saves a view by keys, an admin shares it, and another analyst makes it their home page', async () => {
  const first = await enter(ann, `/users${query}`);
  await runAction(first.page, 'Save this page as a view');
  await first.page.getByLabel('Save this page as a view').waitFor();
  await first.page.keyboard.type('Movers of the month');
  await first.page.keyboard.press('Enter');
  await viewIn(first.page, /^Movers of the month Users$/).waitFor();
  await first.page.getByRole('button', { name: 'Actions for Movers of the month' }).click();
  const offered = await first.page.getByRole('menuitem').allTextContents();
  expect(offered).toEqual(['Make this my home page', 'Rename', 'Remove']);
  // Escape closes the menu, then the dialog.
  await first.page.keyboard.press('Escape');
  await first.page.getByRole('menu').waitFor({ state: 'detached' });
  await dialogOf(first.page).waitFor();
  await first.page.keyboard.press('Escape');
  await dialogOf(first.page).waitFor({ state: 'detached' });

  const second = await enter(admin, '/thematics');
  await runAction(second.page, 'Manage views');
  await dialogOf(second.page).getByText('No views yet').waitFor();
  await second.page.getByRole('button', { name: 'Show private views of others' }).click();
  await viewIn(second.page, /^Movers of the month Users · Ann$/).waitFor();
  await act(second.page, 'Movers of the month', 'Share with everyone');
  await viewIn(second.page, /shared by Ann$/).waitFor();

  const third = await enter(bob, '/tokens');
  await third.page.keyboard.press('Control+k');
  await third.page.locator('input[role=combobox]:focus').waitFor();
  await third.page.keyboard.type('movers of the month');
  await third.page.getByRole('option', { name: /^Movers of the month/ }).waitFor();
  await third.page.keyboard.press('Enter');
  await third.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(third.page.url()).toContain('period=month');
  await third.page.getByRole('button', { name: 'Movers of the month' }).click();
  await act(third.page, 'Movers of the month', 'Make this my home page');
  await viewIn(third.page, /your home page$/).waitFor();
  await third.page.keyboard.press('Escape');
  await third.go('/tokens');
  await third.go('/');
  await third.page.waitForURL(/\/users\?.*total=10000\.\./);
});

test('the home page of all analysts is that of an analyst without one', async () => {
  const first = await enter(admin, '/exposure?by=token');
  await runAction(first.page, 'Save this page as a view');
  await first.page.keyboard.type('Exposure by token');
  await first.page.keyboard.press('Enter');
  await viewIn(first.page, /^Exposure by token/).waitFor();
  await act(first.page, 'Exposure by token', 'Share with everyone');
  await viewIn(first.page, /^Exposure by token .*shared/).waitFor();
  await act(first.page, 'Exposure by token', 'Make this the home page of all analysts');
  await viewIn(first.page, /home of all analysts$/).waitFor();

  const second = await enter(ann, '/');
  await second.page.waitForURL(/\/exposure\?by=token$/);
  expect(await second.page.getByRole('alert').count()).toBe(0);
  await second.page.getByRole('heading', { level: 1, name: 'Exposure' }).waitFor();

  await act(first.page, 'Exposure by token', 'Remove');
  await viewIn(first.page, /^Exposure by token/).waitFor({ state: 'detached' });
  await second.go('/');
  await second.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await first.page.getByRole('button', { name: 'Undo' }).click();
  await viewIn(first.page, /home of all analysts$/).waitFor();
});
