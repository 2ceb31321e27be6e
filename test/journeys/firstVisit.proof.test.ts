import { expect, test } from 'vitest';
import { firstPages } from '#test/bench/firstPages.ts';
import { firstVisit } from '#test/support/firstVisit.ts';
import { sharedBrowser, sharedSite } from '#test/support/site.ts';

const site = sharedSite();

/** The page with its data, panels in sight, the state of the live stream, and five of a chart, whose axes follow its lines. */
const maxCommits = 8;

test.each(firstPages)('a first visit to %s renders each panel once', async (path) => {
  const { commits } = await firstVisit(await sharedBrowser(), site.url() + path, { slowdown: 1 });
  process.stdout.write(`${path}: ${commits} commits\n`);
  expect(commits).toBeGreaterThan(0);
  expect(commits).toBeLessThanOrEqual(maxCommits);
});

test('the bar is drawn before the complete stylesheet has loaded', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/style-*.css', async (route) => {
    await held.promise;
    await route.continue();
  });
  const going = visit.go('/users');
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  const bar = page.locator('.first-bar');
  expect(await bar.evaluate((element) => getComputedStyle(element).display)).toBe('flex');
  held.resolve();
  await going;
  await visit.settled();
});
