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

/** Rules a scheme of colours makes a difference to: the slowest there are. */
const ofColours = ['color-contrast', 'link-in-text-block'];

export type Rules = 'every' | 'of colours';

const switched = (rules: readonly string[], enabled: boolean) =>
  Object.fromEntries(rules.map((rule) => [rule, { enabled }]));

const options: Record<Rules, object> = {
  every: { rules: switched(besides, true) },
  'of colours': { runOnly: ofColours },
};

/** What axe finds amiss on the page as it stands, a line each. Behind an open dialog is a page that was looked at without it. */
export async function violationsOf(page: Page, rules: Rules = 'every'): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run([...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document, ${JSON.stringify({ ...options[rules], resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
