import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { updateUser } from '#contract/operations/users.ts';
import { type Statement, statementList } from '#contract/statement.ts';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = 'a/b?c#d e%2F 日本';
const early = '2024-01-01T00:00:00.000Z';
const late = '2025-03-01T00:00:00.000Z';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** Texts of an entry's line. */
const partsOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('summary > span') ?? [])].map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  );

/** A wallet with two statements: 10 of a token, then 7 of it and 2 of another one. */
async function openStatements() {
  const { thematic, tokens } = await someThematic();
  const [a, b] = tokens;
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: { [a]: 10 }, at: early },
    { thematics: thematic._id, tokens: { [a]: 7, [b]: 2 }, at: late },
  ]);
  const view = open(`/users/${encodeURIComponent(id)}/wallets/${encodeURIComponent(thematic._id)}`);
  const pane = within(await screen.findByRole('region', { name: 'Holdings history' }));
  const rows = () =>
    [...pane.getByRole('list', { name: 'Statements' }).children].filter(
      (row) => row instanceof HTMLElement,
    );
  await waitFor(() => expect(rows()).toHaveLength(2));
  const press = async (row: HTMLElement | undefined, name: string) => {
    if (row === undefined) throw new Error('There is no such statement');
    await view.user.click(await within(row).findByRole('button', { name }));
  };
  const undo = async () => {
    const buttons = await screen.findAllByRole('button', { name: 'Undo' });
    await view.user.click(buttons.at(-1) ?? document.body);
  };
  return { ...view, thematic, a, b, pane, rows, press, undo };
}

async function held(): Promise<Record<string, number>> {
  const [wallet] = await readWallets(id);
  return Object.fromEntries(wallet?.tokens.map(({ token, amount }) => [token._id, amount]) ?? []);
}

async function state(thematics: string, tokens: unknown, at: string): Promise<void> {
  const service = await testService();
  const json = JSON.stringify({ wallets: [{ thematics, tokens, at }] });
  const answer = await service.call('POST', pathTo(updateUser, id), { json });
  expect(answer.ok).toBe(true);
}

test('lists entries with date, positions, changes, and time of entry', async () => {
  const { rows, user, thematic, a, b } = await openStatements();
  const symbolOf = (token: string) =>
    thematic.tokens.find((one) => one.token._id === token)?.token.symbol ?? token;
  const [newest, oldest] = rows();
  const [first = '', second = ''] = [a, b].toSorted();
  const held = { [a]: ['7.00', '−3.00'], [b]: ['2.00', '+2.00'] };
  const parts = (index: 0 | 1) =>
    [first, second].map((token) => `${symbolOf(token)} ${held[token]?.[index]}`).join(', ');
  const entered = 'entered 17 Jun 2026, 14:23:40';
  expect(partsOf(newest)).toEqual([
    'from 1 Mar 2025, 00:00:00',
    'current',
    parts(0),
    parts(1),
    entered,
  ]);
  expect(partsOf(oldest)).toEqual([
    'from 1 Jan 2024, 00:00:00',
    'earlier',
    `${symbolOf(a)} 10.00`,
    'first entry',
    entered,
  ]);
  await user.click(newest?.querySelector('summary') ?? document.body);
  const positions = within(newest ?? document.body).getAllByRole('listitem');
  expect(positions.map(({ textContent }) => textContent).toSorted()).toEqual(
    [`${symbolOf(a)} 7.00`, `${symbolOf(b)} 2.00`].toSorted(),
  );
});

test('shows three of many positions in a line, and names closing entries and entries without changes', async () => {
  const { thematic, rows, queryClient, a } = await openStatements();
  const many = thematic.tokens.slice(0, 5).map(({ token }) => ({ token: token._id, amount: 1 }));
  await state(thematic._id, [], '2025-04-01T00:00:00Z');
  await state(thematic._id, [{ token: a, amount: 1 }], '2025-04-01T00:00:01Z');
  await state(thematic._id, [{ token: a, amount: 1 }], '2025-04-01T00:00:02Z');
  await state(thematic._id, many, '2025-04-01T00:00:03Z');
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()).toHaveLength(6));
  const [five, same, again, closed] = rows().map(partsOf);
  expect(five?.slice(2, 4)).toEqual([
    expect.stringMatching(/^\S+ 1\.00, \S+ 1\.00, \S+ 1\.00 and \d more$/),
    expect.stringMatching(/^\S+ \+1\.00, \S+ \+1\.00, \S+ \+1\.00( and \d more)?$/),
  ]);
  expect(same?.[3]).toBe('no change');
  expect(again?.[3]).toMatch(/ \+1\.00$/);
  expect(closed?.slice(2, 4)).toEqual(['no positions', 'closed']);
});

