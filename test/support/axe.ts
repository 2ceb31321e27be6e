import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

export const axeScript = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Rules that are off by default: names that contain the visible label, and targets large enough for a finger. */
const besides = ['label-content-name-mismatch', 'target-size'];

/** Rules that depend on the color scheme. They are the slowest. */
const ofColours = ['color-contrast', 'link-in-text-block'];

export type Rules = 'every' | 'of colours';

const switched = (rules: readonly string[], enabled: boolean) =>
  Object.fromEntries(rules.map((rule) => [rule, { enabled }]));

const options: Record<Rules, object> = {
  every: { rules: switched(besides, true) },
  'of colours': { runOnly: ofColours },
};

/** Returns axe's violations on the current page, a line each. With an open dialog, only that is checked: it covers parts of the page. */
export async function violationsOf(page: Page, rules: Rules = 'every'): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run([...document.querySelectorAll('[aria-modal=true], [role=dialog]')].at(-1) ?? document, ${JSON.stringify({ ...options[rules], resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Returns axe's violations by every rule in the light scheme, and by the rules of colors in the dark one. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const light = await violationsOf(page);
  await setScheme(page, 'dark');
  const dark = await violationsOf(page, 'of colours');
  await setScheme(page, 'light');
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page
    .locator(`html[data-mantine-color-scheme=${colorScheme}]`)
    .waitFor({ state: 'attached' });
}
