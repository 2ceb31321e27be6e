import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';
import { smallTargets } from '#test/support/targets.ts';
import { figures as twoDecimals, percent, tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { readBy } = tasksAt(site);
const user = 'meridian-treasury';
const wallet = `/users/${user}/wallets/settlement-layers`;

/** Scrolls to a panel below the fold, which loads then. */
async function panelOf(visit: Visit, name: string): Promise<Locator> {
  const { page } = visit;
  await page.locator('main').evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const panel = page.getByRole('region', { name, exact: true });
  await panel.waitFor();
  await panel.scrollIntoViewIfNeeded();
  await visit.settled();
  return panel;
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
const lines = (page: Page) => page.locator('path.recharts-line-curve').count();
const ratio = (value: number | null) => twoDecimals.format(value ?? NaN).replace('-', '−');

describe.each([1280, 360] as const)('at %i px', (width) => {
  test('four returns, and why they differ', async () => {
    const visit = await site.visit(`/users/${user}?period=all`, { width });
    const { page } = visit;
    const returns = await panelOf(visit, 'Returns');
    const { figures, difference } = await readBy('', getUserFigures, user, 'all');
    const shown = await returns.innerText();
    for (const { value } of [
      figures.timeWeightedReturn,
      figures.moneyWeightedReturn,
      figures.modifiedDietz,
    ]) {
      expect(shown).toContain(percent(value ?? NaN));
    }
    const why = page.getByRole('region', { name: 'Why they differ' });
    const points = percent(difference?.value ?? NaN).replace('\u2009%', '');
    expect(await why.getByRole('listitem').last().innerText()).toContain(points);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  });

  test('a wallet against its thematic, another one, and none', async () => {
    const visit = await site.visit(`${wallet}?period=year`, { width });
    const { page } = visit;
    const risk = await panelOf(visit, 'Risk');
    const own = await readBy('?thematic=settlement-layers', getUserFigures, user, 'year');
    const beta = risk.locator('dl > div', { hasText: /^Beta/ }).locator('dd').first();
    expect(await beta.innerText()).toContain(ratio(own.figures.beta.value));
    expect(await lines(page)).toBe(2);

    await risk.getByRole('combobox', { name: 'Benchmark' }).click();
    await page.getByRole('option', { name: 'Energy Grids' }).click();
    await risk.getByRole('heading', { name: 'Against Energy Grids thematic' }).waitFor();
    await visit.settled();
    const other = await readBy(
      '?thematic=settlement-layers&benchmark=energy-grids',
      getUserFigures,
      user,
      'year',
    );
    await expect.poll(() => beta.innerText()).toContain(ratio(other.figures.beta.value));
    expect(new URL(page.url()).searchParams.get('benchmark')).toBe('energy-grids');

    await risk.getByRole('textbox', { name: 'Risk-free rate' }).fill('4');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('rf')).toBe('0.04');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => beta.innerText()).toContain(ratio(own.figures.beta.value));

    await risk.getByRole('combobox', { name: 'Benchmark' }).click();
    await page.getByRole('option', { name: 'No benchmark' }).click();
    await beta.waitFor({ state: 'detached' });
    await expect.poll(() => lines(page)).toBe(1);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  });

  test('drawdowns of a thematic, shaded on the chart on request', async () => {
    const visit = await site.visit('/thematics/settlement-layers?period=year', { width });
    const { page } = visit;
    const panel = await panelOf(visit, 'Drawdowns');
    const { drawdowns } = await readBy('', getThematicFigures, 'settlement-layers', 'year');
    const rows = panel.locator('tbody tr');
    expect(await rows.count()).toBe(drawdowns.length);
    expect(await rows.first().innerText()).toContain(percent(drawdowns[0]?.depth ?? NaN));
    await panel.getByRole('button', { name: 'Shade', exact: true, pressed: false }).click();
    const shaded = page.locator('.recharts-reference-area path[fill="var(--loss-tint)"]');
    await expect.poll(() => shaded.count()).toBe(drawdowns.length);
    expect(new URL(page.url()).search).toContain('drawdowns=1');
    await page.goBack();
    await expect.poll(() => shaded.count()).toBe(0);
  });

  test('months as a heat table, which scrolls by itself, and as CSV', async () => {
    const visit = await site.visit('/thematics/settlement-layers', { width });
    const { page } = visit;
    const panel = await panelOf(visit, 'Monthly returns');
    const { years } = await readBy('', getThematicFigures, 'settlement-layers', 'all');
    const rows = panel.getByRole('row');
    expect(await rows.count()).toBe(years.length + 1);
    const whole = rows.nth(1).getByRole('cell').last();
    const latest = (years.at(-1)?.return ?? NaN) * 100;
    expect(await whole.innerText()).toContain(
      `${latest > 0 ? '+' : '−'}${Math.abs(latest).toFixed(1)}`,
    );
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
    const downloading = page.waitForEvent('download');
    await panel.getByRole('link', { name: 'CSV' }).click();
    expect(await (await downloading).failure()).toBeNull();
  });

  test('a rolling figure as a mode of the chart', async () => {
    const visit = await site.visit(`${wallet}?period=year`, { width });
    const { page } = visit;
    await visit.settled();
    await page.getByRole('button', { name: 'Rolling figures' }).click();
    await page.getByRole('combobox', { name: 'Rolling figure' }).click();
    await page.getByRole('option', { name: 'Correlation' }).click();
    await expect.poll(() => new URL(page.url()).search).toContain('mode=rollingCorrelation');
    await page.getByText(/^rolling correlation \d\.\d\d, 30 records$/).waitFor();
    expect(await lines(page)).toBe(1);
    await page.getByRole('combobox', { name: 'Records in each window' }).click();
    await page.getByRole('option', { name: '90 records' }).click();
    await expect.poll(() => new URL(page.url()).search).toContain('n=90');
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  });
});

test.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)('axe has no finding in the panels, %i px, %s', async (width, scheme) => {
  const visit = await site.visit(`${wallet}?period=year&drawdowns=1`, {
    width,
    scheme,
    script: axeScript,
  });
  const risk = await panelOf(visit, 'Risk');
  await risk.getByText('Shape of the distribution').first().click();
  await panelOf(visit, 'Monthly returns');
  // At the top of the page, no bar covers half of a figure.
  await visit.page.evaluate(() => window.scrollTo(0, 0));
  expect(await violationsOf(visit.page)).toEqual([]);
  expect(await smallTargets(visit.page)).toEqual([]);
});
