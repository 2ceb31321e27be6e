import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { openSite, widths } from '#test/support/site.ts';

const site = openSite();
const script = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Every page and dialog, each with what must be there before it is looked at. */
const addresses = [
  ['/users', /^240 of 240$/],
  ['/users?q=nobody+here', /^No user matches/],
  ['/users?create=new', /^It cannot be changed later\.$/],
  ['/users/meridian-treasury', /^All wallets$/],
  ['/users/meridian-treasury?view=table&allocation=token&attributes=json', /^Since the start$/],
  ['/users/meridian-treasury?edit=attributes', /^Attributes of meridian-treasury$/],
  ['/users/empty', /^empty has no wallets$/],
  ['/users/nobody', /^There is no user/],
  ['/users/meridian-treasury/wallets/settlement-layers', /^Sum of positions/],
  ['/users/empty/wallets/settlement-layers', /^empty has no wallet in/],
  ['/thematics', /^Settlement Layers$/],
  ['/thematics/settlement-layers', /^Constituents$/],
  ['/settings/webhooks', /^hooks\.example\.com$/],
  ['/settings/webhooks?add=https%3A%2F%2Fexample.com%2F', /^As the service names it\.$/],
  ['/settings/preferences', /^Gain and loss$/],
  ['/nowhere', /^There is no page at this address$/],
] as const;

/** The second scheme differs from the first in its colours alone. */
const schemes = [
  ['light', null],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const;

/** What axe finds amiss on the page as it stands, a line each. */
async function violationsOf(page: Page, only: readonly string[] | null = null): Promise<string[]> {
  const options = only === null ? {} : { runOnly: only };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

test('axe sees what is amiss', async () => {
  const { page } = await site.visit('/settings/preferences', { script });
  await page.getByText('Gain and loss', { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.evaluate(() =>
    document.querySelector('main')?.append(document.createElement('button')),
  );
  expect(await violationsOf(page)).toEqual([expect.stringMatching(/^button-name: #main > button/)]);
});

describe.each(widths)('%i px wide', (width) => {
  test('no page keeps anybody out, neither light nor dark, or stands beside the screen', async () => {
    for (const type of ['user.created', '*']) {
      await fetch(site.url() + paths.webhooks(), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://hooks.example.com/portfolio', type }),
      });
    }
    const visit = await site.visit('/', { width, script });
    const { page } = visit;
    visit.tolerate(/404.*nobody/);
    const found: string[] = [];
    for (const [path, text] of addresses) {
      await visit.go(path);
      await page.getByText(text).first().waitFor();
      await visit.settled();
      for (const [colorScheme, only] of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        const violations = await violationsOf(page, only);
        found.push(...violations.map((violation) => `${path}, ${colorScheme}: ${violation}`));
      }
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widest !== width) found.push(`${path} is ${widest} px wide`);
    }
    expect(found).toEqual([]);
  });
});
