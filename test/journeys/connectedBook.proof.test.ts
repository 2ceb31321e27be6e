import { afterAll, beforeAll, expect, test } from 'vitest';
import { upstream } from '#contract/upstreamState.ts';
import { answerOf } from '#test/support/calls.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { type Served, serveForeign } from '#test/support/foreign/serveForeign.ts';
import { createTruth, type Truth, type TrueUser } from '#test/support/foreign/truth.ts';
import { openSite, type Visit, widths } from '#test/support/site.ts';
import { figures } from '#test/support/tasks.ts';
import { notReported } from '#upstream/reading/notReported.ts';

// Sets of users in front of a service that reports amounts of today only.

const dialect = dialectOf('plain');
const settings: Record<string, string> = { PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '1000' };
let truth: Truth;
let served: Served;
beforeAll(async () => {
  truth = createTruth({ now: Date.now() });
  served = await serveForeign(dialectService(dialect, truth, async () => undefined));
  settings['PORTFOLIO_SERVICE_URL'] = `${served.url}${dialect.prefix}`;
});
const site = openSite(settings, makeDataFolder);
afterAll(() => served.stop());

/** When background sync has read everyone's history of a day. */
async function synced(): Promise<void> {
  await expect
    .poll(async () => {
      const { reading } = await answerOf(fetch(`${site.url()}/x/upstream`), upstream);
      return reading.histories;
    })
    .toBe(truth.users().length);
}

const sumOf = (users: readonly TrueUser[]) => users.reduce((all, { total }) => all + total, 0);
const inCountry = (country: string) =>
  truth.users().filter(({ attributes }) => attributes['country'] === country);

/** Calls that reach the service for histories of a period. */
const historiesRead = (period: string) =>
  served.arrived.filter(({ call }) => call.includes(`history/${period}`)).length;

const strip = ({ page }: Visit) => page.locator('dl[aria-label=Book]');
const valueOf = (visit: Visit, label: RegExp) =>
  strip(visit).locator('div', { hasText: label }).locator('dd').first();

async function fits({ page }: Visit, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
}

test.each(widths)(
  'a book has total and change, and a reason for the rest, at %i px',
  async (width) => {
    await synced();
    const visit = await site.visit('/book?attribute.country=CH&period=day', { width });
    const { page } = visit;
    const swiss = inCountry('CH');
    const total = page.getByRole('region', { name: 'Total of the book' });
    await expect.poll(() => total.innerText()).toContain(figures.format(sumOf(swiss)));
    const changes = swiss.map(({ customId }) => {
      const records = truth.historyOf(customId, 'day');
      return (records.at(-1)?.total ?? 0) - (records[0]?.total ?? 0);
    });
    const change = changes.reduce((all, one) => all + one, 0);
    await expect
      .poll(() => valueOf(visit, /^Change in value, past day/).getAttribute('title'))
      .toContain(figures.format(Math.abs(change)));
    await page.getByText(/^Members are those who match now\. \d+ of 10 histories read\./).waitFor();
    for (const label of [/^Net flow/, /^Return/]) {
      const unknown = valueOf(visit, label).getByRole('img');
      expect(await unknown.getAttribute('title')).toBe(notReported.holdings);
    }
    const exposure = page.getByRole('region', { name: 'Exposure' });
    await exposure.getByText('btc').first().waitFor();
    await fits(visit, width);

    // A book never starts to read histories.
    const before = historiesRead('year');
    await visit.turn('/book?attribute.country=CH&period=year');
    await page.getByText(/ 0 of 10 histories read\./).waitFor();
    const unread = valueOf(visit, /^Change in value, past year/).getByRole('img');
    expect(await unread.getAttribute('title')).toMatch(
      /^No history over this period has been read/,
    );
    await visit.settled();
    expect(historiesRead('year')).toBe(before);

    await visit.turn('/book?attribute.country=CH&asOf=2026-06-01T00:00:00Z');
    await exposure.getByText(notReported.holdings).waitFor();
    expect(await valueOf(visit, /^Total/).innerText()).toBe('–');
    expect(await total.innerText()).not.toContain(figures.format(sumOf(swiss)));
    await fits(visit, width);
  },
);

