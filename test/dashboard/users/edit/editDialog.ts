import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { getUser, updateUser } from '#contract/operations/users.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

export const id = 'Zoë/β?#100% ok';
export const before = { name: 'Zoë', contact: { mail: 'z@example.org', phone: '1' }, tags: ['a'] };

export async function openDialog() {
  await makeUser(id, before);
  const view = open(`/users/${encodeURIComponent(id)}`);
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await waitFor(() => expect(edit).toHaveProperty('disabled', false));
  await view.user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: `Attributes of ${id}` }));
  await dialog.findByRole('radio', { name: 'Fields' });
  const save = () => view.user.click(dialog.getByRole('button', { name: 'Save' }));
  return { ...view, dialog, save };
}

export async function openEdit() {
  const view = await openDialog();
  await view.user.click(view.dialog.getByRole('radio', { name: 'JSON' }));
  const editor = await view.dialog.findByRole('textbox', { name: 'JSON' });
  if (!(editor instanceof HTMLTextAreaElement)) throw new Error('The editor is no field of text');
  const type = (value: unknown) =>
    fireEvent.change(editor, {
      target: { value: typeof value === 'string' ? value : JSON.stringify(value) },
    });
  return { ...view, editor, type };
}

export async function readUser(): Promise<Record<string, unknown>> {
  const service = await testService();
  return (await service.call('GET', pathTo(getUser, id))).json();
}

export const sentText = (dialog: ReturnType<typeof within>) =>
  dialog.getByText(/^POST /, { selector: 'pre' }).textContent ?? '';

export async function changeBehind(patch: unknown): Promise<void> {
  const service = await testService();
  await service.call('POST', pathTo(updateUser, id), { json: JSON.stringify(patch) });
}
