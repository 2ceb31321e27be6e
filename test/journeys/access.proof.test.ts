import { expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { axeScript, type Rules, violationsOf } from '#test/support/axe.ts';
import { everyLineIsDrawn } from '#test/support/drawn.ts';
import { letAnswer, nameOf, type PageState, pageStates } from '#test/support/pageStates.ts';
import { openSite, type Visit } from '#test/support/site.ts';
import { smallTargets } from '#test/support/targets.ts';

const site = openSite();

type Looks = readonly (readonly ['light' | 'dark', Rules])[];
/** Where axe looks, and by which rules; at the other widths a page is held against its window, and what is pressed against a finger. */
const looked: Record<number, Looks> = {
  // The second scheme differs from the first in its colours alone.
  1280: [
    ['light', 'every'],
    ['dark', 'of colours'],
  ],
  // Other pieces than on a desk, in the colours of the same tokens.
  360: [['dark', 'every']],
  768: [],
  1920: [],
};
const both: Looks = [
  ['light', 'every'],
  ['dark', 'every'],
];
/** `AXE=every`: by every rule, light and dark, at every width; that takes some three minutes. */
const isEvery = process.env['AXE'] === 'every';
const grid = Object.entries(looked).map(
  ([width, looks]) => [Number(width), isEvery ? both : looks] as const,
);
/** These look as others do, but for fewer of their pieces (what fails, as what fails later): one look by axe is enough. */
const looksAlike = new Set<PageState['answers']>(['empty', 'held back', 'failing']);

test('axe sees what is amiss', async () => {
  const { page } = await site.visit('/settings/preferences', { script: axeScript });
  await page.getByText('Gain and loss', { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.style.cssText = 'width: 20px; height: 20px';
    document.querySelector('main')?.append(button);
  });
  expect(await violationsOf(page)).toEqual([expect.stringMatching(/^button-name: #main > button/)]);
  expect(await smallTargets(page)).toEqual([expect.stringMatching(/^button .* 20 × 20$/)]);
});

/** What the service answers from the first page on, and the pages that follow by links; the rest is opened over a page, or becomes so. */
const lasting = ['given', 'empty', 'held back', 'failing'] as const;
const isLasting = ({ answers, open, reported }: PageState) =>
  open === undefined &&
  lasting.some((one) => one === answers) &&
  (answers === 'failing' || reported === undefined);
const follows = (before: PageState | undefined, state: PageState) =>
  before !== undefined && isLasting(before) && isLasting(state) && before.answers === state.answers;
const ordered = [
  ...pageStates.filter((state) => !isLasting(state)),
  ...lasting.flatMap((answers) =>
    pageStates.filter((state) => isLasting(state) && state.answers === answers),
  ),
];

// Two at a time: as many as the machine is likely to have processors for.
const halves = [0, 1].map((half) => ordered.filter((_, index) => index % 2 === half));

// Some seventy states, each looked at four times, or eight.
const busy = { timeout: 1_800_000 };

test(
  'no page keeps anybody out in any state, light or dark, nor stands beside the screen',
  busy,
  async () => {
    for (const type of ['user.created', '*']) {
      await fetch(site.url() + putWebhook.path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://hooks.example.com/portfolio', type }),
      });
    }
    const found = await Promise.all(
      halves.map(async (states) => {
        const visit = await site.visit('/settings/preferences', { script: axeScript });
        const amiss: string[] = [];
        for (const [index, state] of states.entries()) {
          const lines = await bringAbout(visit, state, follows(states[index - 1], state))
            .then(() => lookAt(visit, state))
            .catch((error: Error) => [error.message]);
          amiss.push(...lines.map((line) => `${nameOf(state)}, ${line}`));
        }
        return amiss;
      }),
    );
    expect(found.flat()).toEqual([]);
  },
);

/** Opens a page, by a load or from the one before, and waits until it is in the state. */
async function bringAbout(visit: Visit, state: PageState, isNext: boolean): Promise<void> {
  const { page } = visit;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (!isNext) await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (state.reported !== undefined) visit.tolerate(state.reported);
  const goOn = isNext ? async () => {} : await letAnswer(page, state.answers);
  await (isNext ? visit.turn(state.path) : visit.go(state.path));
  await page.getByText(state.words).first().waitFor({ state: 'attached' });
  if (state.answers === 'given') await page.waitForFunction(everyLineIsDrawn);
  await goOn();
  await state.open?.(page);
  // What is held back is on its way for ever, and skeletons show after a moment.
  if (state.answers === 'held back') await page.waitForTimeout(250);
  else await visit.settled();
}

/** What is amiss with a state at each width, light and dark. */
async function lookAt({ page }: Visit, state: PageState): Promise<string[]> {
  const amiss: string[] = [];
  for (const [width, looks] of grid) {
    await page.setViewportSize({ width, height: width < 768 ? 780 : 900 });
    await page.evaluate(nextFrame);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    if (widest > width) amiss.push(`${width} px: is ${widest} px wide`);
    amiss.push(...(await smallTargets(page)).map((line) => `${width} px: ${line}`));
    for (const [colorScheme, rules] of looks) {
      if (looksAlike.has(state.answers) && colorScheme === 'dark' && !isEvery) continue;
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const violations = await violationsOf(page, rules);
      amiss.push(...violations.map((line) => `${width} px, ${colorScheme}: ${line}`));
    }
  }
  // What was opened has stayed open while it was looked at.
  await page
    .getByText(state.shown ?? state.words)
    .first()
    .waitFor({ state: 'attached' });
  return amiss;
}

/** What a new width changed is drawn. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)));
  });
}
