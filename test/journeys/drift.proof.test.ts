import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getAttribution } from '#contract/operations/attribution.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getThematicRebalance, getWalletRebalance } from '#contract/operations/rebalance.ts';
import { getDefinitions, getThematic } from '#contract/operations/thematics.ts';
import { updateUser } from '#contract/operations/users.ts';
import { urls } from '#dashboard/url/urls.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { openSite } from '#test/support/site.ts';
import { figures, percent, tasksAt } from '#test/support/tasks.ts';

const site = openSite();
const { read, readBy } = tasksAt(site);
const thematic = 'settlement-layers';
const ofWallet = `?thematic=${thematic}`;

/** A holder with a wallet far from target. */
async function someHolder(): Promise<string> {
  const { rows } = await readBy('?limit=1', getThematicRebalance, thematic);
  return rows[0]?.customId ?? '';
}

const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Scrolls to a panel below the fold, which loads then. */
async function scrollTo(page: Page, name: string) {
  const region = regionOf(page, name);
  await page.getByRole('region', { name: 'Positions' }).waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return region.count();
    })
    .toBe(1);
  await region.scrollIntoViewIfNeeded();
  return region;
}

const points = (part: number | null) => percent(part ?? NaN).replace(/\u2009%$/, '');
/** Axe from the top of the page, where no bar covers half of a control. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeScript);
  await page.evaluate(() => window.scrollTo(0, 0));
  return violationsOf(page);
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test.each([1280, 360] as const)(
  'the cost of drift adds up on the page as the service says, at %i px',
  async (width) => {
    const id = await someHolder();
    const visit = await site.visit(`${urls.wallet(id, thematic)}?period=year`, { width });
    const { page } = visit;
    const cost = await scrollTo(page, 'Cost of drift');
    const table = cost.getByRole('table', { name: 'Cost of drift by token' });
    await table.waitFor();
    await visit.settled();
    const known = await readBy(ofWallet, getAttribution, id, 'year');
    const sum = table.getByRole('row', { name: /^Wallet less thematic/ });
    expect(await sum.innerText()).toContain(points(known.difference));
    for (const { token, effect } of known.tokens) {
      const row = table.getByRole('row').filter({ hasText: token.symbol });
      expect(await row.innerText()).toContain(points(effect));
    }
    expect(await cost.innerText()).toContain(percent(known.return ?? NaN));
    expect(await cost.innerText()).toContain(percent(known.thematicReturn ?? NaN));

    await cost.getByRole('radio', { name: 'By month' }).check({ force: true });
    const months = cost.getByRole('table', { name: 'Cost of drift by period' });
    expect(await months.getByRole('row').count()).toBe(known.periods.length + 2);
    expect(await violations(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  },
);

test('what the list trades, recorded as a statement, leaves the wallet on target', async () => {
  const id = await someHolder();
  const { page } = await site.visit(urls.wallet(id, thematic));
  const list = await scrollTo(page, 'Back to target');
  const table = list.getByRole('table', { name: 'Back to target' });
  await table.waitFor();
  const { trades, traded, total } = await readBy(ofWallet, getWalletRebalance, id);
  expect(await list.innerText()).toContain(`${figures.format(traded ?? NaN)} to move`);
  expect(await table.getByRole('row').count()).toBe(trades.length + 2);
  const sum = table.getByRole('row', { name: /^All tokens/ });
  expect((await sum.innerText()).split(/\s+/)).toContain('0.00');

  const tokens = trades.map(({ token, amountAfter }) => ({
    token: token._id,
    amount: amountAfter,
  }));
  const response = await fetch(site.url() + pathTo(updateUser, id), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: JSON.stringify({ wallets: [{ thematics: thematic, tokens }] }) }),
  });
  expect(response.status).toBe(200);
  const after = await readBy(ofWallet, getWalletRebalance, id);
  expect(after.activeShare).toBeLessThan(1e-14);
  expect((after.total ?? NaN) / (total ?? NaN)).toBeCloseTo(1, 12);
  // The page follows by itself: the live stream tells it of the change.
  await expect.poll(() => list.innerText()).toMatch(/0\.00 to move|<0\.01 to move/);
});

test.each([1280, 360] as const)(
  'from a thematic to what each wallet would trade, at %i px',
  async (width) => {
    const visit = await site.visit(urls.thematic(thematic), { width });
    const { page } = visit;
    await page.getByRole('region', { name: 'Definitions' }).scrollIntoViewIfNeeded();
    const panel = regionOf(page, 'Back to target');
    await panel.getByRole('table').waitFor();
    await visit.settled();
    const all = await readBy('?limit=50', getThematicRebalance, thematic);
    expect(await panel.innerText()).toContain(figures.format(all.traded));
    const sum = panel.getByRole('row', { name: /^All tokens/ });
    expect((await sum.innerText()).split(figures.format(all.traded))).toHaveLength(3);
    expect(await violations(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);

    await panel.scrollIntoViewIfNeeded();
    await panel.getByRole('radio', { name: 'By wallet' }).check({ force: true });
    const [largest] = all.rows;
    const row = panel.getByRole('row').filter({ hasText: largest?.customId ?? '' });
    expect(await row.innerText()).toContain(figures.format(largest?.traded ?? NaN));
    await row.getByRole('link').click();
    await page.waitForURL(`**${urls.wallet(largest?.customId ?? '', thematic)}`);
  },
);

test('new weights are previewed with the wallets they move, and nothing is written', async () => {
  const { tokens } = await read(getThematic, thematic);
  const { count } = await readBy(`?thematic=${thematic}`, getDirectory);
  expect(count).toBeGreaterThan(3);
  const { page, asked } = await site.visit(urls.thematic(thematic));
  await page.getByRole('button', { name: 'Edit weights' }).click();
  const dialog = page.getByRole('dialog');
  const weights = dialog.getByLabel(/^Weight/);
  await weights.first().waitFor();
  const [first = 0, second = 0] = (tokens ?? []).map(({ weight }) => (weight ?? 0) * 100);
  await weights.nth(0).fill(String(Math.round(first + second - 1)));
  await weights.nth(1).fill('1');
  await dialog.getByText('Past year with these weights').waitFor();
  const moves = dialog.getByText(/^To move in \d+ wallets$/);
  await moves.waitFor();
  await dialog.getByText('Wallets by distance from target').waitFor();
  await dialog.getByText(/Nothing is traded/).waitFor();
  await page.evaluate(axeScript);
  expect(await violationsOf(page)).toEqual([]);
  expect(asked.some((call) => call.startsWith('POST') && call.includes('/preview'))).toBe(true);
  expect(await read(getDefinitions, thematic)).toHaveLength(1);
});
