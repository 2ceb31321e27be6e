import { expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { getThematic, getThematicHistory, getThematics } from '#contract/operations/thematics.ts';
import { getUser, putUser } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { getWebhooks, putWebhook } from '#contract/operations/webhooks.ts';
import { breakPath, faults } from '#test/support/faults.ts';
import { openSite } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';

const site = openSite();
const customId = 'meridian-treasury';
const user = `/users/${customId}`;
const wallet = `${user}/wallets/settlement-layers`;
const thematic = '/thematics/settlement-layers';

/** A page, what is asked that goes wrong and how, the pane that says so, and what lives on beside them. */
const cases = [
  ['problem', '/users', getDirectory.path, 'Users', 'button', 'New user'],
  ['page', user, pathTo(getUserHistory, customId, 'month'), 'The history', 'row', /^Energy Grids/],
  ['down', user, pathTo(getWallets, customId), 'Wallets', 'application', /./],
  ['page', user, pathTo(getUser, customId), 'The attributes', 'row', /^Energy Grids/],
  ['problem', wallet, pathTo(getWallets, customId), 'The wallet', 'link', /thematic$/],
  ['down', thematic, getDirectory.path, 'Holders', 'row', /^KORV/],
  [
    'problem',
    thematic,
    pathTo(getThematic, 'settlement-layers'),
    'The constituents',
    'application',
    /./,
  ],
  ['page', '/thematics', getThematics.path, 'Thematics', 'link', 'Users'],
  ['nonsense', '/settings/webhooks', getWebhooks.path, 'Webhooks', 'button', 'New webhook'],
] as const;

test.each(cases)('%s, at %s: %s', async (name, address, path, pane, role, alive) => {
  const fault = faults[name];
  const visit = await site.visit(null);
  const { page } = visit;
  if (fault.reported !== null) visit.tolerate(fault.reported);
  const mend = await breakPath(page, path, fault);
  await visit.go(address);
  await page.getByRole(role, { name: alive }).first().waitFor();
  // What is read last may ask once more for what failed before it.
  await visit.settled();
  const alert = page.getByRole('alert');
  await alert.getByText(`${pane} could not be read`).waitFor();
  await alert.getByText(fault.words).waitFor();
  await alert.getByText(new RegExp(`^${fault.code}, GET ${path}`)).waitFor();
  await expect.poll(() => alert.count()).toBe(1);

  // A tick of the market may be first: then the pane is back already.
  const before = visit.asked.length;
  await mend();
  const retry = alert.getByRole('button', { name: 'Retry' });
  await Promise.race([retry.click(), alert.waitFor({ state: 'detached' })]);
  await alert.waitFor({ state: 'detached' });
  await visit.settled();
  const calls = visit.asked.slice(before).filter((call) => /^GET \/[px]\//.test(call));
  // Of what was asked before, the query that failed alone; what its answer leads to is asked for the first time.
  const again = calls.filter((call) => visit.asked.slice(0, before).includes(call));
  expect(new Set(again)).toEqual(new Set([`GET ${path}`]));
  expect(await alert.count()).toBe(0);
});

test('records that cannot be read are counted and named, with the JSON one click away', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  const path = pathTo(getUserHistory, customId, 'month');
  // In all tabs: the answer is opened in another.
  await page.context().route(({ pathname }) => pathname === path, faults.nonsense.bringAbout);
  await visit.go(user);
  await page.getByText('No record could be read.').waitFor();
  const line = page.getByText(/^2 of 2 records could not be read: no readable time in 1, nothing/);
  await line.waitFor();
  await page.getByRole('row', { name: /^Energy Grids/ }).waitFor();
  const [answer] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('status')
      .filter({ has: line })
      .getByRole('link', { name: /^JSON of/ })
      .click(),
  ]);
  await answer.getByText('"yesterday"').waitFor();
  expect(new URL(answer.url()).pathname).toBe(path);
});

