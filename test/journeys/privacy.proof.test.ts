import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyLineIsDrawn } from '#test/support/drawn.ts';
import { atRest } from '#test/support/atRest.ts';
import { realAnswer } from '#test/support/realAnswer.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';

// What is hidden cannot be told by looking for it: any digit may be another's. So each page is opened twice, the second time
// with everybody owning twice as much. Where no sum of money is shown the two cannot be told apart, down to the last attribute;
// a factor of two is exact in every calculation, so shares, changes and the shapes of lines stay the same too.

const site = sharedSite();

const user = '/users/meridian-treasury';
/** Every page that shows what users own, with what must be there. */
const pages = [
  ['/users', /^240 of 240$/],
  ['/exposure', /^Virtual Worlds$/],
  [user, /^All wallets/],
  [`${user}?holdings=positions&by=token&mode=drawdown`, /^Allocation$/],
  [`${user}?view=table&form=bars`, /^Value since the start$/],
  [`${user}/wallets/settlement-layers?period=week`, /^Positions total/],
  ['/thematics/settlement-layers', /^Holders$/],
] as const;

/** Of these all figures are of what users own. */
const showShares = new Set<string>(pages.slice(0, 5).map(([path]) => path));

/** Pages of the market alone: their figures are no secret, and stay. */
const publicPages = [
  ['/thematics', /^Settlement Layers$/],
  ['/compare?ids=settlement-layers&ids=energy-grids', /^Energy Grids$/],
] as const;

const ownedBy = /^\/(p\/users|x\/users|x\/directory|x\/exposure|x\/thematics\/[^/]+\/users)/;
const sums = new Set(['total', 'amount', 'dayChange']);

/** An answer in which everybody owns twice as much. */
function doubled(body: unknown): unknown {
  if (Array.isArray(body)) return body.map((value) => doubled(value));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      sums.has(key) ? twice(value) : doubled(value),
    ]),
  );
}

function twice(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => twice(one));
  return typeof value === 'number' ? value * 2 : value;
}

async function double(route: Route): Promise<void> {
  const response = await realAnswer(route);
  await route.fulfill({ response, json: doubled(await response.json()) });
}

/** Everything a document says, by eye, by ear and by drawing: a line for each element and text. */
function everythingOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? String(field.value) : '',
    );
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
    const nodes = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Element)) nodes.push(node.textContent ?? '');
      else {
        const attributes = [...node.attributes].map(({ name, value }) => `${name}="${value}"`);
        nodes.push(`<${node.localName} ${attributes.toSorted().join(' ')}>`);
      }
    }
    const told = nodes.map((node) =>
      node
        // What React counts its elements by, and what it first drew a choice as, depend on which answer came first.
        .replaceAll(/_r_\w+_/g, 'id')
        // So does how many charts Recharts has counted.
        .replaceAll(/\brecharts\d+-clip\b/g, 'id')
        // Mantine's are random.
        .replaceAll(/\bmantine-[a-z0-9]{9}\b/g, 'id')
        .replace(' checked=""', '')
        // When and how fast something was answered.
        .replace(/^[\d,]+\u2009ms$|^\w{3}, \d+ \w{3} \d{4} [\d:]+ GMT$/, 'a time'),
    );
    // Scripts are named in the head in the order in which they were wanted.
    const [scripts, rest] = [true, false].map((isScript) =>
      told.filter((line) => line.includes('rel="modulepreload"') === isScript),
    );
    return [document.title, ...typed, ...(scripts ?? []).toSorted(), ...(rest ?? [])];
  });
}

/** Whether every placeholder has given way to what it stands for. */
function nothingIsLoading(): boolean {
  return document.querySelector('.mantine-Skeleton-root') === null;
}

interface Seen {
  readonly off: readonly string[];
  readonly percentages: readonly string[];
  readonly hidden: readonly string[];
}

/** As another tab of the browser would, also while a drawer covers the bar. */
async function step(page: Page, privacy: 'off' | 'percentages' | 'hidden'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('portfolio.privacy', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'portfolio.privacy' }));
  }, privacy);
}

/** A page in each step of privacy, without another load; the first of a visit is loaded, the next follow as by a link. */
async function see(visit: Visit, path: string, words: RegExp): Promise<Seen> {
  const { page } = visit;
  if (page.url() === 'about:blank') await visit.go(path);
  else {
    await step(page, 'off');
    await visit.turn(path);
  }
  const drawn = async () => {
    await page.getByText(words).first().waitFor({ state: 'attached' });
    return atRest(async () => {
      // In each round: a page that has no chart yet lacks no line, and on a busy machine it may stay so for a while.
      await page.waitForFunction(nothingIsLoading);
      await page.waitForFunction(everyLineIsDrawn);
      await visit.settled();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      return everythingOn(page);
    });
  };
  const off = await drawn();
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  const percentages = await step(page, 'percentages').then(drawn);
  const hidden = await step(page, 'hidden').then(drawn);
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  return { off, percentages, hidden };
}

const figures = /\d\s*%/;
/** Where per cent are said; the bound of what is dust is the same for everybody. */
const withFigures = (lines: readonly string[]) =>
  lines.filter(
    (line) =>
      figures.test(line.replaceAll(/(style|href)="[^"]*"/g, '')) &&
      !line.includes('Positions below'),
  );

test('no page tells who owns twice as much where sums are not shown, nor has a figure where all are hidden', async () => {
  const [one, other] = await Promise.all([site.visit(null), site.visit(null)]);
  await other.page.route(({ pathname }) => ownedBy.test(pathname), double);
  for (const [path, words] of pages) {
    const [once, twiceAsMuch] = await Promise.all([see(one, path, words), see(other, path, words)]);
    expect([path, twiceAsMuch.percentages]).toEqual([path, once.percentages]);
    expect([path, twiceAsMuch.hidden]).toEqual([path, once.hidden]);
    // What is shown is shown: else nothing would be proven.
    expect([path, twiceAsMuch.off]).not.toEqual([path, once.off]);
    if (!showShares.has(path)) continue;
    expect([path, withFigures(once.percentages)]).not.toEqual([path, []]);
    expect([path, withFigures(once.hidden)]).toEqual([path, []]);
  }
});

test('the bar holds all that it says, at each width and in each step of privacy', async () => {
  const visit = await site.visit('/settings/preferences');
  const { page } = visit;
  await visit.settled();
  const outside: string[] = [];
  for (const privacy of ['off', 'percentages', 'hidden'] as const) {
    await step(page, privacy);
    for (const width of [320, 360, 768, 960, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const right = await page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll('header button')].map(
            (button) => button.getBoundingClientRect().right,
          ),
        ),
      );
      if (right > width) outside.push(`${privacy}, ${width} px: up to ${right} px`);
    }
  }
  expect(outside).toEqual([]);
});

test('pages of the market are no secret', async () => {
  const visit = await site.visit(null);
  for (const [path, words] of publicPages) {
    const { off, hidden } = await see(visit, path, words);
    expect([path, withFigures(hidden)]).toEqual([path, withFigures(off)]);
    expect(withFigures(hidden).length).toBeGreaterThan(5);
  }
});
