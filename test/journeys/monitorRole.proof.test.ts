import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CreatedAccessKey } from '#contract/access.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { bearerOf, createKey, signIn } from '#test/support/keys.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite } from '#test/support/site.ts';

const site = openSite({ ...standingStill, RATE_PER_ADDRESS: '0' });
let admin: CreatedAccessKey;
let analyst: CreatedAccessKey;
let monitor: CreatedAccessKey;

beforeAll(async () => {
  admin = await createKey(site.url(), 'admin', 'Ada');
  analyst = await createKey(site.url(), 'analyst', 'Ann', admin);
  monitor = await createKey(site.url(), 'monitor', 'prometheus', admin);
});

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });

test('a monitor sees the role’s pages without a rejected request, and can sign out', async () => {
  const visit = await site.visit('/users/meridian-treasury');
  const { page } = visit;
  await signIn(visit, monitor);
  await page.getByRole('heading', { name: 'No access to the dashboard' }).waitFor();
  await page.getByText(/with the Monitor role: metrics and health only/).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await visit.go('/thematics');
  await page.getByRole('link', { name: 'Metrics' }).waitFor();
  await page.evaluate(axeScript);
  expect(await violationsOf(page)).toEqual([]);
  await visit.settled();
  // A rejected request would fail the visit.
  expect(new Set(visit.asked.filter((call) => / \/[px]\//.test(call)))).toEqual(
    new Set(['GET /x/session', 'POST /x/session']),
  );
  for (const name of ['Metrics', 'Health']) {
    const answered = page.waitForResponse(/\/x\/(metrics|health)$/);
    await page.getByRole('link', { name }).click();
    expect((await answered).status()).toBe(200);
    await page.goBack();
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signInHeading(page).waitFor();
  await signIn(visit, analyst);
  await page.getByRole('heading', { level: 1, name: 'Thematics' }).waitFor();
});

test('data of the previous user is gone before a monitor sees the page', async () => {
  const visit = await site.visit('/settings/access');
  const { page } = visit;
  await signIn(visit, admin);
  await page.getByRole('row', { name: /^Ann / }).first().waitFor();
  // The session ended, so requests in flight are rejected.
  visit.tolerate(/answer 401: /);
  visit.tolerate(/console error: .* 401 /);
  await fetch(`${site.url()}/x/sessions`, { method: 'DELETE', headers: bearerOf(admin) });
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await signIn(visit, monitor);
  await page.getByRole('heading', { name: 'No access to the dashboard' }).waitFor();
  expect(await page.getByText('Ann').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signInHeading(page).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
