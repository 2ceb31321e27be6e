import { expect, test } from 'vitest';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

declare global {
  var headers: string[];
}

test('no change is ever shown under the words of another period, and no figure is missing before it comes', async () => {
  const visit = await site.visit('/settings/preferences');
  const { page } = visit;
  // What each change of the page leaves behind, however short it stands.
  await page.addInitScript(() => {
    globalThis.headers = [];
    new MutationObserver(() => {
      const figure = document.querySelector('section[aria-label^="Level of"] > div');
      const told = figure?.textContent ?? '';
      if (told !== '' && told !== globalThis.headers.at(-1)) globalThis.headers.push(told);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await visit.go('/thematics/settlement-layers?period=month');
  const words = (period: string) => page.getByText(`past ${period}, since`).first().waitFor();
  await words('month');
  // By their keys: the year is new, then both have been read before.
  for (const [key, period] of [
    ['4', 'year'],
    ['3', 'month'],
    ['4', 'year'],
  ] as const) {
    await page.keyboard.press(key);
    await words(period);
  }
  await visit.settled();
  const headers = await page.evaluate(() => globalThis.headers);
  const told = headers.flatMap((text) => {
    const [, change, period] = /([+−][\d,.]+\s%).*past (month|year), since/.exec(text) ?? [];
    return period === undefined ? [] : [`${period} ${change ?? ''}`];
  });
  // One change for each period, whatever the order in which they were chosen.
  expect(new Set(told).size).toBe(2);
  expect(headers.filter((text) => text.startsWith('–'))).toEqual([]);
});
