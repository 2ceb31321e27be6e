import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getUser } from '#contract/operations/users.ts';
import {
  getPerformance,
  getUserHistory,
  getWalletHistory,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { answerRead, connect } from '#test/support/connected.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize, makeUser, readThematics, readWallets } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

const id = 'ada';
const dates = Array.from({ length: 30 }, (_, day) =>
  new Date(Date.UTC(2026, 4, 18 + day)).toISOString(),
);
/** The third record from the end is a gap, not a zero. */
const totals = dates.map((_, i) => (i === 27 ? null : 1000 + i * 10));

let wallets: Wallet[];
let thematics: Thematic[];

/** A user of another service, which reports only totals. */
beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  thematics = await readThematics();
  const held = thematics.slice(0, 2).map((thematic) => ({
    thematics: thematic._id,
    tokens: { [thematic.tokens?.[0]?.token._id ?? '']: 3 },
  }));
  await makeUser(id, {}, held);
  wallets = await readWallets(id);
  connect();
  const reason = notReported.holdings;
  const flat = { flatRecords: 0, index: null, flow: null, reason };
  answerRead(pathTo(getPerformance, id, 'month'), { dates, total: totals, ...flat });
  answerRead(pathTo(getUserHistory, id, 'month'), theRecords());
  answerRead(pathTo(getWalletsPerformance, id, 'month'), {
    dates,
    wallets: wallets.map(({ thematics: thematic }) => ({
      thematics: thematic,
      total: totals.map((total) => total && total / 2),
      flow: null,
    })),
    reason,
  });
  const [first, ...others] = wallets;
  answerRead(pathTo(getWallets, id), [
    { ...first, total: null, updatedAt: null },
    ...others.map((wallet) => ({ ...wallet, total: 645 })),
  ]);
  answerRead(pathTo(getUser, id), theUser);
});

const theRecords = () => dates.map((date, i) => ({ date, total: totals[i] }));
const unknown = { createdAt: null, updatedAt: null, walletCount: null };
const theUser = { _id: id, customId: id, total: 1300, ...unknown };

const history = async () => within(await screen.findByRole('region', { name: `Total of ${id}` }));

test('names a change in value, without benchmark and return', async () => {
  open(`/users/${id}`);
  const pane = await history();
  expect(await pane.findByText('+290.00')).toBeTruthy();
  const kind = pane.getByText('change in value');
  expect(kind.parentElement?.querySelector('[data-direction]')).toBeNull();
  await waitFor(() =>
    expect(pane.getByRole('radio', { name: 'Index' })).toHaveProperty('disabled', true),
  );
  for (const mode of ['%', 'Drawdown']) {
    expect(pane.getByRole('radio', { name: mode })).toHaveProperty('disabled', true);
  }
  expect(pane.getAllByTitle(/^Return not known\. .*amounts/)).toBeTruthy();
  expect(pane.queryByText(/ahead|behind|Return/)).toBeNull();
});

test('an address with a return mode shows the value', async () => {
  open(`/users/${id}?mode=drawdown`);
  const pane = await history();
  await waitFor(() =>
    expect(pane.getByRole('radio', { name: 'Value' })).toHaveProperty('checked', true),
  );
  expect(await pane.findByRole('application')).toBeTruthy();
});

test('shows the reported total, with a different last record beside it', async () => {
  const { queryClient } = open(`/users/${id}`);
  const pane = await history();
  await pane.findByRole('application');
  const readAt = Date.now() + 30_000;
  answerRead(pathTo(getUser, id), theUser, { readAt });
  answerRead(pathTo(getUserHistory, id, 'month'), theRecords(), { readAt });
  await act(() => queryClient.refetchQueries({ type: 'active' }));
  expect((await pane.findByText(/last record/)).textContent).toContain('last record 1,290.00');
  expect(pane.getByText(/−10.00 versus the total/)).toBeTruthy();
  expect(pane.getByTitle('Explain: Value').textContent).toContain('1,300');
});

test('marks a difference only after both figures were loaded again', async () => {
  const path = pathTo(getUserHistory, id, 'month');
  const [records, user] = [theRecords(), theUser];
  const readAt = Date.now();
  answerRead(pathTo(getUser, id), user, { readAt });
  answerRead(path, records, { readAt: readAt - 30_000 });
  const { queryClient } = open(`/users/${id}`);
  const refetch = () => act(() => queryClient.refetchQueries({ type: 'active' }));
  const pane = await history();
  await pane.findByRole('application');
  expect(pane.queryByText(/last record/)).toBeNull();
  answerRead(path, records, { readAt });
  await refetch();
  // A price may have changed between the two answers.
  expect(pane.queryByText(/last record/)).toBeNull();
  answerRead(path, records, { readAt: readAt + 10_000 });
  await refetch();
  expect(pane.queryByText(/last record/)).toBeNull();
  answerRead(pathTo(getUser, id), user, { readAt: readAt + 10_000 });
  await refetch();
  expect(await pane.findByText(/last record/)).toBeTruthy();
  // The total arrives first, and agrees by chance.
  answerRead(pathTo(getUser, id), { ...user, total: 1290 }, { readAt: readAt + 30_000 });
  await refetch();
  expect(pane.getByText(/last record/)).toBeTruthy();
  answerRead(path, records, { readAt: readAt + 30_100 });
  await refetch();
  await waitFor(() => expect(pane.queryByText(/last record/)).toBeNull());
});

