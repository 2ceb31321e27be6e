import { expect, test } from 'vitest';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user, walletList } from '#test/support/embedded.ts';

const site = sharedSite();
const totals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Ids that an address can carry only when each is encoded once and decoded once. */
const ids = [
  ['Zoë/β?#100% ok', 'Zoë "Beta" O’Hara <zoe@example.com>'],
  ['x/y', 'Slash'],
  ['x%2Fy', 'Escaped slash'],
  ['日本-ファンド', '日本デジタル資産ファンド'],
  ['شركة-النور', 'شركة النور للاستثمار'],
] as const;

async function read(path: string): Promise<unknown> {
  const response = await fetch(site.url() + path);
  expect(response.status).toBe(200);
  return response.json();
}

/** The page is that of this user: id, name, total and the first of its wallets. */
async function isOf({ page }: Visit, customId: string, name: string): Promise<void> {
  const { total } = user.parse(await read(pathTo(getUser, customId)));
  await page.getByRole('heading', { level: 1, name: customId, exact: true }).waitFor();
  await page.getByRole('main').getByText(name, { exact: true }).first().waitFor();
  const pane = page.getByRole('region', { name: `Total of ${customId}`, exact: true });
  await expect.poll(() => pane.textContent()).toContain(totals.format(total));
  expect(await page.title()).toBe(`${customId} · Portfolio`);
}

test('each is found, opened, and opened by its address', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  const users = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' });
  for (const [customId, name] of ids) {
    await opens(visit, customId, name);
    await users.click();
    await expect.poll(() => page.url()).toBe(`${site.url()}/users`);
  }
});

async function opens(visit: Visit, customId: string, name: string): Promise<void> {
  const { page } = visit;
  const address = `${site.url()}/users/${encodeURIComponent(customId)}`;
  // Links from the list carry its period.
  const period = '?period=day';
  await page.getByRole('searchbox', { name: 'Search users' }).fill(customId);
  await page.getByRole('status').getByText('1 of 240').waitFor();
  const row = page.getByRole('row').nth(1);
  await row.getByRole('link').click();
  await isOf(visit, customId, name);
  expect(page.url()).toBe(address + period);

  await page.reload();
  await isOf(visit, customId, name);
  expect(page.url()).toBe(address + period);

  // One of its wallets, whose address holds the id in its middle, and back by the way above the title.
  const wallets = walletList.parse(await read(pathTo(getWallets, customId)));
  const largest = wallets.toSorted((a, b) => b.total - a.total)[0];
  await page.getByRole('region', { name: 'Wallets' }).getByRole('link').first().click();
  await page.getByText(`wallet of ${customId}`).waitFor();
  expect(page.url()).toBe(`${address}/wallets/${largest?.thematics}${period}`);
  await page.reload();
  const sum = page.getByRole('row', { name: /^Positions total/ });
  await expect.poll(() => sum.textContent()).toContain(totals.format(largest?.total ?? NaN));
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: customId, exact: true })
    .click();
  await isOf(visit, customId, name);
}

test('a slash and an escaped slash are two users', async () => {
  const [slash, escaped] = [
    user.parse(await read(pathTo(getUser, 'x/y'))),
    user.parse(await read(pathTo(getUser, 'x%2Fy'))),
  ];
  expect(slash._id).not.toBe(escaped._id);
  expect(totals.format(slash.total)).not.toBe(totals.format(escaped.total));
  const visit = await site.visit('/users/x%252Fy');
  await isOf(visit, 'x%2Fy', 'Escaped slash');
  await visit.go('/users/x%2Fy');
  await isOf(visit, 'x/y', 'Slash');
  await visit.page.goBack();
  await isOf(visit, 'x%2Fy', 'Escaped slash');
});

test('an id that is written as a browser may write it is the same user', async () => {
  // Neither a space nor a letter beyond ASCII is encoded by hand.
  const visit = await site.visit('/users/日本-ファンド');
  await isOf(visit, '日本-ファンド', '日本デジタル資産ファンド');
  await visit.go('/users/Zoë%2Fβ%3F%23100%25 ok');
  expect(visit.page.url()).toBe(`${site.url()}/users/Zo%C3%AB%2F%CE%B2%3F%23100%25%20ok`);
  await isOf(visit, 'Zoë/β?#100% ok', 'Zoë "Beta" O’Hara <zoe@example.com>');
});

test('an address that stands for no text is a page that was not found', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  // The router's own words to whoever develops.
  visit.tolerate(/console warning: The URL path ".*" could not be decoded/);
  for (const path of ['/users/%E0%A4', '/users/%ZZ/wallets/x', '/thematics/%', '/%E0%A4%A']) {
    await visit.go(path);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await page.getByText(path, { exact: true }).waitFor();
  }
  expect(visit.asked.filter((call) => call.startsWith('GET /p/users/'))).toEqual([]);
  await page.getByRole('link', { name: 'Go to users' }).click();
  await page.getByRole('table', { name: 'Users' }).waitFor();
});
