import { describe, expect, test } from 'vitest';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getUserHistory, getWalletHistory } from '#contract/operations/wallets.ts';
import { historyOnScreen } from '#test/support/historyPane.ts';
import { sharedSite, type Visit, widths } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';

const site = sharedSite();
const customId = 'meridian-treasury';

async function isAt(visit: Visit, heading: string, path: string): Promise<void> {
  // The heading may be that of the page before, of the same name.
  await expect.poll(() => new URL(visit.page.url()).pathname).toBe(path);
  await visit.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

describe.each(widths)('an analyst, %i px wide', (width) => {
  test('finds a user by a part of the name and reads the same total everywhere', async () => {
    const visit = await site.visit('/', { width });
    const { page } = visit;
    await isAt(visit, 'Users', '/users');
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await search.fill('RIDIAN hold');
    await page.getByRole('status').getByText('1 of 240').waitFor();
    const row = page.getByRole('row', { name: /^meridian-treasury/ });
    const total = await row.getByText(/^[\d,]+\.\d\d$/).innerText();

    await row.getByRole('link').click();
    await isAt(visit, customId, '/users/meridian-treasury');
    const pane = page.getByRole('region', { name: `Total of ${customId}` });
    await expect.poll(() => pane.textContent()).toContain(total);
    const wallets = page.getByRole('region', { name: 'Wallets' });
    await expect.poll(() => wallets.getByRole('row').last().textContent()).toContain(total);

    await page.goBack();
    await expect.poll(() => search.inputValue()).toBe('RIDIAN hold');
    await page.getByRole('status').getByText('1 of 240').waitFor();
    await search.press('Escape');
    await page.getByRole('status').getByText('240 of 240').waitFor();
  });

  test('goes from page to page by the navigation', async () => {
    const visit = await site.visit('/users', { width });
    const { page } = visit;
    const navigation = page.getByRole('navigation', { name: 'Main' });
    // In the bar; on a telephone at the bottom, under the thumb.
    const place = width === 360 ? { x: 0, y: 780 - 56, width } : { y: 0 };
    await expect.poll(() => navigation.boundingBox()).toMatchObject(place);
    for (const [name, heading, path] of [
      ['Thematics', 'Thematics', '/thematics'],
      ['Webhooks', 'Webhooks', '/settings/webhooks'],
      ['Settings', 'Settings', '/settings/preferences'],
      ['Users', 'Users', '/users'],
    ] as const) {
      const link = navigation.getByRole('link', { name });
      await link.click();
      await isAt(visit, heading, path);
      expect(await link.getAttribute('aria-current')).toBe('page');
      expect(await page.title()).toBe(`${heading} · Portfolio`);
    }
    await page.goBack();
    await isAt(visit, 'Settings', '/settings/preferences');
  });

  test('the navigation is where it was before the scripts came', async () => {
    const { page } = await site.visit(null, { width });
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(`${site.url()}/users`, { waitUntil: 'commit' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    // Before the style sheet names the font, `check` alone is true.
    await page.waitForFunction(
      () => document.fonts.size > 0 && document.fonts.check('13px "Inter Variable"'),
    );
    const placeOf = async () => {
      const { y, height } = (await navigation.boundingBox()) ?? {};
      const links = await navigation.getByRole('link').all();
      const boxes = await Promise.all(links.map((link) => link.boundingBox()));
      return { y, height, links: boxes.map((box) => box?.x) };
    };
    const before = await placeOf();
    scripts.resolve();
    await page.getByRole('table', { name: 'Users' }).waitFor();
    expect(await placeOf()).toEqual(before);
  });

  test('comes back to the row that was left', async () => {
    const { page } = await site.visit('/users', { width });
    await page.getByRole('table', { name: 'Users' }).waitFor();
    await page.mouse.move(width / 2, 400);
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000);
    const rowInSight = () =>
      page.evaluate((x) => {
        const row = document.elementFromPoint(x, 400)?.closest('tr');
        const { top = 0, height = 0 } = row?.getBoundingClientRect() ?? {};
        return { text: row?.textContent ?? '', middle: top + height / 2 };
      }, width / 2);
    await expect.poll(async () => (await rowInSight()).text).toMatch(/\d\.\d\d/);
    const row = await rowInSight();
    // The whole row is the link.
    await page.mouse.click(width / 2, row.middle);
    await page.getByRole('region', { name: /^Total of / }).waitFor();
    const { pathname } = new URL(page.url());
    expect(row.text.startsWith(decodeURIComponent(pathname.slice('/users/'.length)))).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000);
    await expect.poll(rowInSight).toEqual(row);
  });
});

test('reads all that a user is worth over every period, and Back undoes each step', async () => {
  const visit = await site.visit('/users/meridian-treasury');
  const { page } = visit;
  const history = historyOnScreen(visit, `Total of ${customId}`, (type) =>
    pathTo(getUserHistory, customId, type),
  );
  const lines = new Set<string>();
  const counts: number[] = [];
  for (const type of ['month', 'day', 'week', 'year', 'all'] as const) {
    if (type !== 'month') await history.choose(type);
    counts.push(await history.shows(type));
    lines.add(await history.line());
  }
  expect(lines.size).toBe(5);
  // A market that ticks on the hour: whole steps, and the end.
  expect(counts.slice(0, 3)).toEqual([181, 289, 169]);

  // The view is in the address as well, so that each look at the records is a step of its own.
  for (const type of ['year', 'week', 'day', 'month'] as const) {
    await expect
      .poll(async () => {
        await page.goBack();
        return new URL(page.url()).search;
      })
      .toBe(type === 'month' ? '' : `?period=${type}`);
    const radio = page.getByRole('radio', { name: new RegExp(type, 'i') });
    await expect.poll(() => radio.isChecked()).toBe(true);
  }
});

test('opens a wallet, its thematic and one who holds it, and reads their histories', async () => {
  const visit = await site.visit('/users/meridian-treasury');
  const { page } = visit;
  await page
    .getByRole('region', { name: 'Wallets' })
    .getByRole('link', { name: 'Settlement Layers' })
    .click();
  await isAt(visit, 'Settlement Layers', '/users/meridian-treasury/wallets/settlement-layers');
  const wallet = historyOnScreen(visit, 'Total of meridian-treasury in Settlement Layers', (type) =>
    pathTo(getWalletHistory, customId, 'settlement-layers', type),
  );
  for (const type of ['month', 'day', 'week', 'year', 'all'] as const) {
    if (type !== 'month') await wallet.choose(type);
    await wallet.shows(type);
  }

  await page.getByRole('link', { name: 'Settlement Layers thematic' }).click();
  await isAt(visit, 'Settlement Layers', '/thematics/settlement-layers');
  const level = historyOnScreen(visit, 'Level of Settlement Layers', (type) =>
    pathTo(getThematicHistory, 'settlement-layers', type),
  );
  const counts: number[] = [];
  // The link keeps the period of the wallet.
  await level.shows('all');
  for (const type of ['month', 'day', 'week', 'year', 'all'] as const) {
    await level.choose(type);
    counts.push(await level.shows(type));
  }
  expect(counts.slice(0, 4)).toEqual([181, 289, 169, 366]);

  const holders = page.getByRole('region', { name: 'Holders' });
  const holder = holders.getByRole('row').nth(1).getByRole('link');
  const name = await holder.innerText();
  await holder.click();
  await isAt(visit, 'Settlement Layers', `/users/${name}/wallets/settlement-layers`);
  await page.getByText(`wallet of ${name}`).waitFor();
  await page.goBack();
  await isAt(visit, 'Settlement Layers', '/thematics/settlement-layers');
});

test('reads single records of a line by the keyboard', async () => {
  const { page } = await site.visit('/thematics/settlement-layers?period=week');
  const chart = page.getByRole('application', { name: /^Level of Settlement Layers/ });
  await page.locator('path.recharts-line-curve').waitFor();
  await chart.focus();
  const spoken = () => chart.getByRole('status').innerText();
  expect(await spoken()).toBe('');
  const place = await chart.boundingBox();
  await chart.press('End');
  const last = await spoken();
  expect(last).toMatch(/^\d+ \w{3}, \d\d:00, [\d,.]+, (up|down) [\d.]+\u2009%$|unchanged$/);
  await chart.press('ArrowLeft');
  const before = await spoken();
  expect(before).not.toBe(last);
  await chart.press('End');
  expect(await spoken()).toBe(last);
  // What the figure says of a record moves nothing, by keys or under the pointer.
  expect(await chart.boundingBox()).toEqual(place);
  await chart.hover();
  expect(await chart.boundingBox()).toEqual(place);
});
