import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite, widths } from '#test/support/site.ts';

const site = sharedSite();
const user = '/users/meridian-treasury';
const period = (page: Page) => new URL(page.url()).searchParams.get('period');
const total = (page: Page) => page.getByRole('region', { name: 'Total of meridian-treasury' });
const calendar = (page: Page) => page.getByRole('group', { name: 'Calendar periods' });

declare global {
  var labels: string[];
}

test('by keyboard: a calendar period from list to user to wallet and back, and Back undoes each step', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Past week' }).click();
  await expect.poll(() => period(page)).toBe('week');
  await page.getByRole('link', { name: /^meridian-treasury/ }).click();
  await total(page)
    .getByText(/^past week, since/)
    .waitFor();
  expect(period(page)).toBe('week');

  await page.keyboard.press('6');
  await calendar(page).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Month to date/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await total(page)
    .getByText(/^year to date, 1 Jan, 00:00 to .* UTC$/)
    .waitFor();
  expect(period(page)).toBe('ytd');

  await page.getByRole('table', { name: 'Wallets' }).getByRole('link').first().click();
  await page.waitForURL(/\/wallets\/.*period=ytd/);
  await page
    .getByText(/^year to date, /)
    .first()
    .waitFor();
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await breadcrumb.getByRole('link', { name: 'meridian-treasury' }).click();
  await total(page)
    .getByText(/^year to date, /)
    .waitFor();
  await breadcrumb.getByRole('link', { name: 'Users' }).click();
  await page.getByText('Nearest to').waitFor();
  expect(period(page)).toBe('ytd');
  await page.getByRole('link', { name: /^meridian-treasury/ }).click();
  await total(page)
    .getByText(/^year to date, /)
    .waitFor();

  for (const path of [/^\/users$/, /^\/users\/meridian-treasury$/, /\/wallets\//]) {
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(path);
  }
  await page.goBack();
  await total(page)
    .getByText(/^year to date, /)
    .waitFor();
  await page.goBack();
  await total(page)
    .getByText(/^past week, since/)
    .waitFor();
});

test('the palette and the sheet of shortcuts have the calendar periods', async () => {
  const { page } = await site.visit(user);
  await total(page)
    .getByText(/^past month, since/)
    .waitFor();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('>ytd');
  await page.getByRole('option', { name: /Year to date/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => period(page)).toBe('ytd');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Calendar periods and dates').waitFor();
});

test('an address means the same period in the zone of its reader', async () => {
  const visit = await site.visit('/settings/preferences');
  const { page } = visit;
  await page.evaluate(() => localStorage.setItem('portfolio.time-zone', 'Asia/Kathmandu'));
  await visit.go(`${user}?period=last-month`);
  await expect
    .poll(() => total(page).innerText())
    .toMatch(/last month, 1 \w+, 05:45 to 1 \w+, 05:45 GMT\+5:45$/m);
  await visit.go(`${user}?period=2026-03-01..2026-03-31`);
  await expect
    .poll(() => total(page).innerText())
    .toMatch(/1 Mar( 2026)?, 05:45 to 1 Apr( 2026)?, 05:45 GMT\+5:45$/m);
});

test.each(widths)('the menu fits %i px, also with dates, and axe finds nothing', async (width) => {
  const visit = await site.visit(`${user}?period=2026-01-01..2026-03-31`, {
    width,
    script: axeScript,
  });
  const { page } = visit;
  await total(page)
    .getByText(/^1 Jan.* to 1 Apr/)
    .waitFor();
  await visit.settled();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /calendar periods and dates$/ }).click();
  await calendar(page).waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'From' }).inputValue())
    .toBe('2026-01-01');
  expect(await violationsOf(page)).toEqual([]);
  const box = await page.getByRole('form', { name: 'Dates' }).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.keyboard.press('Escape');
  await calendar(page).waitFor({ state: 'detached' });
});

/** Label and figures of a panel, such as “month” and “+1.2 +3.4”, or null before it has both. */
function labeled(text: string): readonly [label: string, figures: string] | null {
  const [, label] = /(?:Drivers|Value, |Return, )(week|month|year)/i.exec(text) ?? [];
  const figures = (text.match(/[+−][\d,.]+/g) ?? []).join(' ');
  return label === undefined || figures === '' ? null : [label.toLowerCase(), figures];
}

test('while slow periods load, the drivers and the table keep each change under its own name', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  await page.addInitScript((name: string) => {
    globalThis.labels = [];
    new MutationObserver(() => {
      const drivers = [...document.querySelectorAll('section')].find((section) =>
        section.textContent.startsWith('Drivers'),
      );
      const shown = document.querySelector(`table[aria-label="${name}"]`);
      const text = [drivers, shown].map((one) => one?.textContent ?? '').join('\u0001');
      if (text !== globalThis.labels.at(-1)) globalThis.labels.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, 'Wallets');
  await visit.go(user);
  const words = (period: string) =>
    page
      .getByText(new RegExp(`^past ${period}, since`))
      .first()
      .waitFor();
  await words('month');
  await page.getByRole('region', { name: 'Drivers' }).scrollIntoViewIfNeeded();
  await visit.settled();
  let answers = 0;
  await page.route(/\/(history|performance|contribution)\/(week|year)/, async (route) => {
    answers += 1;
    // The parts of the page arrive in different orders.
    await new Promise((resolve) => setTimeout(resolve, (answers * 170) % 600));
    await route.continue();
  });
  for (const [key, period] of [
    ['4', 'year'],
    ['2', 'week'],
    ['3', 'month'],
  ] as const) {
    await page.keyboard.press(key);
    await words(period);
    await visit.settled();
  }
  const seen = await page.evaluate(() => globalThis.labels.map((one) => one.split('\u0001')));
  for (const part of [0, 1]) {
    const pairs = seen.flatMap((texts) => {
      const one = labeled(texts[part] ?? '');
      return one === null ? [] : [one.join(': ')];
    });
    // One set of figures for each of the three names.
    expect([...new Set(pairs)]).toHaveLength(3);
  }
});
