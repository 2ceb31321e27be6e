import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { altered, contentFaults, strangeName } from '#test/support/contentFaults.ts';
import { answered, asked, faultKinds } from '#test/support/faultKinds.ts';
import { openSite, type Visit } from '#test/support/site.ts';

const site = openSite();

/** Every page that shows what a service tells, and a text that only its data brings. */
const pages = [
  ['/users', /^240 of 240$/],
  ['/users/meridian-treasury', /^Meridian Holdings Treasury$/],
  ['/users/meridian-treasury/wallets/settlement-layers', /^Sum of positions/],
  ['/thematics', /^Settlement Layers$/],
  ['/thematics/settlement-layers', /^Constituents$/],
  ['/compare?ids=settlement-layers&ids=energy-grids', /^Energy Grids$/],
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
  expect(await heading.innerText()).not.toBe('This page broke');
  expect(await nonsenseOn(page)).toEqual([]);
}

/** Does the same on every page, one after the other in two windows. */
async function onEveryPage(
  what: (visit: Visit, path: string, text: RegExp) => Promise<void>,
): Promise<void> {
  const left = [...pages];
  const work = async () => {
    const visit = await site.visit('/settings/preferences');
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await what(visit, next[0], next[1]);
      // An answer under way is waited for: given up, it would be answered twice.
      await visit.page.unrouteAll({ behavior: 'wait' });
    }
  };
  await Promise.all([work(), work()]);
}

describe.each(Object.entries(faultKinds))('%s', (_, fault) => {
  test('every page says so, keeps its head, and is whole again after Retry', async () => {
    await onEveryPage(async (visit, path, text) => {
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
  });
});

describe.each(Object.entries(contentFaults))('%s', (_, fault) => {
  test('no page is blank, and none shows nonsense', async () => {
    await onEveryPage(async (visit, path) => {
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
      // Only what is in sight is drawn, however much is told.
      expect(await page.locator('*').count()).toBeLessThan(6000);
    });
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
  await Promise.all(
    pages.map(async ([path, text]) => {
      const visit = await site.visit('/settings/preferences');
      const { page } = visit;
      await page.route(asked, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        await route.continue().catch(() => undefined);
      });
      await visit.go(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await seen(page, text).waitFor({ timeout: 60_000 });
    }),
  );
});

test.each(['the service stopped', '500 without a problem', 'a web page instead of JSON'])(
  '%s, later: what was read stays, under a line that says what failed',
  async (name) => {
    const fault = faultKinds[name];
    if (fault === undefined) throw new Error(`There is no fault ${name}.`);
    await onEveryPage(async (visit, path, text) => {
      // Nothing of the webhooks comes anew with the market.
      if (path === '/settings/webhooks') return;
      const { page } = visit;
      // A clock of its own, which goes an hour ahead on each page.
      await page.clock.install();
      if (fault.reported !== null) visit.tolerate(fault.reported);
      // Without the live stream each pane asks by itself, at each tick.
      await page.route('**/x/live*', fault.bringAbout);
      await visit.go(path);
      await seen(page, text).waitFor();
      await visit.settled();
      await page.route(asked, fault.bringAbout);
      // The market ticks: everything is asked again.
      await page.clock.fastForward('01:00:30');
      await page.clock.runFor(5000);
      await page
        .getByText(/could not be refreshed at/)
        .first()
        .waitFor();
      expect(await seen(page, text).isVisible()).toBe(true);
      await isWhole(visit);
    });
  },
);
