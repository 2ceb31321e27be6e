import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { updateUser } from '#contract/operations/users.ts';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = 'a/b?c#d e%2F 日本';
const early = '2024-01-01T00:00:00.000Z';
const late = '2025-03-01T00:00:00.000Z';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** A wallet that was stated twice: 10 of a token, then 7 of it and 2 of another one. */
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

test('lists what was stated, newest first: since when, what, when it was said and what became of it', async () => {
  const { rows, user, thematic, a, b } = await openStatements();
  const symbolOf = (token: string) =>
    thematic.tokens.find((one) => one.token._id === token)?.token.symbol ?? token;
  const [newest, oldest] = rows();
  expect(newest?.textContent).toMatch(/^from 1 Mar 2025, 00:00in force2 positions: /);
  expect(oldest?.textContent).toBe(
    `from 1 Jan 2024, 00:00earlier1 position: ${symbolOf(a)}recorded 17 Jun 2026, 14:23Retract`,
  );
  await user.click(newest?.querySelector('summary') ?? document.body);
  const positions = within(newest ?? document.body).getAllByRole('listitem');
  expect(positions.map(({ textContent }) => textContent).toSorted()).toEqual(
    [`${symbolOf(a)} 7.00`, `${symbolOf(b)} 2.00`].toSorted(),
  );
});

test('retracts a statement, so that the one before is in force, and Undo brings it back', async () => {
  const { rows, press, undo, a, b } = await openStatements();
  await press(rows()[0], 'Retract');
  expect(await screen.findByText('Statement of 1 Mar 2025, 00:00 retracted')).toBeTruthy();
  await waitFor(() => expect(rows()[0]?.textContent).toContain('retracted'));
  expect(rows()[1]?.textContent).toContain('in force');
  expect(await held()).toEqual({ [a]: 10 });
  expect(await screen.findByRole('cell', { name: '10.00' })).toBeTruthy();
  await undo();
  await waitFor(async () => expect(await held()).toEqual({ [a]: 7, [b]: 2 }));
});

test('states a replaced one again, at its own instant, and Undo puts back what replaced it', async () => {
  const { thematic, rows, press, undo, queryClient, a, b } = await openStatements();
  await state(thematic._id, [{ token: b, amount: 99 }], late);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()).toHaveLength(3));
  const replaced = () => rows().find(({ textContent }) => textContent?.includes('replaced'));
  await press(replaced(), 'Restore');
  expect(await screen.findByText('Statement of 1 Mar 2025, 00:00 restored')).toBeTruthy();
  expect(await held()).toEqual({ [a]: 7, [b]: 2 });
  await undo();
  await waitFor(async () => expect(await held()).toEqual({ [b]: 99 }));
});

test('leaves a statement alone that someone else changed meanwhile, and says so', async () => {
  const { thematic, rows, press, b } = await openStatements();
  await state(thematic._id, [{ token: b, amount: 99 }], late);
  await press(rows()[0], 'Retract');
  expect(
    await screen.findByText('The statement was left as it is: someone else changed it meanwhile.'),
  ).toBeTruthy();
  expect(await held()).toEqual({ [b]: 99 });
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test('a network that is down changes nothing, says so, and the same button tries again', async () => {
  const { rows, press, a } = await openStatements();
  server.use(http.post('*/p/users/*', () => HttpResponse.error(), { once: true }));
  await press(rows()[0], 'Retract');
  expect(
    await screen.findByText(/^The statement was left as it is: .*cannot be reached/),
  ).toBeTruthy();
  await press(rows()[0], 'Retract');
  await waitFor(async () => expect(await held()).toEqual({ [a]: 10 }));
});

test('the last one retracted leaves a wallet without statements, and Undo brings all back', async () => {
  const { thematic, rows, press, undo, queryClient, a } = await openStatements();
  await state(thematic._id, null, late);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()[0]?.textContent).toContain('retracted'));
  await press(rows()[1], 'Retract');
  await waitFor(async () => expect(await held()).toEqual({}));
  await undo();
  await waitFor(async () => expect(await held()).toEqual({ [a]: 10 }));
  expect(await screen.findByRole('cell', { name: '10.00' })).toBeTruthy();
});

test('of many shows the newest ten and then all, and is not there where nothing tells them', async () => {
  const { thematic, pane, rows, queryClient, user, a } = await openStatements();
  const days = Array.from({ length: 12 }, (_, i) => `2025-04-${String(i + 10)}T00:00:00.000Z`);
  for (const at of days) await state(thematic._id, [{ token: a, amount: 1 }], at);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(rows()).toHaveLength(10));
  await user.click(pane.getByRole('button', { name: 'Show 4 more' }));
  expect(rows()).toHaveLength(14);
});

test('statements that cannot be read are said there alone, and asked for again', async () => {
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
  expect(await pane.findByText('closes the wallet')).toBeTruthy();
});
