import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { controlsOnPaper, sheetsOf } from '#test/support/paper.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

/** What makes a report: a user with eight wallets, and a thematic. */
const reports = [
  ['/users/meridian-treasury?period=year', 'meridian-treasury', 'totals in USD'],
  ['/thematics/settlement-layers', 'Settlement Layers', 'simulated market'],
] as const;

/** Names that end in dots, because they had no room. */
function cutNames(): string[] {
  return [...document.querySelectorAll('#main tbody :is(th, td):first-child, #main li')]
    .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
    .map((it) => it.textContent);
}

function inkAndPaper(): string[] {
  const heading = document.querySelector('h1') ?? document.body;
  return [heading, document.body, document.documentElement].map((it) => {
    const { color, backgroundColor } = getComputedStyle(it);
    return it === heading ? color : backgroundColor;
  });
}

describe.each(reports)('%s on paper', (path, title, told) => {
  test('is one sheet that says what, as of when, in which unit and zone, and where from', async () => {
    const visit = await site.visit(path, { scheme: 'dark' });
    const { page } = visit;
    await page.locator('path.recharts-line-curve').first().waitFor();
    await visit.settled();
    expect(await sheetsOf(page, 'A4')).toBe(1);
    expect(await sheetsOf(page, 'Letter')).toBe(1);

    // As wide as A4 is: 210 mm at 96 dpi.
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: 'print' });
    const main = page.getByRole('main');
    const head = await main.getByText(/^as of \d+ \w{3} 20\d\d, \d\d:\d\d · /).innerText();
    expect(head).toContain('times in UTC');
    expect(head).toContain(told);
    expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    await main.getByText(site.url() + path, { exact: true }).waitFor();
    expect(await page.evaluate(controlsOnPaper)).toEqual([]);
    expect(await page.evaluate(cutNames)).toEqual([]);
    // Figures that explain themselves, such as the large one, are printed too.
    const figures = main.locator('[data-figure]');
    expect(await figures.first().innerText()).toMatch(/\d/);
    expect(await figures.evaluateAll((all) => all.every((it) => it.checkVisibility()))).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794);
    // Ink on paper, though the screen is dark.
    const dark = await page.evaluate(inkAndPaper);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    expect(dark).toEqual(await page.evaluate(inkAndPaper));
    expect(dark).toEqual(['rgb(26, 26, 21)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  });
});

/** What stands of a user on paper. */
async function onPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const titles = await page
    .locator('#main')
    .getByRole('heading', { level: 2 })
    .evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.textContent));
  await page.emulateMedia({ media: null });
  return titles;
}

test('a user is printed with what moved and without attributes; others are chosen for one time', async () => {
  const visit = await site.visit('/users/meridian-treasury');
  const { page } = visit;
  const moved = page.getByRole('region', { name: 'Drivers' });
  await moved.getByText('from prices').waitFor();
  await visit.settled();
  const usual = await onPaper(page);
  expect(usual).toContain('Drivers');
  expect(usual).not.toContain('Attributes');
  const paper = await page.locator('#main').evaluate((main) => main.textContent);
  expect(paper).toContain('mandate');
  expect(await sheetsOf(page, 'A4')).toBe(1);
  expect(await sheetsOf(page, 'Letter')).toBe(1);

  // Headless Chromium prints to no paper: the page is what it would print while it asks for that.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printing', '');
  });
  const printed = page.locator('body[data-printing]');
  const ended = () =>
    page.evaluate(() => {
      document.body.removeAttribute('data-printing');
      dispatchEvent(new Event('afterprint'));
    });
  const dialog = page.getByRole('dialog', { name: 'Print' });
  const choose = async (...labels: string[]) => {
    for (const label of labels) await dialog.getByRole('checkbox', { name: label }).click();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await printed.waitFor();
    expect(await dialog.isVisible()).toBe(false);
    const titles = await onPaper(page);
    await ended();
    return titles;
  };
  const button = page.getByRole('main').getByRole('button', { name: 'Print' });
  await button.click();
  const other = await choose('Drivers', 'Attributes');
  expect(other).toContain('Attributes');
  expect(other).not.toContain('Drivers');
  expect(await onPaper(page)).toEqual(usual);

  // The palette opens the same dialog, and the choice is kept nowhere.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('print');
  await page.getByRole('option', { name: 'Print this page' }).click();
  expect(await choose()).toEqual(usual);
});

test('the directory prints all who match, its head on each sheet, and no sheet without users', async () => {
  const visit = await site.visit('/users?sort=user');
  const { page } = visit;
  await page.getByText('240 of 240').waitFor();
  const sheets = await sheetsOf(page, 'A4');
  expect(sheets).toBeGreaterThan(3);
  expect(sheets).toBeLessThan(9);

  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  expect(await rows.count()).toBe(240);
  expect(await page.evaluate(controlsOnPaper)).toEqual([]);
  expect(await page.getByPlaceholder('Id, name').isVisible()).toBe(false);
  const heads = await page
    .locator('thead th')
    .evaluateAll((all) =>
      all.filter((head) => head.checkVisibility()).map((head) => head.textContent),
    );
  expect(heads).toEqual(expect.arrayContaining(['Thematics', 'Wallets', 'Created']));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  // The table renders after the event.
  await expect.poll(() => rows.count()).toBeLessThan(100);
});

test('what is longer than a sheet takes more than one', async () => {
  const { page } = await site.visit('/settings/preferences');
  await page.getByText('Gain and loss', { exact: true }).waitFor();
  await page.evaluate(() => {
    const long = document.createElement('div');
    long.style.height = '3000px';
    document.querySelector('main')?.append(long);
  });
  expect(await sheetsOf(page, 'A4')).toBeGreaterThan(1);
});
