import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type CreatedAccessKey, triesPerMinute } from '#contract/access.ts';
import { roleText } from '#contract/roleTexts.ts';
import { axeScript, violationsInBothSchemes } from '#test/support/axe.ts';
import { bearerOf, createKey, readableIn, signIn } from '#test/support/keys.ts';
import { controlsOnPaper, sheetsOf } from '#test/support/paper.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite, type Visit, widths } from '#test/support/site.ts';
import { smallTargets } from '#test/support/targets.ts';

const site = openSite({ ...standingStill, RATE_PER_ADDRESS: '0' });

/** The first key, an admin key, turns sign-in on. */
let admin: CreatedAccessKey;
let analyst: CreatedAccessKey;

beforeAll(async () => {
  admin = await createKey(site.url(), 'admin', 'Ada');
  analyst = await createKey(site.url(), 'analyst', 'Ann', admin);
});

const endSessions = (of: CreatedAccessKey) =>
  fetch(`${site.url()}/x/sessions`, { method: 'DELETE', headers: bearerOf(of) });

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });
const endedDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const usersHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Users' });

/** Opens a page and signs in where it leads. */
async function enter(path: string, key: CreatedAccessKey): Promise<Visit> {
  const visit = await site.visit(path);
  await signIn(visit, key);
  await signInHeading(visit.page).waitFor({ state: 'detached' });
  return visit;
}

const refusals = [/answer 401: /, /console error: .* 401 /];

/** A session ended: what was on its way then was refused. */
function letEnd(visit: Visit): void {
  for (const refusal of refusals) visit.tolerate(refusal);
}

/** Who signs out may have something on its way. */
function letSignOut(visit: Visit): void {
  for (const refusal of refusals) visit.allow(refusal);
}

