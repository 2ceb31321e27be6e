import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryPage } from '#contract/directory.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { npmRun } from '#test/support/process.ts';
import { openSite, type Visit } from '#test/support/site.ts';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const isThere = existsSync(data);
if (!isThere) console.log('skipped: journeys on real prices, ../shared/data is not there');

const totals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** The pages of real prices: what the bar says, and BTC with its last close among the constituents of its thematic. */
async function showsRealPrices({ page }: Visit): Promise<void> {
  const bar = page.getByRole('banner');
  await bar.getByText('Stored prices').first().waitFor();
  await bar.getByText('as of 17 Jun 2025, 00:00 UTC').first().waitFor();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Thematics' })
    .click();
  await page
    .getByRole('row', { name: /Store of Value/ })
    .getByRole('link')
    .click();
  const constituents = page.getByRole('region', { name: 'Constituents' });
  const bitcoin = constituents.getByRole('row', { name: /^BTC/ });
  await expect.poll(() => bitcoin.textContent()).toContain('106,794.53');
}

describe.skipIf(!isThere)('real prices, imported into a process that serves', () => {
  const site = openSite({ TICK_SECONDS: '4' });

  test('take the place of the simulated market, on a page that is open too', async () => {
    const visit = await site.visit('/users');
    const { page } = visit;
    const bar = page.getByRole('banner');
    await bar.getByText('Live, simulated market').first().waitFor();
    await page.getByRole('status').getByText('240 of 240').waitFor();

    const { code, output } = await npmRun({ DATA_DIR: site.dataDir() }, 'import', '--', data);
    expect(output).toContain(`which serves ${site.url()}`);
    expect(output).toContain('Prices: 527,686 new, 0 changed.');
    expect(output).toContain('Real prices replaced the simulated market.');
    expect(output).toContain('240 sample users were recreated.');
    expect(code).toBe(0);

    await bar.getByText('Stored prices').first().waitFor();
    // No figure of the other market stays beside that.
    const answer = await fetch(`${site.url()}/x/directory?limit=1`);
    const largest = directoryPage.parse(await answer.json()).rows[0]?.total ?? Number.NaN;
    const first = page.getByRole('row').nth(1);
    await expect.poll(() => first.innerText()).toContain(totals.format(largest));
    await showsRealPrices(visit);
  });
});

describe.skipIf(!isThere)('real prices, imported where nobody serves', () => {
  let output = '';
  const site = openSite({}, async (dataDir) => {
    await makeDataFolder(dataDir);
    ({ output } = await npmRun({ DATA_DIR: dataDir }, 'import', '--', data));
  });

  test('are what the next start serves', async () => {
    expect(output).toContain('Prices: 527,686 new, 0 changed.');
    const visit = await site.visit('/users');
    await visit.page.getByRole('status').getByText('240 of 240').waitFor();
    await showsRealPrices(visit);
  });
});
