import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { neverReported } from '#directory/reportedFigures.ts';
import { keys } from '#dashboard/portfolio/queryKeys.ts';
import { choose, optionsOf } from '#test/support/choose.ts';
import { answerRead, connect } from '#test/support/connected.ts';
import { page, row } from '#test/support/directoryWindow.ts';
import { open } from '#test/support/render.tsx';
import { ids, table } from './directoryPage.ts';

const undated = row('a', { createdAt: null });
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
const orderLabel = 'Sort by';
const reasonText = /^The service(’s user list| does not)/;
const orders = async (user: UserEvent) =>
  (await optionsOf(user, screen.getByRole('combobox', { name: orderLabel }))).join(' ');

function answer(unsupported: string[], its = {}): void {
  connect();
  answerRead(getDirectory.path, page(1, 0, [undated], { unsupported, ...its }));
}

test('a figure that the service reports for no user is no column, order or filter until it is reported', async () => {
  answer(['createdAt', ...neverReported]);
  const { user, queryClient } = open(
    '/users?columns=user&columns=total&columns=percent&columns=created&columns=prices',
  );
  expect(await ids()).toEqual(['a']);
  await waitFor(async () => expect((await heads()).join(' ')).not.toMatch(/Created|Price effect/));
  expect(await orders(user)).not.toMatch(/Newest|best first|deposits/);
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  expect(panel.getByRole('group', { name: 'Total' })).toBeTruthy();
  expect(panel.queryByRole('group', { name: /Created|Return/ })).toBeNull();
  expect(screen.queryByText(reasonText)).toBeNull();

  answerRead(getDirectory.path, page(1, 0, [row('a')]));
  await act(() => queryClient.refetchQueries({ queryKey: keys.directory }));
  expect(await screen.findByRole('columnheader', { name: /Created/ })).toBeTruthy();
  expect(await panel.findByRole('group', { name: 'Created' })).toBeTruthy();
  expect(await orders(user)).toMatch(/best first.*Newest first/);
});

const noDates = 'The service’s user list has no creation dates';
const noReturn = 'The service does not report deposits or withdrawals, so returns are not known';

test.each([
  ['sort=-created', `${noDates}: users are sorted by id.`],
  ['created=month', `${noDates}: no user matches a filter on it.`],
  [
    'sort=created&created=..2026-01-01&moved=up',
    `${noDates}: users are sorted by id, and no user matches a filter on it. ${noReturn}: no user matches a filter on it.`,
  ],
  [
    'sort=drift',
    'The service does not report past amounts, so the cost of drift is not known: users are sorted by id.',
  ],
])(
  'explains why an unsupported order or filter in the address has no effect: %s',
  async (search, line) => {
    answer(['createdAt', ...neverReported]);
    const { user } = open(`/users?${search}`);
    expect(await ids()).toEqual(['a']);
    expect((await screen.findByText(reasonText)).textContent).toBe(line);
    const order = screen.getByRole<HTMLInputElement>('combobox', { name: orderLabel });
    const inOrder = search.startsWith('sort') ? 'Id, A to Z' : 'Total, largest first';
    await waitFor(() => expect(order.value).toBe(inOrder));
    for (const one of screen.queryAllByRole('button', { name: /^Remove filter/ })) {
      await user.click(one);
    }
    await choose(user, screen, orderLabel, 'Total, largest first');
    await waitFor(() => expect(screen.queryByText(reasonText)).toBeNull());
  },
);
