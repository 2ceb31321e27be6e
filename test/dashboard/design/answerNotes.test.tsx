import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getUserHistory, getWallets, getWalletsPerformance } from '#contract/operations/wallets.ts';
import { keys } from '#dashboard/portfolio/queryKeys.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { answerRead, capabilities, connect } from '#test/support/connected.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

const id = 'a/b?c#d e%2F';
const raw = `/p/users/${encodeURIComponent(id)}/wallets`;
const path = pathTo(getWallets, id);
const format = createFormat(defaultPreferences);

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  const { thematic, tokens } = await someThematic();
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 3 } }]);
  connect();
});

const openUser = () => open(`/users/${encodeURIComponent(id)}`);
const pane = async () => within(await screen.findByRole('region', { name: 'Wallets' }));

test('counts and names unreadable parts, with a link to the raw answer', async () => {
  const unread = [{ what: 'wallet', why: 'no thematic in them', count: 2, of: 3, example: '/1' }];
  const notes = ['Listed twice: u1 (the last counts).'];
  answerRead(path, await readWallets(id), { unread, notes, raw });
  openUser();
  const line = await (
    await pane()
  ).findByText(
    '2 of 3 wallets could not be read: no thematic in them. Listed twice: u1 (the last counts).',
  );
  const link = within(line.parentElement ?? line).getByRole('link', { name: /^JSON of / });
  expect(link.getAttribute('href')).toBe(`/x/upstream/raw?path=${encodeURIComponent(raw)}`);
});

test('an incomplete list of wallets has no total, no shares and no allocation', async () => {
  const incomplete = [{ kind: 'fewer', what: 'wallet', read: 1, reported: 3 }] as const;
  answerRead(path, await readWallets(id), { incomplete: [...incomplete] });
  openUser();
  const sentence = '1 of 3 wallets read: the service gives no address for the others.';
  expect(await (await pane()).findByText(sentence)).toBeTruthy();
  const table = within(await (await pane()).findByRole('table', { name: 'Wallets' }));
  expect(table.getByText('Wallets read')).toBeTruthy();
  expect(table.queryByText(/All wallets|matches|versus|%$/)).toBeNull();
  expect(screen.getByText('Allocation not available')).toBeTruthy();
});

test('the drivers name the wallets that they exclude', async () => {
  const incomplete = [{ kind: 'fewer', what: 'wallet', read: 1, reported: 3 }] as const;
  const [wallet] = await readWallets(id);
  const dates = [18, 19].map((date) => new Date(Date.UTC(2026, 4, date)).toISOString());
  const wallets = [{ thematics: wallet?.thematics, total: [10, 20], flow: null }];
  const answered = pathTo(getWalletsPerformance, id, 'month');
  answerRead(answered, { dates, wallets }, { incomplete: [...incomplete] });
  openUser();
  const moved = within(await screen.findByRole('region', { name: 'Drivers' }));
  const sentence = '1 of 3 wallets read: the service gives no address for the others.';
  expect(await moved.findByText(sentence)).toBeTruthy();
});

test('shows an age of a minute or more, and why newer data is missing, with the time', async () => {
  const wallets = await readWallets(id);
  answerRead(path, wallets, { readAt: Date.now() - 3 * 60_000 });
  const { queryClient } = openUser();
  expect(await (await pane()).findByText('read 3 min ago')).toBeTruthy();
  const readAt = Date.now() - 60 * 60_000;
  answerRead(path, wallets, { readAt, stale: 'The service does not answer: it is gone.', raw });
  const refetch = () => queryClient.refetchQueries({ queryKey: keys.wallets(id) });
  await act(refetch);
  const words = `The service does not answer: it is gone. Showing data from ${format.clock(readAt)}.`;
  expect(await (await pane()).findByText(words)).toBeTruthy();
  expect((await pane()).queryByText(/ago$/)).toBeNull();
  // The service answers again.
  answerRead(path, wallets);
  await act(refetch);
  expect((await pane()).queryByText(/does not answer/)).toBeNull();
  expect((await pane()).queryByRole('status')).toBeNull();
});

test('ages use the clock of the service, even if that of this machine is wrong', async () => {
  const sentAt = Date.now() - 60 * 60_000;
  const headers = { Date: new Date(sentAt).toUTCString() };
  server.use(http.get('*/x/capabilities', () => HttpResponse.json(capabilities(), { headers })));
  answerRead(path, await readWallets(id), { readAt: sentAt - 3 * 60_000 });
  openUser();
  expect(await (await pane()).findByText('read 3 min ago')).toBeTruthy();
});

test('a history reports its own unreadable parts', async () => {
  const unread = [{ what: 'record', why: 'no time in them', count: 3, of: 288, example: '/7' }];
  const records = [10, 20, 30].map((total, day) => ({
    date: new Date(Date.UTC(2026, 4, 18 + day)).toISOString(),
    total,
  }));
  answerRead(pathTo(getUserHistory, id, 'month'), records, { unread, raw: '/p/x' });
  openUser();
  const history = await screen.findByRole('region', { name: `Total of ${id}` });
  const line = await within(history).findByText(
    '3 of 288 records could not be read: no time in them.',
  );
  expect(within(line.parentElement ?? line).getByRole('link', { name: /^JSON/ })).toBeTruthy();
});
