import { expect, test } from 'vitest';
import { peers } from '#contract/peers.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();
const user = '/users/meridian-treasury';

test('peers by country and by thematic on the chart of a user, in its table and in the address', async () => {
  const visit = await site.visit(`${user}?mode=percent`);
  const { page } = visit;
  await page.getByText(/^All wallets/).waitFor();
  await page.getByRole('button', { name: 'Peers' }).click();
  await page.getByText(/^\d+ users.*, median .*, quartiles .* deposits included$/).waitFor();
  expect(page.url()).toContain('peers=thematic');
  const choice = page.getByRole('combobox', { name: 'Peers share' });
  await choice.click();
  await page.getByRole('option', { name: 'country' }).click();
  await page.getByText(/^CH: \d+ users/).waitFor();
  expect(page.url()).toContain('peers=attribute.country');

  const path = `/x${user}/peers/month?by=attribute.country`;
  const answer = peers.parse(await (await fetch(site.url() + path)).json());
  const text = await page.getByText(/^CH: \d+ users/).textContent();
  expect(text).toMatch(new RegExp(`^CH: ${answer.count} users`));
  const percent = ((answer.median?.at(-1) ?? 0) - 1) * 100;
  expect(text).toContain(`median ${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}`);

  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('columnheader', { name: 'Peers, upper quartile' }).waitFor();
  await page.keyboard.press('t');
  // All of the history has no peers, and the page says why.
  await page.keyboard.press('5');
  await page.getByText(/^Peers are compared over a day/).waitFor();
  await page.keyboard.press('3');
  await page.getByText(/^CH: \d+ users/).waitFor();
  await page.getByRole('button', { name: 'Peers' }).press('Enter');
  await choice.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('peers');
});

test('an attribute without peers has no band, with the reason', async () => {
  const { page } = await site.visit(`${user}?peers=attribute.contact`);
  await page.getByText('Only 0 other users with these values were valued').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('the nearest users and the unusual wallets load on request and lead to them', async () => {
  const visit = await site.visit(user);
  const { page, asked } = visit;
  await page.getByText(/^All wallets/).waitFor();
  expect(asked.filter((call) => call.includes('/nearest'))).toEqual([]);
  const nearest = page.getByRole('region', { name: 'Nearest users' });
  await nearest.getByRole('button', { name: 'Show' }).press('Enter');
  await nearest.getByText(/^of \d+ users/).waitFor();
  expect(await nearest.getByRole('row').count()).toBe(11);
  await nearest.getByRole('link').first().press('Enter');
  await page.waitForURL((url) => url.pathname !== user);

  await visit.turn('/thematics/settlement-layers');
  const unusual = page.getByRole('region', { name: 'Unusual wallets' });
  await unusual.getByRole('button', { name: 'Show' }).click();
  await unusual.getByText(/^of \d+ wallets/).waitFor();
  await unusual.getByRole('link').first().click();
  await page.waitForURL(/\/users\/.*\/wallets\/settlement-layers/);
});
