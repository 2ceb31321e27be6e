import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

const table = () => within(screen.getByRole('table', { name: 'Wallets' }));
const heads = () =>
  table()
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

test('wallets that began within the period say since when, and how long their lines are', async () => {
  giveSize({ width: 900, height: 316 });
  const { thematic, tokens } = await someThematic();
  const held = { thematics: thematic._id, tokens: { [tokens[0]]: 3 } };
  await makeUser('old', {}, [{ ...held, at: '2024-01-01T00:00:00.000Z' }]);
  await makeUser('young', {}, [{ ...held, at: '2026-06-12T00:00:00.000Z' }]);
  const { router } = open('/users/young');
  await screen.findByText('All wallets');
  await waitFor(() => expect(heads()).toContain('Value, since 12 Jun'));
  const [, first] = table().getAllByRole('row');
  await waitFor(() => expect(first?.textContent).toMatch(/[+−]\d.*%/));
  expect(heads()).not.toContain('30 d');
  await router.navigate('/users/old');
  await waitFor(() => expect(heads()).toContain('Value, month'));
  expect(heads()).toContain('30 d');
});
