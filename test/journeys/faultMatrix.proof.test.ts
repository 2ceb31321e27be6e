import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { altered, contentFaults, strangeName } from '#test/support/contentFaults.ts';
import { answered, asked, faultKinds } from '#test/support/faultKinds.ts';
import { realAnswer } from '#test/support/realAnswer.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';

const site = sharedSite();

/** Every page that shows what a service tells, and a text that only its data brings. */
const pages = [
  ['/users', /^240 of 240$/],
  ['/users/meridian-treasury', /^Meridian Holdings Treasury$/],
  ['/users/meridian-treasury/wallets/settlement-layers', /^Positions total/],
  ['/thematics', /^Settlement Layers$/],
  ['/thematics/settlement-layers', /^Constituents$/],
  ['/compare?ids=settlement-layers&ids=energy-grids', /^Energy Grids$/],
  ['/exposure', /^Virtual Worlds$/],
  ['/settings/webhooks', /^No webhooks yet$/],
] as const;

/** What no page may show, whatever it was sent. */
async function nonsenseOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const found = text.match(/.*(\bNaN\b|\bundefined\b|\[object|Infinity|\bnull\b).*/g) ?? [];
  // What says why an answer was refused quotes it.
  return found.filter((line) => !/could not be read, at .* found ("NaN"|null)/.test(line));
}

/** A text on the page where it can be seen. */
function seen(page: Page, text: RegExp) {
  return page.getByText(text).filter({ visible: true }).first();
}

/** The page has a head and a body, and shows nothing that means nothing. */
async function isWhole({ page }: Visit): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.waitFor();
  expect(await heading.innerText()).not.toBe('');
  expect(await heading.innerText()).not.toBe('Page error');
  expect(await nonsenseOn(page)).toEqual([]);
}

/**
 * Which pages meet the fault with this number. Faults are handled in one place for all pages, so each fault meets one page, and
 * each page one fault of a kind; with EVERY_FAULT=1 all meet all.
 */
function pagesFor(
  number: number,
  among: readonly (typeof pages)[number][] = pages,
): readonly (typeof pages)[number][] {
  if (process.env['EVERY_FAULT'] === '1') return among;
  return among.filter((_, index) => index === number % among.length);
}

/** Does the same on these pages, each in a window of its own. */
async function onPages(
  chosen: readonly (typeof pages)[number][],
  what: (visit: Visit, path: string, text: RegExp) => Promise<void>,
): Promise<void> {
  await Promise.all(
    chosen.map(async ([path, text]) => {
      const visit = await site.visit(null);
      await what(visit, path, text);
      // An answer under way is waited for: given up, it would be answered twice.
      await visit.page.unrouteAll({ behavior: 'wait' });
    }),
  );
}

test.each(
  Object.entries(faultKinds).map(([name, fault], number) => [name, fault, number] as const),
)(
  '%s: a page says so, keeps its head, and is whole again after Retry',
  async (_, fault, number) => {
    await onPages(pagesFor(number), async (visit, path, text) => {
      const { page } = visit;
      if (fault.reported !== null) visit.tolerate(fault.reported);
      await page.route(asked, fault.bringAbout);
      await visit.go(path);
      await page.getByText(fault.words).first().waitFor();
      await visit.settled();
      await isWhole(visit);

      await page.unroute(asked);
      // What is not there has no Retry: it is looked for anew by its address.
      if (fault === faultKinds['404']) await page.reload();
      // One Retry may bring back what others wait for, and the live stream may be back before it is pressed.
      const retry = page.getByRole('button', { name: 'Retry' });
      while ((await retry.count()) > 0) {
        await retry
          .first()
          .click({ timeout: 2000 })
          .catch(() => undefined);
        await visit.settled();
      }
      await seen(page, text).waitFor();
      await isWhole(visit);
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  },
);

test.each(
  Object.entries(contentFaults).map(([name, fault], number) => [name, fault, number] as const),
)('%s: no page is blank, and none shows nonsense', async (_, fault, number) => {
  await onPages(pagesFor(number), async (visit, path) => {
    const { page } = visit;
    await page.route(answered, (route) => altered(route, fault));
    await visit.go(path);
    await visit.settled();
    if (fault.words !== null && path !== '/settings/webhooks') {
      await page.getByText(fault.words).first().waitFor();
    }
    await isWhole(visit);
    // No name became an element, and none made the page wider.
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    // Only what is in sight is drawn, however much there is.
    expect(await page.locator('*').count()).toBeLessThan(6000);
  });
});

test('a name with markup and from right to left is shown as it is', async () => {
  const { page } = await site.visit('/settings/preferences');
  const fault = contentFaults['names with markup and from right to left'];
  if (fault === undefined) throw new Error('There is no such fault.');
  await page.route(answered, (route) => altered(route, fault));
  await page.getByRole('link', { name: 'Users' }).click();
  const name = page.getByText(strangeName, { exact: true }).first();
  await name.waitFor();
  expect(await name.innerText()).toBe(strangeName);
});

test('ten seconds without an answer: the page stands at once, its data come when they come', async () => {
  await onPages(pages.slice(0, 1), async (visit, path, text) => {
    const { page } = visit;
    await page.route(asked, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      await route.continue().catch(() => undefined);
    });
    await visit.go(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await seen(page, text).waitFor({ timeout: 60_000 });
  });
});

/** Answers with a market that is an hour further. */
async function moveMarket(route: Route): Promise<void> {
  const response = await realAnswer(route);
  const known = capabilities.parse(await response.json());
  const asOf = formatTime(parseTime(known.market.asOf) + 3_600_000);
  await route.fulfill({ response, json: { ...known, market: { ...known.market, asOf } } });
}

test.each(
  ['the service stopped', '500 without a problem', 'a web page instead of JSON'].map(
    (name, number) => [name, number] as const,
  ),
)('%s, later: what was read stays, under a line that says what failed', async (name, number) => {
  const fault = faultKinds[name];
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  // Nothing of the webhooks comes anew with the market.
  const renewed = pages.filter(([path]) => path !== '/settings/webhooks');
  await onPages(pagesFor(number, renewed), async (visit, path, text) => {
    const { page } = visit;
    // A clock of its own, which goes an hour ahead.
    await page.clock.install();
    if (fault.reported !== null) visit.tolerate(fault.reported);
    // Without the live stream the page asks by itself, at each tick.
    await page.route('**/x/live*', fault.bringAbout);
    await visit.go(path);
    await seen(page, text).waitFor();
    await visit.settled();
    await page.route(asked, fault.bringAbout);
    // The market has moved: everything is asked again.
    await page.route(`**${getCapabilities.path}`, moveMarket);
    await page.clock.fastForward('01:00:30');
    await page.clock.runFor(5000);
    await page
      .getByText(/could not be refreshed at/)
      .first()
      .waitFor();
    expect(await seen(page, text).isVisible()).toBe(true);
    await isWhole(visit);
  });
});
