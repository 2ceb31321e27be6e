import { expect, test } from 'vitest';
import type { Route } from 'playwright-core';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { createKey, readableIn, signIn } from '#test/support/keys.ts';
import { openSite } from '#test/support/site.ts';

const site = openSite();
/** Of the first admin. */
let first: string;

test('the first key turns sign-in on and is shown once; others are created and revoked, except the last admin key', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  await page.getByRole('button', { name: 'Access: local, no sign-in' }).click();
  await page.getByRole('link', { name: 'Create the first key' }).click();
  await page.getByText(/^No keys yet\. Anyone on this machine has full access/).waitFor();
  const create = page.getByRole('button', { name: 'New key' });
  await create.click();
  const form = page.getByRole('dialog', { name: 'New key' });
  await form.getByText(/^This is the first key\. Creating it turns sign-in on/).waitFor();
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('enter at least one character').waitFor();
  await form.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await form.getByRole('textbox', { name: 'Expires' }).fill('2001-01-01');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Choose a time in the future.').waitFor();
  await form.getByRole('textbox', { name: 'Expires' }).fill('');
  await form.getByRole('button', { name: 'Create key' }).click();
  const created = page.getByRole('dialog', { name: 'Key created' });
  const key = (await created.locator('code').innerText()).trim();
  expect(key).toMatch(/^pfk_/);
  first = key;
  await created.getByRole('button', { name: 'Copy key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  // Escape does not discard the key.
  await page.keyboard.press('Escape');
  await created.getByText(/^This key is shown only once/).waitFor();
  await created.getByRole('button', { name: 'Stay' }).click();
  await created.getByRole('button', { name: 'Done' }).click();
  await created.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Signed in as Ada, admin' }).waitFor();
  expect((await fetch(`${site.url()}/p/users`)).status).toBe(401);
  await visit.settled();
  expect(await readableIn(visit)).not.toContain(key);

  await create.click();
  await form.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await form.getByRole('button', { name: 'Create key' }).click();
  await created.getByText(/, Analyst\. Copy the key now/).waitFor();
  await created.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke Ann' }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke this key?' });
  await revoke.getByText(/This cannot be undone/).waitFor();
  await revoke.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('row', { name: /^Ann .*revoked / }).waitFor();

  visit.tolerate(/answer 409: /);
  visit.tolerate(/console error: .* 409 /);
  await page.getByRole('button', { name: 'Revoke Ada' }).click();
  await revoke.getByRole('button', { name: 'Revoke', exact: true }).click();
  await revoke.getByText(/^Not revoked: Without this key, no admin could sign in/).waitFor();
  await revoke.getByRole('button', { name: 'Cancel' }).click();
});

/** Answers as the service does 15 minutes after the sign-in, which is too long for a test. */
const refuse = (route: Route) =>
  route.request().method() === 'GET'
    ? route.continue()
    : route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: {
          type: '/p/docs#problem-sign-in-too-old',
          code: 'sign-in-too-old',
          status: 403,
          title: 'Sign in again',
          instance: '/x/keys',
          detail: 'Creating a key requires a recent sign-in. Sign in again.',
        },
      });

test('an old session signs in again, and then its request is sent', async () => {
  const admin = await createKey(site.url(), 'admin', 'Grace', { key: first });
  const visit = await site.visit('/settings/access?create=Bo', { script: axeScript });
  const { page } = visit;
  await signIn(visit, admin);
  const form = page.getByRole('dialog', { name: 'New key' });
  visit.tolerate(/answer 403: /);
  visit.tolerate(/console error: .* 403 /);
  await page.route('**/x/keys*', refuse);
  await form.getByRole('button', { name: 'Create key' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByText(/Your request is sent after you sign in/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  // Closing the sign-in restores the form.
  await page.keyboard.press('Escape');
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Bo');
  await form.getByRole('button', { name: 'Create key' }).click();
  await again.waitFor();
  await page.unroute('**/x/keys*');
  await signIn(visit, admin);
  const created = page.getByRole('dialog', { name: 'Key created' });
  await created.getByText(/^Bo, Analyst\./).waitFor();
  await created.getByRole('button', { name: 'Done' }).click();

  await page.route('**/x/keys/*', refuse);
  await page.getByRole('button', { name: 'Revoke Bo' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await again.waitFor();
  await page.unroute('**/x/keys/*');
  await signIn(visit, admin);
  await page.getByText('Key Bo revoked').waitFor();
  await page.getByRole('row', { name: /^Bo .*revoked / }).waitFor();
});
