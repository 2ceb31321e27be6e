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
