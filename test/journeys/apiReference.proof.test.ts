import { expect, test } from 'vitest';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { openSite } from '#test/support/site.ts';

const site = openSite();

test.each([
  [1280, 'light', 'every'],
  [360, 'light', 'every'],
  [360, 'dark', 'of colours'],
] as const)('the API reference is accessible, %s px wide, %s', async (width, scheme, rules) => {
  const { page } = await site.visit('/p/docs', { width, scheme, script: axeScript });
  await page.getByRole('heading', { name: 'Portfolio Service', level: 1 }).waitFor();
  expect(await violationsOf(page, rules)).toEqual([]);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});
