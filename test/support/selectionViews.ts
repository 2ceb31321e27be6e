import type { View } from './views.ts';

/** Views of selected users, one of which has the amounts of the search. */
export const selectionViews = (customId: string): Readonly<Record<string, readonly View[]>> => ({
  'users/directory/selection/SelectionBar.tsx': [
    {
      path: `/users?q=${customId}`,
      text: /^Open as a book$/,
      hasAmounts: true,
      open: async (page) => {
        await page.getByText(/^1 of 241$/).waitFor();
        await page.keyboard.press('Control+a');
        const bar = page.getByRole('region', { name: 'Selected users' });
        await bar.locator('dd b').first().waitFor();
      },
    },
  ],
  'users/CompareUsersPage.tsx': [
    { path: `/compare-users?ids=${customId}&ids=empty`, text: /^empty$/ },
  ],
});
