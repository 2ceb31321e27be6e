import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { updateUser } from '#contract/operations/users.ts';
import { responseNotesHeader, responseNotesText } from '#contract/responseNotes.ts';
import { giveSize } from '#test/support/portfolio.ts';
import { server } from '#test/support/server.ts';
import {
  before,
  changeBehind,
  id,
  openDialog,
  openEdit,
  readUser,
  sentText,
} from './editDialog.ts';
import { pathTo } from '#test/support/pathTo.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

test('starts with the current attributes, and shows the changes and the request', async () => {
  const { dialog, editor, type } = await openEdit();
  expect(editor).toHaveProperty('value', JSON.stringify(before, null, 2));
  expect(dialog.getByText('No changes yet.')).toBeTruthy();
  type({ name: 'Zoë', contact: { mail: 'new@example.org', phone: '1' }, tier: 'gold' });
  const changes = within(dialog.getByText('Changes').parentElement ?? document.body)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(changes).toEqual([
    '/contact/mail changed"z@example.org""new@example.org"',
    '/tags removed["a"]',
    '/tier added"gold"',
  ]);
  const [head, tag, ...sent] = sentText(dialog).split('\n');
  expect(head).toBe(`POST ${pathTo(updateUser, id)}`);
  expect(tag).toMatch(/^If-Match: "/);
  expect(JSON.parse(sent.join('\n'))).toEqual({
    tags: null,
    contact: { mail: 'new@example.org' },
    tier: 'gold',
  });
});

test('saves the changes, confirms them, and shows them on the page', async () => {
  const { type, save, address } = await openEdit();
  type({ ...before, name: 'Zoë Beta' });
  await save();
  expect(await screen.findByText(`${id} saved, 1 attribute changed`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Zoë Beta', { selector: 'dd' })).toBeTruthy();
  expect(address()).toBe(`/users/${encodeURIComponent(id)}`);
  expect(await readUser()).toMatchObject({ ...before, name: 'Zoë Beta' });
});

test('lists attributes that a connected service changed or dropped, and does not count them as changed', async () => {
  const { type, save } = await openEdit();
  const note = 'The service did not store everything as sent: /name differs.';
  const reading = responseNotesText({
    readAt: 0,
    stale: null,
    unread: [],
    notes: [note],
    raw: null,
  });
  server.use(
    http.post('*/p/users/*', async () =>
      HttpResponse.json(await readUser(), { headers: { [responseNotesHeader]: reading } }),
    ),
  );
  type({ ...before, name: 'Zoë Beta' });
  await save();
  expect(await screen.findByText(note)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/ saved, /)).toBeNull();
});

test('locates invalid text, and keeps it', async () => {
  const { dialog, editor, type, save } = await openEdit();
  type('{ "name": "Zoë", ');
  expect(dialog.getByText(/^Line 1, column 18: invalid JSON, unexpected end\./)).toBeTruthy();
  type({ total: 5, deep: { er: null } });
  expect(dialog.getByText('/total')).toBeTruthy();
  expect(dialog.getByText('/deep/er')).toBeTruthy();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(editor));
  expect(editor.getAttribute('aria-invalid')).toBe('true');
  expect(await readUser()).toMatchObject(before);
});

test('shows the service’s reason for a rejected attribute', async () => {
  const { dialog, editor, type, save } = await openEdit();
  const typed = JSON.stringify({ ...before, note: 'a\u0000b' });
  type(typed);
  await save();
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('Not saved:');
  expect(alert.textContent).toContain('/note');
  expect(alert.textContent).toContain('422 json-unsupported-text');
  expect(editor).toHaveProperty('value', typed);
});

test('does not overwrite a concurrent change: the edit can continue on top of it', async () => {
  const { dialog, type, save, user } = await openEdit();
  type({ ...before, tier: 'gold' });
  await changeBehind({ name: 'Theirs' });
  await save();
  await dialog.findByText(/Someone else changed this user/);
  const alert = within(dialog.getByRole('alert'));
  expect(alert.getByText('/name')).toBeTruthy();
  expect(await readUser()).not.toHaveProperty('tier');
  await user.click(dialog.getByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readUser()).toMatchObject({ ...before, name: 'Theirs', tier: 'gold' });
});

test('discards the edit in favor of a concurrent change', async () => {
  const { dialog, editor, type, save, user } = await openEdit();
  type({ ...before, tier: 'gold' });
  await changeBehind({ name: 'Theirs' });
  await save();
  await user.click(await dialog.findByRole('button', { name: 'Discard mine, use theirs' }));
  expect(editor).toHaveProperty('value', JSON.stringify({ ...before, name: 'Theirs' }, null, 2));
  expect(dialog.getByText('No changes yet.')).toBeTruthy();
});

test('digits typed into the editor do not change the period behind it', async () => {
  const { editor, user, address } = await openEdit();
  await user.type(editor, '12345t');
  expect(address()).toBe(`/users/${encodeURIComponent(id)}?edit=attributes`);
});

test('common attributes are fields; emptied ones are removed, and values other than text open the JSON', async () => {
  const { dialog, save, user } = await openDialog();
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Zoë "β" <b>' } });
  fireEvent.change(dialog.getByLabelText(/^Tags/), { target: { value: 'a, b,, a , ' } });
  expect(dialog.getByLabelText(/^Tags/)).toHaveProperty('value', 'a, b,, a , ');
  fireEvent.change(dialog.getByLabelText(/^Tier/), { target: { value: 'gold' } });
  fireEvent.change(dialog.getByLabelText(/^Tier/), { target: { value: '' } });
  fireEvent.change(dialog.getByLabelText(/^Country/), { target: { value: 'IE' } });
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const after = await readUser();
  expect(after).toMatchObject({ name: 'Zoë "β" <b>', tags: ['a', 'b'], country: 'IE' });
  expect(after).not.toHaveProperty('tier');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const again = within(await screen.findByRole('dialog', { name: `Attributes of ${id}` }));
  await user.click(await again.findByRole('button', { name: 'Edit Contact as JSON' }));
  expect(again.getByRole('textbox', { name: 'JSON' })).toBeTruthy();
});

test('adds an attribute of any name, except reserved and existing ones', async () => {
  const { dialog, save, user } = await openDialog();
  const name = dialog.getByLabelText('New attribute');
  fireEvent.change(name, { target: { value: 'total' } });
  expect(dialog.getByText('Reserved by the service.')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'name' } });
  expect(dialog.getByText('This attribute already exists.')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'a/b~c"d' } });
  fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '日本' } });
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByLabelText('a/b~c"d')).toHaveProperty('value', '日本');
  await save();
  await waitFor(async () => expect(await readUser()).toHaveProperty(['a/b~c"d'], '日本'));
});