test('an entry names its author, and privacy mode hides its amounts', async () => {
  setPreference('privacy', 'percentages');
  const { rows, queryClient } = await openStatements();
  expect(
    rows()
      .map(({ textContent }) => textContent)
      .join(),
  ).not.toMatch(/10\.00|7\.00|2\.00/);
  act(() => setPreference('privacy', 'off'));
  await waitFor(() => expect(rows()[1]?.textContent).toContain('10.00'));
  server.use(
    http.get('*/x/users/*/statements', async ({ request }) => {
      const service = await testService();
      const answer = await service.call('GET', new URL(request.url).pathname);
      const list = statementList.parse(await answer.json());
      return HttpResponse.json(list.map((one) => ({ ...one, statedBy: 'Ada Lovelace' })));
    }),
  );
  await queryClient.invalidateQueries();
  await waitFor(() =>
    expect(partsOf(rows()[0]).at(-1)).toBe('entered 17 Jun 2026, 14:23:40 by Ada Lovelace'),
  );
});

test('a correction starts with the positions and date of its entry, and replaces it', async () => {
  const { rows, press, user, address, undo, a, b } = await openStatements();
  await press(rows()[1], 'Correct entry');
  expect(address()).toContain(`edit=holdings&effective=${encodeURIComponent(early)}`);
  const dialog = within(await screen.findByRole('dialog', { name: `Holdings of ${id}` }));
  const from = await dialog.findByLabelText(/^Effective from/);
  expect(from).toHaveProperty('value', '2024-01-01 00:00');
  const amount = dialog.getByLabelText('Amount, line 1');
  expect(amount).toHaveProperty('value', '10');
  await user.clear(amount);
  await user.type(amount, '12');
  await user.click(dialog.getByRole('button', { name: 'Save holdings' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(address()).not.toMatch(/edit|effective/);
  // The current holdings are unchanged.
  expect(await held()).toEqual({ [a]: 7, [b]: 2 });
  const [, corrected, replaced] = rows().map(partsOf);
  expect(corrected?.slice(0, 2)).toEqual(['from 1 Jan 2024, 00:00:00', 'earlier']);
  expect(corrected?.[2]).toContain('12.00');
  expect(replaced?.slice(0, 2)).toEqual(['from 1 Jan 2024, 00:00:00', 'replaced']);
  await undo();
  await waitFor(() => expect(rows().map(partsOf)[1]?.[2]).toContain('10.00'));
});

test('withdraws an entry, so that the previous one is current, and Undo restores it', async () => {
  const { rows, press, undo, a, b } = await openStatements();
  await press(rows()[0], 'Withdraw entry');
  expect(await screen.findByText('Entry of 1 Mar 2025, 00:00:00 withdrawn')).toBeTruthy();
  await waitFor(() => expect(rows()[0]?.textContent).toContain('withdrawn'));
  expect(rows()[1]?.textContent).toContain('current');
  expect(await held()).toEqual({ [a]: 10 });
  expect(await screen.findByRole('cell', { name: '10.00' })).toBeTruthy();
  await undo();
  await waitFor(async () => expect(await held()).toEqual({ [a]: 7, [b]: 2 }));
});

test('restores a replaced entry at its own date, and Undo brings back its replacement', async () => {
  const { thematic, rows, press, undo, queryClient, a, b } = await openStatements();
  await state(thematic._id, [{ token: b, amount: 99 }], late);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()).toHaveLength(3));
  const replaced = () => rows().find(({ textContent }) => textContent?.includes('replaced'));
  await press(replaced(), 'Restore entry');
  expect(await screen.findByText('Entry of 1 Mar 2025, 00:00:00 restored')).toBeTruthy();
  expect(await held()).toEqual({ [a]: 7, [b]: 2 });
  await undo();
  await waitFor(async () => expect(await held()).toEqual({ [b]: 99 }));
});

const sizeOf = ({ tokens }: Statement) => tokens.reduce((sum, { amount }) => sum + amount, 0);

test('preserves an unknown field of a statement when it is corrected, withdrawn, restored or undone', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get('*/x/users/*/statements', async ({ request }) => {
      const service = await testService();
      const answer = await service.call('GET', new URL(request.url).pathname);
      const list = statementList.parse(await answer.json());
      return HttpResponse.json(list.map((one) => ({ ...one, note: `of ${sizeOf(one)}` })));
    }),
    http.post('*/p/users/*', async ({ request }) => {
      const { json } = z.parse(z.object({ json: z.string() }), await request.json());
      const [{ note, ...statement }] = JSON.parse(json).wallets;
      sent.push(note);
      const service = await testService();
      const known = { json: JSON.stringify({ wallets: [statement] }) };
      return service.call('POST', new URL(request.url).pathname, known);
    }),
  );
  const { rows, press, undo, user } = await openStatements();
  const sees = (index: number, text: string) =>
    waitFor(() => expect(rows()[index]?.textContent).toContain(text));
  await press(rows()[0], 'Withdraw entry');
  await sees(0, 'withdrawn');
  await undo();
  await sees(0, 'current');
  expect(sent.splice(0)).toEqual(['of 9', 'of 9']);
  await press(rows()[2], 'Correct entry');
  const dialog = within(await screen.findByRole('dialog', { name: `Holdings of ${id}` }));
  const amount = await dialog.findByLabelText('Amount, line 1');
  await user.clear(amount);
  await user.type(amount, '12');
  await user.click(dialog.getByRole('button', { name: 'Save holdings' }));
  await sees(3, 'replaced');
  await press(rows()[3], 'Restore entry');
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText('Entry of 1 Jan 2024, 00:00:00 restored');
  await undo();
  await waitFor(() => expect(sent).toEqual(['of 10', 'of 10', 'of 12']));
});

