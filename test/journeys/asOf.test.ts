import { expect, test } from 'vitest';
import { day } from '#contract/historyType.ts';
import { getPastThematic } from '#contract/operations/thematics.ts';
import { getPastWallets, getWallets } from '#contract/operations/wallets.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { formatTime } from '#contract/time.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';
import { figures, tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { readBy } = tasksAt(site);
const customId = 'meridian-treasury';

/** Half a year ago, at a whole hour. */
const then = formatTime(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 180 * day);
const query = `?asOf=${encodeURIComponent(then)}`;

const bar = ({ page }: Visit) => page.getByRole('region', { name: 'As of', exact: true });
const asOfIn = ({ page }: Visit) => new URL(page.url()).searchParams.get('asOf');

test.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)(
  'a user, their wallet, its thematic and a token as of a date, along the links, and back to now, at %i px',
  async (width, scheme) => {
    const visit = await site.visit(null, { width, scheme });
    const { page } = visit;
    await page.addInitScript(axeScript);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visit.go(`/users/${customId}${query}`);
    await bar(visit).waitFor();
    expect(await bar(visit).innerText()).toContain('Names and attributes are today’s');

    const past = await (
      await fetch(`${site.url()}${getPastWallets.path.replace('{id}', customId)}${query}`)
    ).json();
    const { total, wallets } = getPastWallets.answers[200].parse(past);
    const pane = page.getByRole('region', { name: `Total of ${customId}` });
    await expect.poll(() => pane.innerText()).toContain(figures.format(total ?? NaN));
    const table = page.getByRole('table', { name: 'Wallets' });
    await expect.poll(() => table.innerText()).toContain(figures.format(wallets[0]?.total ?? NaN));
    // Value and return come in one answer.
    const performances = asked.filter((url) => url.includes(`/${customId}/performance/`));
    expect(performances).toHaveLength(1);
    // The present has other figures, and none of them is on the page.
    const now = getWallets.answers[200].parse(
      await (await fetch(`${site.url()}${getWallets.path.replace('{id}', customId)}`)).json(),
    );
    const shown = await page.locator('main').innerText();
    const others = now
      .map((wallet) => figures.format(wallet.total ?? NaN))
      .filter((text) => text !== '0.00');
    expect(others.length).toBeGreaterThan(0);
    for (const text of others) expect(shown).not.toContain(text);
    for (const name of ['Edit', 'Holdings']) {
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    }
    expect(await violationsOf(page)).toEqual([]);

    await table.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Positions' }).waitFor();
    expect(asOfIn(visit)).toBe(then);
    expect(await page.getByRole('button', { name: 'Edit holdings' }).isDisabled()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);

    await page
      .getByRole('link', { name: / thematic$/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Constituents' }).waitFor();
    expect(asOfIn(visit)).toBe(then);
    const thematicId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const thematic = getPastThematic.answers[200].parse(
      await (await fetch(`${site.url()}/x/thematics/${thematicId}${query}`)).json(),
    );
    const level = page.getByRole('region', { name: `Level of ${thematic.name}` });
    await expect.poll(() => level.innerText()).toContain(figures.format(thematic.total ?? NaN));
    expect(await violationsOf(page)).toEqual([]);

    await visit.go(`/tokens/${thematic.tokens?.[0]?.token._id}${query}`);
    const withToken = page.getByRole('table', { name: 'Thematics with this token' });
    await withToken.getByRole('link').first().waitFor();
    const href = await withToken.getByRole('link').first().getAttribute('href');
    expect(href).toBe(`/thematics/${encodeURIComponent(thematicId)}${query}`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );

    // A tick of the market does not request the past again.
    await visit.settled();
    const before = asked.length;
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await visit.settled();
    expect(asked.slice(before).filter((url) => url.includes('asOf='))).toEqual([]);

    await page.keyboard.press('n');
    await bar(visit).waitFor({ state: 'detached' });
    expect(asOfIn(visit)).toBe(null);
  },
);

test('exposure and compared thematics as of a date; the tool sets it, and links to them keep it', async () => {
  const visit = await site.visit('/exposure');
  const { page } = visit;
  await page.getByRole('table', { name: 'Exposure by thematic' }).waitFor();
  await page.keyboard.press('d');
  const field = page.getByRole('textbox', { name: 'As of' });
  await field.and(page.locator(':focus')).waitFor();
  await field.fill(then.slice(0, 16).replace('T', ' '));
  await field.press('Enter');
  await bar(visit).waitFor();
  expect(asOfIn(visit)).toBe(then);
  const { rows } = await readBy(`${query}&limit=1`, getExposure);
  const first = page
    .getByRole('table', { name: 'Exposure by thematic' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first();
  await expect.poll(() => first.innerText()).toContain(figures.format(rows[0]?.total ?? NaN));

  await visit.go(`/thematics/${rows[0]?.id}${query}`);
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await bar(visit).waitFor();
  expect(asOfIn(visit)).toBe(then);
});
