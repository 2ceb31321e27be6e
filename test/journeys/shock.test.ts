import { expect, test } from 'vitest';
import { getBookShock } from '#contract/operations/shock.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite } from '#test/support/site.ts';
import { tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { readBy } = tasksAt(site);

test.each([1280, 360] as const)(
  'from the exposure: shock a token, sort, open the worst user, back, share the address, at %i px',
  async (width) => {
    const visit = await site.visit('/exposure', { width, script: axeScript });
    const { page } = visit;
    await page.getByRole('table', { name: 'Exposure by thematic' }).waitFor();
    // The palette has it at any width.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('shock the book');
    await page.getByRole('option', { name: /^Shock the book/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No shock yet').waitFor();
    expect(await page.title()).toBe('Shock the book · Portfolio');
    await page.getByRole('combobox', { name: 'Add a token or thematic' }).fill('KORV');
    // Enter chooses the first match once it is marked.
    await page.locator('[data-combobox-selected]', { hasText: /^KORV/ }).waitFor();
    await page.keyboard.press('Enter');
    const fall = page.getByRole('textbox', { name: 'Fall of KORV, percent' });
    await fall.fill('50');
    await fall.press('Enter');
    const table = page.getByRole('table', { name: 'Users by loss' });
    const first = table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first();
    await expect.poll(() => new URL(page.url()).search).toBe('?shockToken=KORV%3A0.5');
    const { rows, sums } = await readBy('?token=KORV:0.5&limit=500', getBookShock);
    await expect.poll(() => first.innerText()).toContain(rows[0]?.customId);
    const share = ((sums.share ?? NaN) * 100).toFixed(2);
    const strip = page.locator('dl[aria-label="Shock of the members"]');
    await expect.poll(() => strip.innerText()).toContain(`−${share}`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );

    if (width === 1280) await table.getByRole('button', { name: /^Change, %/ }).click();
    else {
      await page.getByRole('combobox', { name: 'Sort by' }).click();
      await page.getByRole('option', { name: 'Worst percentage first' }).click();
    }
    const worst = Math.max(...rows.map((row) => row.share ?? 0));
    const ofWorst = rows.filter((row) => (row.share ?? 0) > worst - 1e-9);
    await expect
      .poll(async () => {
        const text = await first.innerText();
        return ofWorst.some(({ customId }) => text.includes(customId));
      })
      .toBe(true);
    const address = page.url();
    expect(new URL(address).search).toBe('?shockToken=KORV%3A0.5&sort=-share');
    const link = first.getByRole('link');
    const href = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.pathname === href);
    await page.goBack();
    await expect.poll(() => first.getByRole('link').getAttribute('href')).toBe(href);
    expect(page.url()).toBe(address);

    const other = await site.visit(new URL(address).pathname + new URL(address).search, { width });
    const shared = other.page.getByRole('table', { name: 'Users by loss' });
    const top = shared
      .getByRole('row')
      .filter({ has: other.page.getByRole('link') })
      .first();
    await expect.poll(() => top.getByRole('link').getAttribute('href')).toBe(href);
  },
);
