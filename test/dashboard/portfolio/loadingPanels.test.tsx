import { screen, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { urls } from '#dashboard/url/urls.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const at = '2026-03-01T00:00:00.000Z';

test.each([
  ['Drivers', 'a book', () => '/book', '*/x/book/contribution/*', 'the drivers'],
  ['Drivers', 'a thematic', urls.thematic, '*/x/thematics/*/contribution/*', 'the drivers'],
  [
    'What changed',
    'a thematic',
    (id: string) => `${urls.thematic(id)}/changes`,
    '*/x/thematics/*/contribution/*',
    'the changes',
  ],
  [
    'Holdings history',
    'a wallet',
    (id: string) => urls.wallet('ada', id),
    '*/x/users/*/statements',
    'the statements',
  ],
] as const)('%s of %s is no blank panel while it loads', async (title, _, pathOf, held, what) => {
  const { thematic, tokens } = await someThematic();
  const [token] = tokens;
  await makeUser('ada', {}, [{ thematics: thematic._id, tokens: { [token]: 3 }, at }]);
  server.use(http.get(held, () => delay('infinite')));
  open(pathOf(thematic._id));
  const panel = await screen.findByRole('region', { name: title });
  expect(await within(panel).findByText(`Loading ${what}`)).toBeTruthy();
  expect(panel.querySelector('[class*="Skeleton"]')).not.toBeNull();
});
