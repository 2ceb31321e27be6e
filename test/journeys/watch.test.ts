import { expect, test } from 'vitest';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

test('every journey would see what a page does amiss', async () => {
  const visit = await site.visit('/thematics');
  const { page } = visit;
  await page.getByRole('table', { name: 'Thematics' }).waitFor();
  expect(visit.complaints()).toEqual([]);

  const planted = [
    /console error: planted/,
    /console warning: planted/,
    /refused by style-src-elem: inline/,
    /refused by require-trusted-types-for: trusted-types-sink/,
    /refused by style-src-attr: inline/,
    /exception: thrown/,
    /refused by connect-src: http:\/\/127\.0\.0\.2/,
    /answer 404: .*\/p\/nothing/,
    /request failed: .*\/p\/thematics\?broken/,
  ];
  await page.route('**/p/thematics?broken', (route) => route.abort('connectionreset'));
  await page.evaluate(() => {
    console.error('planted');
    console.warn('planted');
    document.head.append(document.createElement('style'));
    const script = document.createElement('script');
    script.append('globalThis.wasRun = true');
    document.body.append(script);
    document.body.setAttribute('style', 'color: red');
    setTimeout(() => {
      throw new Error('thrown');
    });
    fetch('http://127.0.0.2:9/').catch(() => undefined);
    fetch('/p/nothing').catch(() => undefined);
    fetch('/p/thematics?broken').catch(() => undefined);
  });
  const unseen = () =>
    planted.filter((what) => !visit.complaints().some((seen) => what.test(seen)));
  await expect.poll(unseen).toEqual([]);
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
  for (const what of planted) visit.tolerate(what);
  // The browser's own words for the same.
  visit.tolerate(/console error: (This document requires|Applying|Connecting|Fetch API|Failed)/);
  expect(visit.complaints()).toEqual([]);

  // What the policy lets through: a way that leads elsewhere.
  await page.evaluate(() => location.assign('http://127.0.0.2:9/'));
  const elsewhere = /(another origin was asked|request failed): http:\/\/127\.0\.0\.2:9/;
  await expect
    .poll(() => visit.complaints())
    .toEqual([expect.stringMatching(elsewhere), expect.stringMatching(elsewhere)]);
  visit.tolerate(elsewhere);
});

test('a fault that was announced and never came is a complaint', async () => {
  const visit = await site.visit('/thematics');
  visit.tolerate(/a fault of the moon/);
  expect(visit.complaints()).toEqual(['what was meant to go wrong did not: /a fault of the moon/']);
  // Brought about, so that this test itself ends without a complaint.
  await visit.page.evaluate(() => console.error('a fault of the moon'));
  await expect.poll(() => visit.complaints()).toEqual([]);
});
