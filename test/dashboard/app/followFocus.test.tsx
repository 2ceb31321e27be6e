import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

test('when the focused button of an empty page disappears, the page has the focus', async () => {
  giveSize({ width: 900, height: 316 });
  const { thematic } = await someThematic();
  await makeUser('acme');
  const { user } = open(`/users/acme/wallets/${thematic._id}`);
  await user.click(await screen.findByRole('button', { name: 'Add holdings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Holdings of acme' }));
  await user.click(await dialog.findByRole('button', { name: 'Add position' }));
  const fill = (name: string, value: string | undefined) =>
    fireEvent.change(dialog.getByLabelText(name, { selector: 'input' }), { target: { value } });
  fill('Token, line 1', thematic.tokens[0]?.token.symbol);
  fill('Amount, line 1', '3');
  await user.click(dialog.getByRole('button', { name: 'Save holdings' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
