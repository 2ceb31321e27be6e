import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

const id = 'Zoë/β?#100% ok';
const before = { name: 'Zoë', contact: { mail: 'z@example.org', phone: '1' }, tags: ['a'] };

beforeEach(() => giveSize({ width: 900, height: 316 }));

async function openEdit() {
  await makeUser(id, before);
  const view = open(`/users/${encodeURIComponent(id)}`);
  await view.user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Attributes of ${id}` }));
  const editor = await dialog.findByRole('textbox', { name: 'JSON' });
  const type = (value: unknown) =>
    fireEvent.change(editor, {
      target: { value: typeof value === 'string' ? value : JSON.stringify(value) },
    });
  const save = () => view.user.click(dialog.getByRole('button', { name: 'Save' }));
  return { ...view, dialog, editor, type, save };
}

async function readUser(): Promise<Record<string, unknown>> {
  const service = await testService();
  return (await service.call('GET', paths.user(id))).json();
}

async function changeBehind(patch: unknown): Promise<void> {
  const service = await testService();
  await service.call('POST', paths.user(id), { json: JSON.stringify(patch) });
}

test('begins with what is there, and shows what changes and the text that will be sent', async () => {
  const { dialog, editor, type } = await openEdit();
  expect(editor).toHaveProperty('value', JSON.stringify(before, null, 2));
  expect(dialog.getByText('Nothing so far.')).toBeTruthy();
  type({ name: 'Zoë', contact: { mail: 'new@example.org', phone: '1' }, tier: 'gold' });
  const changes = dialog.getAllByRole('listitem').map((item) => item.textContent);
  expect(changes).toEqual([
    '/contact/mail changed"z@example.org""new@example.org"',
    '/tags removed["a"]',
    '/tier added"gold"',
  ]);
  const sent = JSON.parse(dialog.getByText(/^\{/, { selector: 'pre' }).textContent ?? '');
  expect(sent).toEqual({ tags: null, contact: { mail: 'new@example.org' }, tier: 'gold' });
});

test('saves what changed, says so, and shows it on the page', async () => {
  const { type, save, address } = await openEdit();
  type({ ...before, name: 'Zoë Beta' });
  await save();
  expect(await screen.findByText(`${id} saved, 1 attribute changed`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Zoë Beta', { selector: 'dd' })).toBeTruthy();
  expect(address()).toBe(`/users/${encodeURIComponent(id)}`);
  expect(await readUser()).toMatchObject({ ...before, name: 'Zoë Beta' });
});

test('says what cannot be sent, where it is, and keeps what was typed', async () => {
  const { dialog, editor, type, save } = await openEdit();
  type('{ "name": "Zoë", ');
  expect(dialog.getByText(/This is not JSON/)).toBeTruthy();
  type({ total: 5, deep: { er: null } });
  expect(dialog.getByText('/total')).toBeTruthy();
  expect(dialog.getByText('/deep/er')).toBeTruthy();
  await save();
  expect(document.activeElement).toBe(editor);
  expect(editor.getAttribute('aria-invalid')).toBe('true');
  expect(await readUser()).toMatchObject(before);
});

test('says in the service’s words why it does not take an attribute', async () => {
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

test('does not overwrite what someone else saved meanwhile: mine can go on top of theirs', async () => {
  const { dialog, type, save, user } = await openEdit();
  type({ ...before, tier: 'gold' });
  await changeBehind({ name: 'Theirs' });
  await save();
  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText(/Someone else changed this user/)).toBeTruthy();
  expect(alert.getByText('/name')).toBeTruthy();
  expect(await readUser()).not.toHaveProperty('tier');
  await user.click(dialog.getByRole('button', { name: 'Put my changes on top' }));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readUser()).toMatchObject({ ...before, name: 'Theirs', tier: 'gold' });
});

test('lets go of mine and takes theirs', async () => {
  const { dialog, editor, type, save, user } = await openEdit();
  type({ ...before, tier: 'gold' });
  await changeBehind({ name: 'Theirs' });
  await save();
  await user.click(await dialog.findByRole('button', { name: 'Drop mine, take theirs' }));
  expect(editor).toHaveProperty('value', JSON.stringify({ ...before, name: 'Theirs' }, null, 2));
  expect(dialog.getByText('Nothing so far.')).toBeTruthy();
});

test('digits typed into the editor do not change the period behind it', async () => {
  const { editor, user, address } = await openEdit();
  await user.type(editor, '12345t');
  expect(address()).toBe(`/users/${encodeURIComponent(id)}?edit=attributes`);
});