test('warns of numbers that lose digits, and does not send numbers that are too large', async () => {
  const { dialog, type, save, editor } = await openEdit();
  type('{\n  "big": 12345678901234567890,\n  "fine": 0.30000000000000004\n}');
  expect(dialog.getByText(/12345678901234567890 is stored as 12345678901234567000\./)).toBeTruthy();
  expect(dialog.queryByText(/0\.30000000000000004 is stored as/)).toBeNull();
  type('{\n  "ok": 1,\n  "n": 1e400\n}');
  expect(dialog.getByText(/This number is too large to store/)).toBeTruthy();
  await save();
  await waitFor(() => expect(editor.selectionStart).toBe(15));
  expect(await readUser()).toMatchObject(before);
});

test('keeps the input when the network is down; Save works again later, and a double click saves once', async () => {
  const { dialog, type, save, user } = await openEdit();
  server.use(http.post('*/p/users/*', () => HttpResponse.error(), { once: true }));
  type({ ...before, tier: 'gold' });
  await save();
  expect(await dialog.findByText(/cannot be reached/)).toBeTruthy();
  let sent = 0;
  server.events.on('request:start', ({ request }) => {
    if (request.method === 'POST') sent += 1;
  });
  await user.dblClick(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.events.removeAllListeners();
  expect(sent).toBe(1);
  expect(await readUser()).toMatchObject({ tier: 'gold' });
});

test('Tab indents and Shift Tab unindents; after Ctrl M, Tab moves the focus', async () => {
  const { dialog, type, editor } = await openEdit();
  type('{}');
  editor.focus();
  editor.setSelectionRange(0, 0);
  fireEvent.keyDown(editor, { key: 'Tab' });
  expect(editor.value).toBe('  {}');
  editor.setSelectionRange(3, 3);
  fireEvent.keyDown(editor, { key: 'Enter' });
  expect(editor.value).toBe('  {\n    }');
  editor.setSelectionRange(0, editor.value.length);
  fireEvent.keyDown(editor, { key: 'Tab', shiftKey: true });
  expect(editor.value).toBe('{\n  }');
  fireEvent.keyDown(editor, { key: 'm', ctrlKey: true });
  expect(dialog.getByText('Tab moves focus. Ctrl+M: Tab indents')).toBeTruthy();
  fireEvent.keyDown(editor, { key: 'Tab' });
  expect(document.activeElement).not.toBe(editor);
  expect(editor.value).toBe('{\n  }');
});

test('Format adds line breaks and keeps every digit', async () => {
  const { dialog, type, user, editor } = await openEdit();
  type('{"a":[1.50,{"b":"x"}]}');
  await user.click(dialog.getByRole('button', { name: 'Format' }));
  expect(editor.value).toBe('{\n  "a": [\n    1.50,\n    {\n      "b": "x"\n    }\n  ]\n}');
});
