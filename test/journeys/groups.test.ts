import { expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite } from '#test/support/site.ts';
import { tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { begin, readBy } = tasksAt(site);

test.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)(
  'users are grouped by country and then by thematic, and a group opens as a book, at %i px',
  async (width, scheme) => {
    const { page, visit } = await begin('/users?period=year', { width, scheme });
    await page.evaluate(axeScript);
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'By country' }).click();
    const table = page.getByRole('table', { name: 'Users by country' });
    await table.waitFor();
    await page.getByRole('combobox', { name: 'Then by' }).click();
    await page.getByRole('option', { name: 'Then by thematic' }).click();
    expect(new URL(page.url()).search).toBe(
      '?period=year&groupBy=attribute.country&groupBy=thematic',
    );
    const query = '?period=year&groupBy=attribute.country';
    const { groups = [], count } = await readBy(query, getDirectory);
    const [largest] = groups;
    const value = largest?.value ?? '';
    await table.locator('tbody tr').first().getByText(value, { exact: true }).waitFor();
    const expand = table.getByRole('button', { name: `${value} by thematic` });
    await expand.focus();
    await page.keyboard.press('Enter');
    const within = await readBy(
      `${query}&groupBy=thematic&within=${encodeURIComponent(value)}`,
      getDirectory,
    );
    await expect
      .poll(() => table.locator('tbody tr').count())
      .toBe(groups.length + (within.groups?.length ?? 0) + 1);
    const all = await table.locator('tbody tr').last().textContent();
    expect(all).toContain('matches the users’ total');
    expect(all).toContain(`${count} users`);
    await page.getByText(/By thematic, figures are those of the wallets in it/).waitFor();
    await visit.settled();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await violationsOf(page)).toEqual([]);

    await table.getByRole('link', { name: value, exact: true }).click();
    await page.waitForURL(/\/book\?/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('attribute.country')).toBe(value);
    expect(searchParams.get('period')).toBe('year');
    await page.goBack();
    await table.getByRole('button', { name: `${value} by thematic`, expanded: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('expanded')).toBe(JSON.stringify(value));
    await table
      .getByTitle(/^List the /)
      .first()
      .click();
    await page.getByRole('table', { name: 'Users', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('attribute.country')).toBe(value);
  },
);
