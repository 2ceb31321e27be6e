import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getUser } from '#contract/operations/users.ts';
import { giveSize } from '#test/support/portfolio.ts';
import { server } from '#test/support/server.ts';
import { before, changeBehind, id, openDialog, openEdit, readUser } from './editDialog.ts';
import { pathTo } from '#test/support/pathTo.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** Text below a field. */
const noteOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

test('Undo restores only the saved changes, and not attributes that changed again since', async () => {
  const { type, save, user } = await openEdit();
  type({ name: 'Zoë', contact: { mail: 'new@example.org', phone: '1' }, tier: 'gold' });
  await save();
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await changeBehind({ country: 'IE' });
  await user.click(undo);
  await waitFor(async () => expect(await readUser()).toMatchObject({ ...before, country: 'IE' }));
  expect(await readUser()).not.toHaveProperty('tier');

  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Attributes of ${id}` }));
  const name = await dialog.findByLabelText('Name');
  expect(document.activeElement).toBe(name);
  fireEvent.change(name, { target: { value: 'Mine' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findAllByText(`${id} saved, 1 attribute changed`);
  await changeBehind({ name: 'Theirs' });
  const [later] = screen.getAllByRole('button', { name: 'Undo' });
  if (later === undefined) throw new Error('Nothing can be undone');
  await user.click(later);
  expect(await screen.findByText(/^The change was not undone: the same attributes/)).toBeTruthy();
  expect(await readUser()).toMatchObject({ name: 'Theirs' });
});

test('a rejected field shows the reason and has the focus, and the input stays', async () => {
  const { dialog, save } = await openDialog();
  const refusal = {
    type: '/p/docs',
    title: 'Wrong',
    status: 422,
    detail: 'Two attributes cannot be kept.',
    instance: pathTo(getUser, id),
    code: 'invalid-body',
    errors: [
      { pointer: '/country', detail: 'No such country.' },
      { pointer: '/tags/1', detail: 'Too long a word.' },
      { pointer: '/contacts', detail: 'Belongs to nobody.' },
    ],
  };
  server.use(http.post('*/p/users/*', () => HttpResponse.json(refusal, { status: 422 })));
  const country = dialog.getByLabelText(/^Country/);
  fireEvent.change(country, { target: { value: 'Nowhere' } });
  await save();
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Two attributes cannot be kept.',
  );
  await waitFor(() => expect(document.activeElement).toBe(country));
  expect(country.getAttribute('aria-invalid')).toBe('true');
  expect(noteOf(country)).toBe('No such country.');
  expect(noteOf(dialog.getByLabelText(/^Tags/))).toBe('Too long a word.');
  expect(dialog.getByLabelText(/^Name/).getAttribute('aria-invalid')).not.toBe('true');
  expect(country).toHaveProperty('value', 'Nowhere');
  fireEvent.change(country, { target: { value: 'IE' } });
  expect(country.getAttribute('aria-invalid')).not.toBe('true');
});

test('closing or Back does not lose the input until it is discarded', async () => {
  const { dialog, user, router } = await openDialog();
  const country = dialog.getByLabelText(/^Country/);
  fireEvent.change(country, { target: { value: 'IE' } });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByText('Your changes are not saved.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  // The navigation is blocked, so it does not end.
  act(() => void router.navigate(-1));
  expect(await dialog.findByText('Your changes are not saved.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(country).toHaveProperty('value', 'IE');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readUser()).not.toHaveProperty('country');
});