test('ignores a difference due to a price change between two answers', async () => {
  const path = pathTo(getUserHistory, id, 'month');
  const [records, user] = [theRecords(), theUser];
  const readAt = Date.now();
  answerRead(pathTo(getUser, id), user, { readAt });
  answerRead(path, records, { readAt: readAt + 5 });
  const { queryClient } = open(`/users/${id}`);
  const pane = await history();
  await pane.findByRole('application');
  expect(pane.queryByText(/last record/)).toBeNull();
  answerRead(pathTo(getUser, id), { ...user, total: 1290 }, { readAt: readAt + 30_000 });
  answerRead(path, records, { readAt: readAt + 30_005 });
  await act(() => queryClient.refetchQueries({ type: 'active' }));
  expect(pane.queryByText(/last record/)).toBeNull();
  // A later change does not confirm the first difference.
  answerRead(pathTo(getUser, id), user, { readAt: readAt + 60_000 });
  answerRead(path, records, { readAt: readAt + 60_005 });
  await act(() => queryClient.refetchQueries({ type: 'active' }));
  expect(pane.queryByText(/last record/)).toBeNull();
});

test('sums count known figures, an unknown total has no shares, and unknown is never zero', async () => {
  open(`/users/${id}`);
  const table = within(await screen.findByRole('table', { name: 'Wallets' }));
  const sum = (await table.findByText(/known/)).closest('tr');
  expect(sum?.textContent).toContain('All wallets 1 of 2 known');
  expect(sum?.textContent).toContain('645.00');
  expect(sum?.textContent).not.toContain('versus');
  const allocation = within(screen.getByRole('region', { name: 'Allocation' }));
  expect(allocation.getByText('Shares not available')).toBeTruthy();
  const attributes = within(screen.getByRole('region', { name: 'Attributes' }));
  expect(await attributes.findByText(/No attributes yet/)).toBeTruthy();
  expect(attributes.queryByText(/^Created|Changed/)).toBeNull();
});

test('a negative wallet removes all shares, with the reason', async () => {
  const [first, ...others] = await readWallets(id);
  answerRead(pathTo(getWallets, id), [{ ...first, total: -645 }, ...others]);
  const { user } = open(`/users/${id}`);
  const why = 'No shares: some values are negative.';
  const table = within(await screen.findByRole('table', { name: 'Wallets' }));
  // Of each wallet, and of all.
  expect(await table.findAllByRole('img', { name: why })).toHaveLength(3);
  const allocation = within(screen.getByRole('region', { name: 'Allocation' }));
  expect(
    allocation.getByText('1 of 2 wallets has a negative value, so shares cannot be calculated.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'All positions' }));
  const positions = within(await screen.findByRole('table', { name: 'Positions' }));
  expect((await positions.findAllByRole('img', { name: why })).length).toBeGreaterThan(1);
});

test('a negative position removes the wallet’s weights and the user’s shares of positions', async () => {
  const [first, ...others] = await readWallets(id);
  if (first === undefined) throw new Error('No wallet');
  const tokens = first.tokens.map((position) => ({ ...position, total: -5 }));
  answerRead(pathTo(getWallets, id), [{ ...first, tokens }, ...others]);
  const why = 'No shares: some values are negative.';
  const { router } = open(`/users/${id}?holdings=positions`);
  const positions = async () =>
    within(await screen.findByRole('table', { name: 'Positions' })).findAllByRole('img', {
      name: why,
    });
  expect((await positions()).length).toBeGreaterThan(1);
  await router.navigate(`/users/${id}/wallets/${first.thematics}`);
  await waitFor(async () => expect((await positions()).length).toBeGreaterThan(1));
});

test('drivers are changes in value without gain or loss', async () => {
  open(`/users/${id}`);
  const moved = within(await screen.findByRole('region', { name: 'Drivers' }));
  expect(await moved.findByText(/^Change in value, including deposits\. .*amounts/)).toBeTruthy();
  expect(moved.queryByText('from prices')).toBeNull();
  expect(moved.queryByRole('radio', { name: 'Flow' })).toBeNull();
  const list = moved.getByRole('list', { name: 'Drivers of the change in value' });
  expect(list.querySelector('[data-direction]')).toBeNull();
  expect(list.textContent).not.toMatch(/NaN/);
});

test('shows a gap in the records', async () => {
  open(`/users/${id}?view=table`);
  const records = await (await history()).findByRole('table');
  expect(records.textContent).toContain('–');
  expect(records.textContent).not.toMatch(/NaN|\b0\.00\b/);
});

test('a wallet has no thematic as benchmark', async () => {
  const [wallet] = wallets;
  const thematic = thematics.find(({ _id }) => _id === wallet?.thematics);
  answerRead(pathTo(getWallets, id), wallets);
  const path = pathTo(getPerformance, id, 'month');
  answerRead(path, { dates, total: totals, index: null, flow: null, flatRecords: 0 });
  answerRead(
    pathTo(getWalletHistory, id, wallet?.thematics ?? '', 'month'),
    dates.map((date, i) => ({ date, total: totals[i] })),
  );
  open(`/users/${id}/wallets/${wallet?.thematics}`);
  const name = `Total of ${id} in ${thematic?.name}`;
  const pane = within(await screen.findByRole('region', { name }));
  expect(await pane.findByRole('application')).toBeTruthy();
  expect(pane.queryByRole('button', { name: `${thematic?.name} thematic` })).toBeNull();
  expect(pane.queryByText(/ahead|behind/)).toBeNull();
});
