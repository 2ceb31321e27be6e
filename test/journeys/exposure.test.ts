import { expect, test } from 'vitest';
import { getExposure } from '#contract/operations/exposure.ts';
import { sharedSite } from '#test/support/site.ts';
import { figures, tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { readBy } = tasksAt(site);

test.each([1280, 360] as const)(
  'from who holds what to its holders and back, at %i px',
  async (width) => {
    const visit = await site.visit('/users', { width });
    const { page } = visit;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Exposure' })
      .click();
    const table = page.getByRole('table', { name: 'Exposure by thematic' });
    await table.waitFor();
    expect(await page.title()).toBe('Exposure · Portfolio');
    await page.getByRole('img', { name: /^Share of all by thematic/ }).waitFor();
    await page.getByRole('radio', { name: 'Token' }).click();
    const byToken = page.getByRole('table', { name: 'Exposure by token' });
    const first = byToken
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first();
    const { rows } = await readBy('?by=token&limit=1', getExposure);
    const [largest] = rows;
    await expect.poll(() => first.innerText()).toContain(largest?.id);
    expect(await first.innerText()).toContain(largest?.largest?.customId);
    // A name is not spaced as figures in a column are.
    const name = first.locator('bdi', { hasText: largest?.largest?.customId ?? '' });
    const features = name.evaluate((it) => getComputedStyle(it).fontFeatureSettings);
    expect(await features).toBe('normal');
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await first.getByRole('link').click();
    await page
      .getByText(`${figures.format(largest?.holders ?? NaN).replace(/\.00$/, '')} of 240`)
      .waitFor();
    expect(new URL(page.url()).search).toBe(`?token=${largest?.id}&sort=-held`);
    const holder = page
      .getByRole('table', { name: 'Users' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first();
    await expect.poll(() => holder.innerText()).toContain(largest?.largest?.customId);
    await page.goBack();
    await byToken.waitFor();
    expect(new URL(page.url()).search).toBe('?by=token');
  },
);
