import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** axe-core itself, to run in a page before anything of its own. */
export const axeScript = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Rules of its that are off by themselves: what is seen is in the name, and a finger hits what it means. */
const besides = ['label-content-name-mismatch', 'target-size'];

const every = { rules: Object.fromEntries(besides.map((rule) => [rule, { enabled: true }])) };

/** The rules a scheme of colours makes a difference to. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds amiss on the page as it stands, a line each: by these rules, or by all. */
export async function violationsOf(
  page: Page,
  only: readonly string[] | null = null,
): Promise<string[]> {
  const options = only === null ? every : { runOnly: only };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
