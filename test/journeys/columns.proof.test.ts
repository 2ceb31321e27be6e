import { expect, test } from 'vitest';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

const standard = ['user', 'thematics', 'wallets', 'total', 'change', 'percent', 'spark', 'created'];

test.each([[['attribute.country', 'attribute.tier']], [['name', 'largest', 'flow', 'hhi']]])(
  'with %s added at 1280 px, ids stay whole and the least important columns give way',
  async (added) => {
    const columns = [...standard, ...added].map((id) => `columns=${id}`).join('&');
    const { page } = await site.visit(`/users?${columns}`);
    const table = page.getByRole('table', { name: 'Users' });
    await page.getByText(/^240 of 240$/).waitFor();
    const cut = await table.locator('tbody td:first-child').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const id = cell.querySelector('a > span');
        if (id === null) return [];
        const isCut = id.getBoundingClientRect().right > cell.getBoundingClientRect().right;
        return isCut ? [id.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    const heads = await table.getByRole('columnheader').allInnerTexts();
    expect(heads.join(' ')).not.toContain('Thematics');
    for (const name of added) {
      const head = name.startsWith('attribute.') ? name.slice(10) : /name|largest|in and out|hhi/i;
      expect(heads.some((text) => text.search(head) >= 0)).toBe(true);
    }
    // They come back with the room.
    await page.setViewportSize({ width: 2560, height: 900 });
    await table.getByRole('columnheader', { name: 'Thematics' }).waitFor();
  },
);

test('year to date is chosen, sorted by and exported, and equals the figure of the user, in another zone', async () => {
  const visit = await site.visit('/users', {
    script: "localStorage.setItem('portfolio.time-zone', 'Asia/Kathmandu')",
  });
  const { page } = visit;
  await page.getByText(/^240 of 240$/).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: /^Return, YTD/ }).check();
  await page.keyboard.press('Escape');
  const table = page.getByRole('table', { name: 'Users' });
  const head = table.getByRole('columnheader', { name: /^Return, YTD/ });
  await head.getByRole('button').first().click();
  await page.waitForURL(/sort=-returnYtd/);
  const link = page.getByRole('link', { name: /CSV/ }).first();
  await expect.poll(() => link.getAttribute('href')).toContain('sort=-returnSince.');
  const csv = await page.evaluate(
    async (path) => (await fetch(path)).text(),
    (await link.getAttribute('href')) ?? '',
  );
  const [, since = ''] = /returnSince\.(\d{4}-12-31T18:15:00\.000Z)/.exec(csv) ?? [];
  const [best = ''] = csv.split('\r\n')[1]?.split(',') ?? [];
  const first = table.locator('tbody tr').first();
  await expect.poll(() => first.innerText()).toContain(best);
  const cell = first.getByTitle(/^Year to date: since/);
  expect(await cell.getAttribute('title')).toMatch(/since 1 Jan \d{4}, 00:00 GMT\+5:45$/);
  const text = await cell.innerText();
  await table.locator('tbody tr').first().getByRole('link').first().click();
  await page.waitForURL(/\/users\/./);
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const { figures } = await page.evaluate(
    async (path) => (await fetch(path)).json(),
    `/x/users/${id}/figures/all?from=${since}`,
  );
  const percent = Math.abs(figures.timeWeightedReturn.value * 100).toFixed(2);
  expect(text.replaceAll(',', '')).toContain(percent);
});