test('a period that cannot be read does not hold back the others', async () => {
  const visit = await site.visit(`${thematic}?period=week`);
  const { page } = visit;
  const line = page.locator('path.recharts-line-curve');
  await line.waitFor();
  visit.tolerate(faults.problem.reported);
  await breakPath(page, pathTo(getThematicHistory, 'settlement-layers', 'year'), faults.problem);
  await page.getByRole('radio', { name: 'Year' }).click();
  await page.getByRole('alert').getByText(faults.problem.words).waitFor();
  await page.getByRole('radio', { name: 'Day' }).click();
  await line.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('when nothing answers any more, what was read stays, and the page says since when', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  await page.clock.install();
  visit.tolerate(faults.down.reported);
  // Without the live stream the page asks by itself, at each tick.
  await page.route('**/x/live*', faults.down.bringAbout);
  await visit.go(thematic);
  const constituents = page.getByRole('region', { name: 'Constituents' });
  const holders = page.getByRole('region', { name: 'Holders' });
  await constituents.getByRole('row', { name: /^KORV/ }).waitFor();
  await holders.getByRole('row').nth(5).waitFor();
  await page.locator('path.recharts-line-curve').waitFor();
  await visit.settled();

  await page.route(/\/[px]\//, faults.down.bringAbout);
  // The market ticks: everything is asked again.
  await page.clock.fastForward('01:00:30');
  await page.clock.runFor(5000);
  const lost = page.getByRole('banner').getByText(/^No connection since \d\d:\d\d$/);
  await lost.waitFor();
  // On a phone it stands above the places: the title is where it would be.
  await page.setViewportSize({ width: 360, height: 780 });
  expect((await lost.boundingBox())?.y).toBeGreaterThan(600);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const what of ['The history', 'Holders', 'The constituents']) {
    const line = new RegExp(
      `^${what} could not be refreshed at \\d\\d:\\d\\d: The service cannot be reached\\. .* Showing data from \\d\\d:\\d\\d\\.`,
    );
    await page.getByText(line).waitFor();
  }
  expect(await constituents.getByRole('row', { name: /^KORV/ }).isVisible()).toBe(true);
  expect(await page.locator('path.recharts-line-curve').isVisible()).toBe(true);

  // One of them can be read again: that query alone is asked once more.
  await page.route(
    ({ pathname }) => pathname === getDirectory.path,
    (route) => route.continue(),
  );
  const stale = /could not be refreshed/;
  const before = visit.asked.length;
  await holders.getByRole('button', { name: 'Retry' }).click();
  await holders.getByText(stale).waitFor({ state: 'detached' });
  expect(await constituents.getByText(stale).isVisible()).toBe(true);
  expect(visit.asked.slice(before)).not.toContain(
    `GET ${pathTo(getThematic, 'settlement-layers')}`,
  );

  // With the service, the rest is back by itself.
  await page.unroute(/\/[px]\//);
  await page.clock.fastForward('01:00:30');
  await page.getByText(stale).first().waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText(stale).count()).toBe(0);
});

test('a service that asks to wait is asked again by itself', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  visit.tolerate(/429/);
  let refused = 0;
  await page.route('**/p/thematics', async (route) => {
    refused += 1;
    await (refused > 1
      ? route.continue()
      : route.fulfill({ status: 429, headers: { 'Retry-After': '4' }, body: 'Slowly, please.' }));
  });
  await visit.go('/thematics');
  const alert = page.getByRole('alert');
  await alert.getByText('Slowly, please.').waitFor();
  await alert.getByText('retries after 4 s').waitFor();
  await page.getByRole('row', { name: /Settlement Layers/ }).waitFor();
  expect(refused).toBe(2);
});

test('what was typed is not lost when it cannot be saved', async () => {
  const visit = await site.visit('/users?create=');
  const { page } = visit;
  const dialog = page.getByRole('dialog', { name: 'New user' });
  const id = dialog.getByRole('textbox', { name: 'Id' });
  await id.fill('kept');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Kept & sent');
  for (const fault of [faults.problem, faults.down]) {
    visit.tolerate(fault.reported);
    const mend = await breakPath(page, pathTo(putUser, 'kept'), fault);
    await id.press('Enter');
    await dialog.getByRole('alert').getByText(fault.words).waitFor();
    expect(await id.inputValue()).toBe('kept');
    await mend();
  }
  expect(await dialog.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Kept & sent');
  await id.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'kept', exact: true }).waitFor();
  await page.getByText('Kept & sent').first().waitFor();
  expect(visit.asked.filter((call) => call.startsWith('PUT'))).toHaveLength(3);
});

test('a webhook that could not be removed stays, and the page says why', async () => {
  await fetch(site.url() + putWebhook.path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/', type: '*' }),
  });
  const visit = await site.visit('/settings/webhooks');
  const { page } = visit;
  const remove = page.getByRole('button', { name: 'Remove *', exact: true });
  await remove.waitFor();
  visit.tolerate(faults.problem.reported);
  const mend = await breakPath(page, getWebhooks.path, faults.problem);
  await remove.click();
  await page.getByText(/^The webhook could not be removed: The prices are being moved/).waitFor();
  expect(await remove.isVisible()).toBe(true);
  await mend();
  await remove.click();
  await page.getByText('No webhooks yet').waitFor();
});
