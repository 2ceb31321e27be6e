import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { updateUser } from '#contract/operations/users.ts';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = 'a/b?c#d e%2F 日本';
const address = (thematicId: string) =>
  `/users/${encodeURIComponent(id)}/wallets/${encodeURIComponent(thematicId)}`;

beforeEach(() => giveSize({ width: 900, height: 316 }));

async function openEdit(held: 'wallet' | 'no wallet' = 'wallet') {
  const { thematic, tokens: some } = await someThematic();
  // The service returns positions in the order of their ids.
  const [first = '', second = ''] = some.slice(0, 2).toSorted();
  const tokens = [first, second, some[2]] as const;
  const start = { [tokens[0]]: 10, [tokens[1]]: 2 };
  const at = '2024-01-01T00:00:00.000Z';
  await makeUser(id, {}, held === 'wallet' ? [{ thematics: thematic._id, tokens: start, at }] : []);
  const view = open(`${address(thematic._id)}?edit=holdings`);
  const dialog = within(await screen.findByRole('dialog', { name: `Holdings of ${id}` }));
  await dialog.findByRole('combobox', { name: 'Thematic' });
  const field = (name: string | RegExp) =>
    dialog.getByLabelText(name, { selector: 'input, textarea' });
  const type = (name: string | RegExp, value: string) =>
    fireEvent.change(field(name), { target: { value } });
  const save = () => view.user.click(dialog.getByRole('button', { name: 'Save holdings' }));
  const press = (name: string) => view.user.click(dialog.getByRole('button', { name }));
  return { ...view, thematic, tokens, dialog, field, type, save, press };
}

/** Current amounts by token, from the service. */
async function held(): Promise<Record<string, number>> {
  const [wallet] = await readWallets(id);
  return Object.fromEntries(wallet?.tokens.map(({ token, amount }) => [token._id, amount]) ?? []);
}

async function changeBehind(patch: unknown): Promise<void> {
  const service = await testService();
  const answer = await service.call('POST', pathTo(updateUser, id), {
    json: JSON.stringify(patch),
  });
  expect(answer.ok).toBe(true);
}

const sentText = (dialog: ReturnType<typeof within>) =>
  dialog.getByText(/^POST /, { selector: 'pre' }).textContent ?? '';