test('does not change a statement that someone else changed, and says so', async () => {
  const { thematic, rows, press, b } = await openStatements();
  await state(thematic._id, [{ token: b, amount: 99 }], late);
  await press(rows()[0], 'Withdraw entry');
  expect(
    await screen.findByText('The entry was left unchanged: someone else changed it first.'),
  ).toBeTruthy();
  expect(await held()).toEqual({ [b]: 99 });
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test('changes nothing when the network is down, says so, and the same button tries again', async () => {
  const { rows, press, a } = await openStatements();
  server.use(http.post('*/p/users/*', () => HttpResponse.error(), { once: true }));
  await press(rows()[0], 'Withdraw entry');
  expect(
    await screen.findByText(/^The entry was left unchanged: .*cannot be reached/),
  ).toBeTruthy();
  await press(rows()[0], 'Withdraw entry');
  await waitFor(async () => expect(await held()).toEqual({ [a]: 10 }));
});

test('withdrawing the last entry leaves a wallet without statements, and Undo restores it', async () => {
  const { thematic, rows, press, undo, queryClient, a } = await openStatements();
  await state(thematic._id, null, late);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()[0]?.textContent).toContain('withdrawn'));
  await press(rows()[1], 'Withdraw entry');
  await waitFor(async () => expect(await held()).toEqual({}));
  await undo();
  await waitFor(async () => expect(await held()).toEqual({ [a]: 10 }));
  expect(await screen.findByRole('cell', { name: '10.00' })).toBeTruthy();
});

test('shows the newest ten of many entries and then all, and is hidden if the service has no statements', async () => {
  const { thematic, pane, rows, queryClient, user, a } = await openStatements();
  const days = Array.from({ length: 12 }, (_, i) => `2025-04-${String(i + 10)}T00:00:00.000Z`);
  for (const at of days) await state(thematic._id, [{ token: a, amount: 1 }], at);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()).toHaveLength(10));
  await user.click(pane.getByRole('button', { name: 'Show 4 more' }));
  expect(rows()).toHaveLength(14);
});

test('reports unreadable statements only in their pane, and loads them again', async () => {
  const { thematic } = await someThematic();
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: {}, at: early }]);
  server.use(http.get('*/x/users/*/statements', () => HttpResponse.json([{ at: 'soon' }])));
  const { user } = open(
    `/users/${encodeURIComponent(id)}/wallets/${encodeURIComponent(thematic._id)}`,
  );
  const pane = within(await screen.findByRole('region', { name: 'Holdings history' }));
  expect((await pane.findByRole('alert')).textContent).toContain('/0/');
  expect(await screen.findByText('This wallet is closed')).toBeTruthy();
  server.resetHandlers();
  await user.click(pane.getByRole('button', { name: 'Retry' }));
  expect(await pane.findByText('no positions')).toBeTruthy();
});
