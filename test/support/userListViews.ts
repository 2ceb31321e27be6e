import type { View } from './views.ts';

/** Overlays and bars of the list of users, and what they open. One user has the amounts of the search. */
export const userListViews = (customId: string): Readonly<Record<string, readonly View[]>> => ({
  'users/directory/FilterPanel.tsx': [
    {
      path: `/users?q=${customId}`,
      text: /^Filter users$/,
      hasAmounts: true,
      open: async (page) => {
        await page
          .getByRole('button', { name: /^Filter/ })
          .first()
          .click();
        await page.getByRole('combobox', { name: 'Attribute' }).click();
        await page.getByRole('option', { name: /^budget/ }).click();
      },
    },
  ],
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
  'users/attributes/ChangeAttributeDialog.tsx': [
    {
      path: `/users?q=${customId}`,
      text: /^Nothing changes yet/,
      hasAmounts: true,
      open: async (page) => {
        await page.getByText(/^1 of 241$/).waitFor();
        await page.keyboard.press('Control+a');
        await page.getByRole('button', { name: 'Change attribute…' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('combobox', { name: 'Attribute' }).fill('budget');
        await dialog.getByRole('combobox', { name: 'Value' }).click();
      },
    },
  ],
  'users/CompareUsersPage.tsx': [
    { path: `/compare-users?ids=${customId}&ids=empty`, text: /^empty$/ },
  ],
});