test('opening a link shows the sign-in at its address, and no script can read the key or the session', async () => {
  const visit = await site.visit('/users?q=acme&sort=-total');
  const { page } = visit;
  await signInHeading(page).waitFor();
  // The page requested nothing that needs a sign-in.
  expect(new Set(visit.asked.filter((call) => / \/[px]\//.test(call)))).toEqual(
    new Set(['GET /x/session']),
  );
  const field = page.getByLabel('Key', { exact: true });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field.getAttribute('type')).toBe('password');
  expect(await field.getAttribute('autocomplete')).toBe('current-password');
  await page.getByRole('button', { name: 'Show the key' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  await signIn(visit, admin);
  await usersHeading(page).waitFor();
  expect(new URL(page.url()).search).toBe('?q=acme&sort=-total');
  await visit.settled();
  // The focused field is gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(await readableIn(visit)).not.toContain(admin.key);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await readableIn(visit)).not.toContain(cookie?.value);
  await page.reload();
  await usersHeading(page).waitFor();
});

test.each(widths)(
  'the form to sign in keeps nobody out, %s px wide, light and dark',
  async (width) => {
    const visit = await site.visit('/users', { width, script: axeScript });
    const { page } = visit;
    await page.getByLabel('Key', { exact: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await signIn(visit, analyst);
    await usersHeading(page).waitFor();
    await page.getByRole('button', { name: 'Signed in as Ann, analyst' }).click();
    await page.getByText(roleText('analyst')).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(width === 360 ? await smallTargets(page) : []).toEqual([]);
    letEnd(visit);
    await endSessions(analyst);
    await endedDialog(page).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  },
);

test('when a session ends, the input is preserved: sign in over the form, then save', async () => {
  const visit = await enter('/users?create=', admin);
  const { page } = visit;
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByRole('textbox', { name: 'Id' }).fill('typed-before');
  await form.getByRole('textbox', { name: /^Name/ }).fill('Typed Before');
  letEnd(visit);
  await endSessions(admin);
  await endedDialog(page).waitFor();
  await page.keyboard.press('Escape');
  await signIn(visit, admin);
  await endedDialog(page).waitFor({ state: 'detached' });
  expect(await form.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Typed Before');
  await form.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('heading', { level: 1, name: 'typed-before' }).waitFor();
});

/** What is on paper while the form to sign in is on the screen: the page, and not the form. */
async function isPageAlone(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await page.evaluate(controlsOnPaper)).toEqual([]);
  // Charts measure themselves one frame after a resize.
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBe(794);
  const heading = page.getByRole('heading', { level: 1, includeHidden: true });
  expect(await heading.isVisible()).toBe(true);
  const ofForm = page.getByText(/session has ended|Sign in/).filter({ visible: true });
  expect(await ofForm.allInnerTexts()).toEqual([]);
}

test('below the sign-in form the page prints as before, without the form', async () => {
  const visit = await enter('/users/meridian-treasury?period=year', admin);
  const { page } = visit;
  await page.locator('path.recharts-line-curve').first().waitFor();
  await visit.settled();
  expect(await sheetsOf(page, 'A4')).toBe(1);
  letEnd(visit);
  await endSessions(admin);
  await endedDialog(page).waitFor();
  expect(await sheetsOf(page, 'A4')).toBe(1);
  await isPageAlone(page);
});

test('below the sign-in form the user list prints the loaded users and the total', async () => {
  const visit = await enter('/users?sort=user', admin);
  const { page } = visit;
  // Other tests of this file create users.
  await page.getByText(/^(\d+) of \1$/).waitFor();
  letEnd(visit);
  await endSessions(admin);
  await endedDialog(page).waitFor();
  await isPageAlone(page);
  await page.getByText(/^First 50 of \d+ users$/).waitFor();
  const rows = page.getByRole('table', { name: 'Users', includeHidden: true }).locator('tbody tr');
  expect(await rows.count()).toBe(50);
});

test('a key revoked during an edit is replaced by another, and the edit is saved', async () => {
  const first = await createKey(site.url(), 'admin', 'Grace', admin);
  const visit = await enter('/users/meridian-treasury?edit=attributes', first);
  const { page } = visit;
  const form = page.getByRole('dialog', { name: 'Attributes of meridian-treasury' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Meridian, renamed');
  letEnd(visit);
  const second = await createKey(site.url(), 'admin', 'Grace', admin);
  await fetch(`${site.url()}/x/keys/${first._id}`, {
    method: 'DELETE',
    headers: bearerOf(admin),
  });
  // The live stream may report it first. Then the dialog covers the button.
  await form.getByRole('button', { name: 'Save', exact: false }).first().dispatchEvent('click');
  await endedDialog(page).waitFor();
  await signIn(visit, second);
  await endedDialog(page).waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Meridian, renamed');
  await form.getByRole('button', { name: 'Save', exact: false }).first().click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Meridian, renamed').first().waitFor();
});

test('signing out leaves no data behind, and other tabs notice it', async () => {
  const visit = await enter('/users', admin);
  const { page } = visit;
  await page.getByRole('row', { name: /^meridian-treasury/ }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${site.url()}/thematics`);
  await other.getByRole('link', { name: 'Settlement Layers' }).first().waitFor();
  letSignOut(visit);
  await page.getByRole('button', { name: 'Signed in as Ada, admin' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signInHeading(page).waitFor();
  expect(await page.getByText('meridian-treasury').count()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  await endedDialog(other).waitFor();
  await signIn(visit, admin);
  await page.getByRole('row', { name: /^meridian-treasury/ }).waitFor();
  await endedDialog(other).waitFor({ state: 'detached' });
});

test('the palette signs out too, and Sign out everywhere ends all sessions of the key', async () => {
  const here = await enter('/users', admin);
  const there = await enter('/thematics', admin);
  letEnd(there);
  letSignOut(here);
  await here.page.getByRole('button', { name: 'Signed in as Ada, admin' }).click();
  await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await signInHeading(here.page).waitFor();
  await endedDialog(there.page).waitFor();
  await signIn(here, admin);
  await usersHeading(here.page).waitFor();
  await here.page.keyboard.press('Control+k');
  await here.page.keyboard.type('>sign out');
  await here.page.getByRole('option', { name: /^Sign out/ }).waitFor();
  await here.page.keyboard.press('Enter');
  await signInHeading(here.page).waitFor();
  expect(await here.page.context().cookies()).toEqual([]);
});

test('data of the previous user is gone before another one sees the page', async () => {
  const visit = await enter('/settings/access', admin);
  const { page } = visit;
  await page.getByRole('row', { name: /^Ann / }).waitFor();
  letEnd(visit);
  await endSessions(admin);
  await endedDialog(page).waitFor();
  await signIn(visit, analyst);
  await endedDialog(page).waitFor({ state: 'detached' });
  await page.getByText(/Access: This needs the role admin/).waitFor();
  expect(await page.getByRole('row').count()).toBe(0);
});

test('says that the service is unreachable, and preserves the key', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  await page.route('**/x/session', (route) => route.abort('connectionrefused'));
  visit.tolerate(/ERR_CONNECTION_REFUSED/);
  await signIn(visit, admin);
  await page.getByText(/^The service cannot be reached\..* Try again\.$/).waitFor();
  await page.unroute('**/x/session');
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe(admin.key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await usersHeading(page).waitFor();
});

// This test is last, because the address must wait afterwards.
test('a wrong key is rejected with a reason, and after five the form shows how long to wait', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  letEnd(visit);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Paste your key here.').waitFor();
  const field = page.getByLabel('Key', { exact: true });
  for (let tried = 0; tried < triesPerMinute; tried += 1) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await signIn(visit, { key: `pfk_wrong_${tried}` });
    expect((await answered).status()).toBe(401);
    await page.getByText(/^This key is unknown/).waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  visit.tolerate(/answer 429: /);
  visit.tolerate(/console error: .* 429 /);
  await signIn(visit, { key: 'pfk_wrong' });
  const waiting = page.getByRole('button', { name: /^Try again in \d+ s$/ });
  await waiting.waitFor();
  const said = await waiting.innerText();
  await expect.poll(() => waiting.innerText()).not.toBe(said);
  await page.getByText(/^5 wrong keys came from your address/).waitFor();
});