test('selected users have a total and a change, and become a book; groups have totals', async () => {
  await synced();
  const visit = await site.visit('/users?period=day');
  const { page } = visit;
  const boxes = page.getByRole('checkbox', { name: /, select$/ });
  await boxes.nth(3).waitFor();
  for (const index of [0, 3]) await boxes.nth(index).click();
  const ids = await boxes.evaluateAll((all) =>
    [all[0], all[3]].map((box) => box?.getAttribute('aria-label')?.replace(/, select$/, '') ?? ''),
  );
  const chosen = truth.users().filter(({ customId }) => ids.includes(customId));
  const bar = page.getByRole('region', { name: 'Selected users' });
  await bar.getByText('2 users selected').waitFor();
  const title = () => bar.locator('dd b').first().getAttribute('title');
  await expect.poll(title).toContain(figures.format(sumOf(chosen)));
  const flow = bar.locator('div', { hasText: /^Net flow/ }).getByRole('img');
  expect(await flow.getAttribute('title')).toBe(notReported.holdings);
  await bar.getByRole('link', { name: 'Open as a book' }).click();
  await page.getByText(/ 2 of 2 histories read\./).waitFor();

  await visit.turn('/users?period=day&groupBy=attribute.country');
  for (const country of ['CH', 'DE', 'JP']) {
    const row = page.getByRole('row').filter({ hasText: country }).first();
    await expect.poll(() => row.innerText()).toContain(figures.format(sumOf(inCountry(country))));
  }
  await page.getByText(notReported.holdings).waitFor();
});

test('falls work, a replay has a reason; peers have a band over a day only', async () => {
  await synced();
  const visit = await site.visit('/shock?shockToken=btc:0.5');
  const { page } = visit;
  await page.getByRole('row').nth(1).waitFor();
  const bitcoin = truth
    .users()
    .flatMap(({ wallets }) => wallets.flatMap((wallet) => wallet.positions))
    .filter(({ token }) => token.id === 'btc');
  const loss = bitcoin.reduce((all, one) => all + one.total, 0) / 2;
  await expect.poll(() => page.locator('main').innerHTML()).toContain(figures.format(loss));
  visit.tolerate(/501/);
  await visit.turn('/shock?replay=last-month');
  await page.getByText(notReported.prices).waitFor();

  const user = `/users/${encodeURIComponent('user-10')}`;
  await visit.turn(`${user}?period=day&peers=attribute.country`);
  await page.getByText(/^DE: 8 users .*, median /).waitFor();
  await visit.turn(`${user}?period=year&peers=attribute.country`);
  await page
    .getByText(/^Only \d histories of other users with these values have been read/)
    .waitFor();
});

test('a view is saved by this service, and opened by another browser', async () => {
  const first = await site.visit('/book?attribute.country=CH&period=day');
  await first.page.getByText(notReported.holdings).first().waitFor();
  await first.page.keyboard.press('Control+K');
  await first.page.locator('input[role=combobox]:focus').waitFor();
  await first.page.keyboard.type('>save this page');
  await first.page.getByRole('option', { name: /^Save this page/, selected: true }).waitFor();
  await first.page.keyboard.press('Enter');
  await first.page.getByLabel('Save this page as a view').waitFor();
  await first.page.keyboard.type('Swiss book');
  await first.page.keyboard.press('Enter');
  await first.page.getByRole('link', { name: /^Swiss book/ }).waitFor();

  const { page } = await site.visit('/tokens');
  await page.getByRole('table', { name: 'Tokens' }).waitFor();
  await page.keyboard.press('Control+K');
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type('swiss bo');
  await page.getByRole('option', { name: /^Swiss book/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Total of the book' }).waitFor();
  expect(new URL(page.url()).search).toBe('?attribute.country=CH&period=day');
});
