import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { getLiveness, getReadiness } from '#contract/operations/about.ts';
import { receiveHint } from '#contract/operations/upstream.ts';
import { getUsers } from '#contract/operations/users.ts';
import { everyLineIsDrawn } from '#test/support/drawn.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

/**
 * kB. What a page without a chart, and one with a chart (Recharts is 66 of them), may download at most. Issue 22 added 2 to each page
 * (preferences, dates in the past), 4 to those that show a past instant, 8 to the charts (benchmark, rolling figures, cost of
 * drift), calendar periods 2 to each page and 3 to the charts, two dates compared and explanations 2 to each page and 4 to the
 * charts.
 */
const limits = { plain: 251, chart: 329 } as const;
const maxRequests = 14;

const pages = [
  ['/users', 'plain'],
  ['/users/meridian-treasury', 'chart'],
  ['/users/meridian-treasury/wallets/settlement-layers', 'chart'],
  ['/book?thematic=settlement-layers', 'chart'],
  ['/thematics', 'plain'],
  ['/thematics/settlement-layers', 'chart'],
  ['/compare?ids=settlement-layers&ids=energy-grids', 'chart'],
  ['/exposure', 'plain'],
  ['/quality', 'plain'],
  ['/settings/webhooks', 'plain'],
  ['/settings/preferences', 'plain'],
] as const;

interface Script {
  readonly path: string;
  /** As sent: compressed. */
  readonly bytes: number;
}

/** Every script and worker that is requested from now on. */
function countScripts(page: Page): readonly Script[] {
  const scripts: Script[] = [];
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return;
    const { responseBodySize } = await request.sizes();
    scripts.push({ path: new URL(request.url()).pathname, bytes: responseBodySize });
  });
  return scripts;
}

/** As a visitor does who comes for the first time and touches nothing. */
test.each(pages)('a first visit to %s downloads no more than it may', async (path, kind) => {
  const visit = await site.visit(null);
  const { page } = visit;
  const scripts = countScripts(page);
  await visit.go(path);
  await visit.settled();
  await page.waitForFunction(everyLineIsDrawn);
  // What is loaded when there is nothing else to do.
  await page.waitForTimeout(1500);
  await visit.settled();
  const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  process.stdout.write(
    `${path}: ${kilobytes.toFixed(1)} kB in ${scripts.length} requests for scripts\n`,
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(limits[kind]);
  expect(scripts.map((script) => script.path).slice(maxRequests)).toEqual([]);
});

test('what opens, loads with the first touch: a press before it has come is not lost, nor is the focus', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  await page.route(/\/assets\/floating-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await visit.go('/users');
  await visit.settled();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(loaded.filter((name) => name.includes('floating'))).toEqual([]);
  const period = page.getByRole('combobox', { name: 'Period' });
  const before = await period.boundingBox();
  await period.click();
  await page.getByRole('option', { name: 'Past week' }).click();
  await expect.poll(() => period.inputValue()).toBe('Past week');
  expect(await period.boundingBox()).toEqual(before);
  await page.reload();
  await visit.settled();
  await period.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Past year' }).waitFor();
  expect(await period.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('the first page of a browser keeps its own font, and the next begins with Inter', async () => {
  // The site's visits are not a browser's first: this one forgets, once.
  const visit = await site.visit(null, {
    script: `if (sessionStorage.length === 0) localStorage.removeItem('portfolio.font'); sessionStorage.setItem('again', '');`,
  });
  const { page } = visit;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/inter-latin-opsz*', async (route) => {
    await held;
    await route.continue();
  });
  const font = () => page.locator('h1').evaluate((head) => getComputedStyle(head).fontFamily);
  await visit.go('/thematics');
  await page.getByRole('link', { name: 'Settlement layers' }).first().waitFor();
  expect(await font()).not.toContain('Inter Variable');
  release();
  await page.locator('html[data-font=loaded]').waitFor();
  expect(await font()).not.toContain('Inter Variable');
  await page.getByRole('link', { name: 'Settlement layers' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Settlement layers' }).waitFor();
  expect(await font()).toContain('Inter Variable');
  await page.reload();
  await page.locator('html[data-font=inter]').waitFor();
  expect(await font()).toContain('Inter Variable');
});

test('operations that no page calls are in no download', async () => {
  const names = (await readdir('dist/assets')).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(`dist/assets/${name}`, 'utf8')));
  const isDownloaded = ({ path }: Operation) => texts.some((text) => text.includes(path));
  expect(isDownloaded(getUsers)).toBe(true);
  expect([getLiveness, getReadiness, receiveHint].filter(isDownloaded)).toEqual([]);
});
