import { expect, test } from 'vitest';
import type { TrustedTypes } from '#dashboard/api/trustedScript.ts';
import { getUserHistory } from '#contract/operations/wallets.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();
const customId = 'meridian-treasury';

test('a history that a worker reads is drawn: its address passes the policy', async () => {
  const visit = await site.visit(null);
  const { page } = visit;
  const records = Array.from({ length: 10_000 }, (_, i) => ({
    date: new Date(Date.now() - (10_000 - i) * 240_000).toISOString(),
    total: 1000 + i,
  }));
  await page.route(`**${pathTo(getUserHistory, customId, 'month')}`, (route) =>
    route.fulfill({ json: records }),
  );
  const worker = page.waitForEvent('worker');
  await visit.go(`/users/${customId}?mode=value`);
  expect((await worker).url()).toMatch(/\/assets\/historyWorker-/);
  await page.locator('path.recharts-line-curve').first().waitFor();
});

test('no text becomes markup, script or the address of one, and nobody makes a policy that would let it', async () => {
  const visit = await site.visit('/thematics');
  const { page } = visit;
  await page.getByRole('table', { name: 'Thematics' }).waitFor();
  const refusals = await page.evaluate(() => {
    const types: TrustedTypes | undefined = window.trustedTypes;
    const tries: Record<string, () => unknown> = {
      markup: () => (document.body.innerHTML = '<b>planted</b>'),
      script: () => (document.createElement('script').text = 'planted'),
      address: () => (document.createElement('script').src = '/planted.js'),
      // oxlint-disable-next-line typescript/no-implied-eval -- that the policy refuses it is what is shown
      timer: () => setTimeout('planted'),
      worker: () => new Worker('/planted.js'),
      policy: () => types?.createPolicy('planted', { createScriptURL: (url) => url }),
      again: () => types?.createPolicy('portfolio', { createScriptURL: (url) => url }),
    };
    return Object.entries(tries).map(([name, attempt]) => {
      try {
        attempt();
        return `${name}: let through`;
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.name : 'no error'}`;
      }
    });
  });
  expect(refusals.filter((line) => !line.endsWith(': TypeError'))).toEqual([]);
  expect(refusals).toHaveLength(7);
  visit.tolerate(/refused by require-trusted-types-for: trusted-types-sink/);
  visit.tolerate(/refused by trusted-types: trusted-types-policy/);
  // The browser's own words for the same.
  visit.tolerate(/console error: (This document requires|Creating a TrustedTypePolicy)/);
  // They are reported a moment later.
  await expect.poll(() => visit.complaints()).toEqual([]);
});
