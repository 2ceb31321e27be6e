import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { createUser, getUser } from '#contract/operations/users.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const idField = () => screen.findByLabelText('Id');

/** The form is over a page with a button of the same name. */
async function openForm(suggested = '') {
  const view = open(`/users?create=${encodeURIComponent(suggested)}`);
  const dialog = await screen.findByRole('dialog', { name: 'Create user' });
  return { ...view, dialog: within(dialog) };
}

async function readUser(customId: string): Promise<unknown> {
  const service = await testService();
  return (await service.call('GET', pathTo(getUser, customId))).json();
}

test('creates a user with a hard id by Enter and goes to its page', async () => {
  const { user, address } = await openForm();
  await user.type(await idField(), 'a/b?c#d e%2F{Enter}');
  await waitFor(() => expect(address()).toBe('/users/a%2Fb%3Fc%23d%20e%252F'));
  expect(await screen.findByText('User a/b?c#d e%2F created')).toBeTruthy();
  expect(await readUser('a/b?c#d e%2F')).toMatchObject({ customId: 'a/b?c#d e%2F' });
});

test('a name is saved with it, and the form shows what will be sent', async () => {
  const { user, dialog, address } = await openForm('acme');
  await user.type(dialog.getByLabelText(/Name/), 'Acme "Holdings"');
  const sent = dialog.getByText(/PUT \/p\/users/).textContent;
  expect(sent).toContain('{"customId":"acme"}');
  expect(sent).toContain(
    `POST /p/users/acme\n${JSON.stringify({ json: JSON.stringify({ name: 'Acme "Holdings"' }) })}`,
  );
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(await readUser('acme')).toMatchObject({ name: 'Acme "Holdings"' });
});

test.each([
  ['', 'The id is empty'],
  [' acme', 'The id starts or ends with white space'],
  ['..', 'The id cannot be "." or ".."'],
  ['x'.repeat(129), 'The id has 129 characters'],
])('an id that cannot be, %o, is told at the field, which takes the focus', async (id, words) => {
  const { user, dialog, address } = await openForm(id);
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  const field = await idField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(notes.map((id) => document.getElementById(id)?.textContent).join()).toContain(words);
  expect(address()).toContain('/users?create=');
});

test('a user that is there already is not taken: the form leads to it', async () => {
  const service = await testService();
  await service.call('PUT', createUser.path, { customId: 'acme' });
  const { user, dialog, address } = await openForm('acme');
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('There is already a user “acme”.');
  await user.click(within(alert).getByRole('link', { name: 'Open acme' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
});

test('an id that is taken is said before it is sent, and one that is similar is warned of', async () => {
  const service = await testService();
  await service.call('PUT', createUser.path, { customId: 'meridian-treasury' });
  const { user, dialog, address } = await openForm('Meridian_treasury');
  const similar = await dialog.findByRole('link', { name: 'meridian-treasury' });
  expect(similar.closest('output')?.textContent).toContain('similar id');
  const field = await idField();
  await user.clear(field);
  await user.type(field, 'meridian-treasury');
  expect(await dialog.findByText('This id is taken.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Open meridian-treasury' })).toBeTruthy();
  // A similar id is not forbidden.
  await user.type(field, '.');
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/meridian-treasury.'));
});

test('a failure keeps what was typed, says why, and the same again succeeds', async () => {
  const { user, dialog, address } = await openForm();
  await user.type(await idField(), 'acme');
  await user.type(dialog.getByLabelText(/Name/), 'Acme');
  server.use(http.put('*/p/users', () => HttpResponse.error()));
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('cannot be reached');
  expect(await idField()).toHaveProperty('value', 'acme');
  expect(dialog.getByLabelText(/Name/)).toHaveProperty('value', 'Acme');
  server.resetHandlers();
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
});

test('a name that fails after the user was made is sent again alone', async () => {
  const { user, dialog, address } = await openForm('acme');
  await user.type(dialog.getByLabelText(/Name/), 'Acme');
  server.use(
    http.post('*/p/users/acme', () => HttpResponse.json({ message: 'Full.' }, { status: 507 })),
  );
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('The user was created, but the name could not be saved.');
  expect(alert.textContent).toContain('Full.');
  server.resetHandlers();
  await user.click(dialog.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(await readUser('acme')).toMatchObject({ name: 'Acme' });
});

test('pressed twice it is sent once', async () => {
  let requests = 0;
  server.use(
    http.put('*/p/users', () => {
      requests += 1;
    }),
  );
  const { user, dialog, address } = await openForm('acme');
  await user.dblClick(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(requests).toBe(1);
});

test('Escape asks before it discards what was typed, and closes at once where nothing was', async () => {
  const { user, dialog, address } = await openForm('acme');
  await user.type(dialog.getByLabelText(/Name/), 'A');
  await user.keyboard('{Escape}');
  expect(await dialog.findByText('What you typed is not saved.')).toBeTruthy();
  // Enter keeps it, and the field has the focus again.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/Name/)));
  expect(dialog.getByLabelText(/Name/)).toHaveProperty('value', 'A');
  await user.clear(dialog.getByLabelText(/Name/));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/users');
});

test('the button of the page and the key n open the form', async () => {
  const { user } = open('/users');
  await user.click(
    (await screen.findAllByRole('button', { name: 'Create user' }))[0] ?? document.body,
  );
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('n');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