test('starts with the current holdings, and shows the changes and the exact request', async () => {
  const { dialog, type, tokens, thematic } = await openEdit();
  expect(dialog.getByText('No changes yet.', { selector: 'p' })).toBeTruthy();
  expect(dialog.getByLabelText('Amount, line 1')).toHaveProperty('value', '10');
  type('Amount, line 1', '12.5');
  const changes = dialog.getAllByRole('listitem').map((item) => item.textContent);
  expect(changes).toContain(`${tokens[0]} changed10.00 12.50`);
  const [head, ...rest] = sentText(dialog).split('\n');
  expect(head).toBe(`POST ${pathTo(updateUser, id)}`);
  expect(rest[0]).toMatch(/^If-Match: "/);
  const json: unknown = JSON.parse(rest.slice(1).join('\n'));
  expect(json).toEqual({
    wallets: [
      {
        thematics: thematic._id,
        tokens: [
          { token: tokens[0], amount: 12.5 },
          { token: tokens[1], amount: 2 },
        ],
        at: '2026-06-17T14:23:40.000Z',
      },
    ],
  });
});

test('saves holdings, confirms it, shows them on the page, and Undo reverts them', async () => {
  const { user, type, save, tokens, address: now } = await openEdit();
  type('Amount, line 1', '12.5');
  await save();
  expect(await screen.findByText(/^Holdings saved: /)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(now()).not.toContain('edit');
  expect(await held()).toEqual({ [tokens[0]]: 12.5, [tokens[1]]: 2 });
  expect(await screen.findByRole('cell', { name: '12.50' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  // The button disappears with its notice.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  await waitFor(async () => expect(await held()).toEqual({ [tokens[0]]: 10, [tokens[1]]: 2 }));
  expect(await screen.findByText('withdrawn')).toBeTruthy();
});

test('Undo of a correction restores the earlier entry of that date', async () => {
  const { user, type, save, tokens } = await openEdit();
  type(/^Effective from \(/, '2024-01-01');
  type('Amount, line 1', '99');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await held()).toEqual({ [tokens[0]]: 10, [tokens[1]]: 2 }));
});

test('adds and removes lines, and reports faults at each', async () => {
  const { dialog, type, press, save, field, tokens } = await openEdit();
  await press('Remove line 2');
  await press('Add position');
  type('Token, line 2', 'nonsense');
  type('Amount, line 2', '-1');
  fireEvent.blur(field('Token, line 2'));
  expect(dialog.getByText(/Unknown token “nonsense”.*cannot be negative/)).toBeTruthy();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(field('Token, line 2')));
  expect(field('Amount, line 2').getAttribute('aria-invalid')).toBe('true');
  type('Token, line 2', tokens[2].toLowerCase());
  type('Amount, line 2', '1e-8');
  await save();
  await waitFor(async () => expect(await held()).toEqual({ [tokens[0]]: 10, [tokens[2]]: 1e-8 }));
});

test.each(['{Tab}', '{Enter}'])(
  'the first token that matches is taken by %s, and nothing is wrong while one types',
  async (key) => {
    const { dialog, user, press, field, tokens } = await openEdit();
    await press('Add position');
    const token = field('Token, line 3');
    await waitFor(() => expect(document.activeElement).toBe(token));
    await user.keyboard(tokens[2].slice(0, 1).toLowerCase());
    await user.keyboard(tokens[2].slice(1, -1).toLowerCase());
    expect(dialog.queryByText(/Unknown token/)).toBeNull();
    const [first] = await screen.findAllByRole('option');
    expect(first?.hasAttribute('data-combobox-selected')).toBe(true);
    await user.keyboard(tokens[2].slice(-1).toLowerCase());
    await user.keyboard(key);
    expect(token).toHaveProperty('value', tokens[2]);
    expect(document.activeElement).toBe(key === '{Tab}' ? field('Amount, line 3') : token);
    await user.clear(token);
    await user.tab();
    expect(token).toHaveProperty('value', '');
    await user.type(token, 'nonsense');
    expect(dialog.queryByText(/Unknown token/)).toBeNull();
    await user.tab();
    expect(dialog.getByText('Unknown token “nonsense”. Choose one from the list.')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
  },
);

test('one character is enough to select the first matching token', async () => {
  const { user, field, press } = await openEdit();
  await press('Add position');
  const token = field('Token, line 3');
  await waitFor(() => expect(document.activeElement).toBe(token));
  await user.keyboard('a');
  const [first] = await screen.findAllByRole('option');
  await user.tab();
  expect(first?.textContent.startsWith(String(Reflect.get(token, 'value')))).toBe(true);
});

test('shows a refusal of the service at its line, saves nothing, and keeps the typed text', async () => {
  const { dialog, type, save, field, tokens } = await openEdit();
  type('Amount, line 2', '1e30');
  await save();
  const alert = await dialog.findByText(/^Nothing was saved:/);
  expect(alert.parentElement?.textContent).toContain('422 invalid-holdings');
  expect(dialog.getByText('Exceeds 1e+24, the largest amount that can be valued.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Amount, line 2')));
  expect(field('Amount, line 2')).toHaveProperty('value', '1e30');
  expect(await held()).toEqual({ [tokens[0]]: 10, [tokens[1]]: 2 });
});

test('does not overwrite another person’s entry: shows theirs, and mine can be applied on top', async () => {
  const { dialog, user, type, save, thematic, tokens } = await openEdit();
  type('Amount, line 1', '11');
  await changeBehind({
    wallets: [{ thematics: thematic._id, tokens: [{ token: tokens[2], amount: 7 }] }],
  });
  await save();
  await dialog.findByText(/Their changes to this wallet:/);
  const alert = within(dialog.getByRole('alert'));
  expect(alert.getAllByRole('listitem')).toHaveLength(3);
  expect(await held()).toEqual({ [tokens[2]]: 7 });
  await user.click(alert.getByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  await save();
  await waitFor(async () => expect(await held()).toEqual({ [tokens[0]]: 11, [tokens[1]]: 2 }));
});

test('discards mine and uses theirs', async () => {
  const { dialog, user, type, save, thematic, tokens } = await openEdit();
  type('Amount, line 1', '11');
  await changeBehind({
    wallets: [{ thematics: thematic._id, tokens: [{ token: tokens[2], amount: 7 }] }],
  });
  await save();
  await user.click(await dialog.findByRole('button', { name: 'Discard mine, use theirs' }));
  expect(dialog.getByRole('combobox', { name: 'Token, line 1' })).toHaveProperty(
    'value',
    tokens[2],
  );
  expect(dialog.getByText('No changes yet.', { selector: 'p' })).toBeTruthy();
});

test('keeps typed changes when the network is down, and the same button sends again', async () => {
  const { dialog, type, save, tokens } = await openEdit();
  server.use(http.post('*/p/users/*', () => HttpResponse.error(), { once: true }));
  type('Amount, line 1', '12');
  await save();
  expect(await dialog.findByText(/cannot be reached/)).toBeTruthy();
  await save();
  await waitFor(async () => expect(await held()).toEqual({ [tokens[0]]: 12, [tokens[1]]: 2 }));
});

test('a double press saves once', async () => {
  let sent = 0;
  server.events.on('request:start', ({ request }) => {
    if (request.method === 'POST') sent += 1;
  });
  const { dialog, user, type } = await openEdit();
  type('Amount, line 1', '12');
  await user.dblClick(dialog.getByRole('button', { name: 'Save holdings' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toBe(1);
  server.events.removeAllListeners();
});

test('removing all positions closes the wallet, and the button says so', async () => {
  const { dialog, press } = await openEdit();
  await press('Remove all positions');
  expect(dialog.queryByRole('button', { name: 'Save holdings' })).toBeNull();
  await press('Close wallet');
  expect(await screen.findByText('This wallet is closed')).toBeTruthy();
  expect(await held()).toEqual({});
});

test('accepts past dates, compared with the holdings of that date, but no future dates', async () => {
  const { dialog, type, save, tokens } = await openEdit();
  type(/^Effective from \(/, '2030-01-01');
  expect(dialog.getByText(/must not be later than the latest prices/)).toBeTruthy();
  type(/^Effective from \(/, '2023-06-01 12:00');
  expect(dialog.getByText('No positions.')).toBeTruthy();
  await dialog.findByText('No changes yet.', { selector: 'p' });
  fireEvent.click(dialog.getByRole('button', { name: 'Add position' }));
  type('Token, line 1', tokens[2]);
  type('Amount, line 1', '5');
  expect(dialog.getByText(tokens[2], { selector: 'b' })).toBeTruthy();
  expect(sentText(dialog)).toContain('"at": "2023-06-01T12:00:00.000Z"');
  // A statement of 2024 is in effect today, regardless of earlier ones.
  expect(dialog.getByText('No effect today: superseded 1 Jan 2024, 00:00')).toBeTruthy();
  expect(dialog.queryByText(/^Current value/, { selector: 'dt' })).toBeNull();
  const worthThen = () => dialog.getByText(/^Value on 1 Jun 2023, 12:00/).nextElementSibling;
  await waitFor(() => expect(worthThen()?.textContent).toMatch(/\d/));
  await save();
  expect(await screen.findByText(/^from 1 Jun 2023, 12:00/)).toBeTruthy();
  expect(await held()).toEqual({ [tokens[0]]: 10, [tokens[1]]: 2 });
});

test('fills a new wallet to target weights, worth the given total', async () => {
  const { dialog, type, press, save, thematic, user } = await openEdit('no wallet');
  await user.click(dialog.getByText('Fill to target weights'));
  type('Total value', '5000');
  await press('Fill');
  expect(dialog.getByText('5,000.00', { selector: 'dd', exact: false })).toBeTruthy();
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [wallet] = await readWallets(id);
  expect(wallet?.total).toBeCloseTo(5000, 4);
  expect(Object.keys(await held()).toSorted()).toEqual(
    thematic.tokens.map(({ token }) => token._id).toSorted(),
  );
});

test('a pasted list replaces the lines, and reports unreadable lines', async () => {
  const { dialog, user, type, press, save, tokens } = await openEdit();
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and amounts', `token,amount\n${tokens[2]},3\nonly a name`);
  expect(dialog.getByText('Line 3 skipped: expected a token and a number.')).toBeTruthy();
  await press('Replace all');
  await save();
  await waitFor(async () => expect(await held()).toEqual({ [tokens[2]]: 3 }));
});

test('closing does not lose typed changes', async () => {
  const { dialog, type, press } = await openEdit();
  type('Amount, line 1', '11');
  await press('Close');
  expect(dialog.getByText('Your changes are not saved.')).toBeTruthy();
  await press('Keep editing');
  expect(dialog.getByLabelText('Amount, line 1')).toHaveProperty('value', '11');
});
