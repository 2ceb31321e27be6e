import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { asked, faultKinds } from '#test/support/faultKinds.ts';
import { openSite } from '#test/support/site.ts';

const site = openSite();

/** Every page that shows what a service tells, and a text that only its data brings. */
const pages = [
  ['/users', /^240 of 240$/],
  ['/users/meridian-treasury', /^All wallets$/],
  ['/users/meridian-treasury/wallets/settlement-layers', /^Sum of positions/],
  ['/thematics', /^Settlement Layers$/],
  ['/thematics/settlement-layers', /^Constituents$/],
  ['/compare?ids=settlement-layers&ids=energy-grids', /^Energy Grids$/],
  ['/settings/webhooks', /^No webhooks yet$/],
] as const;

/** What no page may show, whatever it was sent. */
async function nonsenseOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/.*(\bNaN\b|\bundefined\b|\[object|Infinity|\bnull\b).*/g) ?? [];
}

describe.each(Object.entries(faultKinds))('%s', (_, fault) => {
  test('every page says so, keeps its head, and is whole again after Retry', async () => {
    await Promise.all(
      pages.map(async ([path, text]) => {
        const visit = await site.visit('/settings/preferences');
        const { page } = visit;
        if (fault.reported !== null) visit.tolerate(fault.reported);
        await page.route(asked, fault.bringAbout);
        await visit.go(path);
        await page.getByText(fault.words).first().waitFor();
        await visit.settled();
        expect(await page.getByRole('heading', { level: 1 }).first().innerText()).not.toBe('');
        expect(await nonsenseOn(page)).toEqual([]);

        await page.unroute(asked);
        // One Retry may bring back what others wait for.
        const retry = page.getByRole('button', { name: 'Retry' });
        while ((await retry.count()) > 0) {
          await retry.first().click();
          await visit.settled();
        }
        await page.getByText(text).first().waitFor();
        expect(await nonsenseOn(page)).toEqual([]);
      }),
    );
  });
});

test('ten seconds without an answer: the page stands at once, its data come when they come', async () => {
  await Promise.all(
    pages.map(async ([path, text]) => {
      const { page, ...visit } = await site.visit('/settings/preferences');
      await page.route(asked, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        await route.continue().catch(() => undefined);
      });
      await visit.go(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByText(text).first().waitFor({ timeout: 60_000 });
    }),
  );
});
