import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser, getUser } from '#contract/operations/users.ts';
import { open } from '#test/support/render.tsx';
import { choose } from '#test/support/choose.ts';
import { connect } from '#test/support/connected.ts';
import { someThematic } from '#test/support/portfolio.ts';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const idField = () => screen.findByLabelText('Id');

/** The page below the form has a button with the same name. */
async function openForm(suggested = '') {
  const view = open(`/users?create=${encodeURIComponent(suggested)}`);
  const dialog = await screen.findByRole('dialog', { name: 'New user' });
  return { ...view, dialog: within(dialog) };
}

async function readUser(customId: string): Promise<unknown> {
  const service = await testService();
  return (await service.call('GET', pathTo(getUser, customId))).json();
}

test('creates a user with special characters in the id, and opens the page', async () => {
  const { user, address } = await openForm();
  await user.type(await idField(), 'a/b?c#d e%2F{Enter}');
  await waitFor(() => expect(address()).toBe('/users/a%2Fb%3Fc%23d%20e%252F'));
  expect(await screen.findByText('User a/b?c#d e%2F created')).toBeTruthy();
  expect(await readUser('a/b?c#d e%2F')).toMatchObject({ customId: 'a/b?c#d e%2F' });
});

test('saves attributes and holdings in the same request, which the form shows', async () => {
  const requests: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.method !== 'GET')
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
  });
  const { thematic } = await someThematic();
  const [held] = thematic.tokens;
  const { user, dialog, address } = await openForm('acme');
  await user.type(dialog.getByLabelText('Name'), 'Acme "Holdings" ');
  await user.type(dialog.getByLabelText('Country'), 'CH');
  await user.type(dialog.getByLabelText('Tags'), 'vip, fund');
  await user.type(dialog.getByLabelText('New attribute'), 'desk');
  await user.type(dialog.getByLabelText('Value'), 'Zurich');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.click(dialog.getByRole('button', { name: 'Add holdings' }));
  await choose(user, dialog, 'Thematic', thematic.name);
  await user.type(dialog.getByLabelText('Token, line 1'), `${held?.token.symbol}{Tab}`);
  await user.type(dialog.getByLabelText('Amount, line 1'), '2.5');
  const attributes = {
    name: 'Acme "Holdings"',
    country: 'CH',
    tags: ['vip', 'fund'],
    desk: 'Zurich',
  };
  const sent = dialog.getByText(/PUT \/x\/users\/acme/).textContent;
  const shown: unknown = JSON.parse(sent?.split('\n')[1] ?? '');
  expect(shown).toMatchObject({ attributes, wallets: [{ thematics: thematic._id }] });
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(requests).toEqual(['PUT /x/users/acme']);
  expect(await readUser('acme')).toMatchObject({ ...attributes, walletCount: 1 });
  server.events.removeAllListeners();
});

test('incomplete holdings must be completed or removed', async () => {
  const { thematic } = await someThematic();
  const { user, dialog, address } = await openForm('acme');
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  await press('Add holdings');
  await user.type(await dialog.findByLabelText('Amount, line 1'), 'many');
  await press('Create user');
  expect(await dialog.findByText('Choose a thematic.')).toBeTruthy();
  expect(await dialog.findByText(/Choose a token\./)).toBeTruthy();
  expect(dialog.getByLabelText('Amount, line 1').getAttribute('aria-invalid')).toBe('true');
  await choose(user, dialog, 'Thematic', thematic.name);
  await press('Remove line 1');
  await press('Create user');
  expect(await dialog.findByText('Add a position, or remove these holdings.')).toBeTruthy();
  await press('Remove holdings');
  await press('Create user');
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(await readUser('acme')).toMatchObject({ walletCount: 0 });
});

test('a rejected field shows the reason and takes the focus', async () => {
  const { user, dialog } = await openForm('acme');
  const name = dialog.getByLabelText('Name');
  fireEvent.change(name, { target: { value: 'x\0' } });
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  expect(await dialog.findByText('contains the character U+0000')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(name));
  // Typing clears the error.
  fireEvent.change(name, { target: { value: 'x' } });
  await waitFor(() => expect(dialog.queryByText('contains the character U+0000')).toBeNull());
});

test.each([
  ['', 'The id is empty'],
  [' acme', 'The id starts or ends with white space'],
  ['..', 'The id cannot be "." or ".."'],
  ['x'.repeat(129), 'The id has 129 characters'],
])('the field of an invalid id, %o, shows the reason and takes the focus', async (id, words) => {
  const { user, dialog, address } = await openForm(id);
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  const field = await idField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(notes.map((id) => document.getElementById(id)?.textContent).join()).toContain(words);
  expect(address()).toContain('/users?create=');
});

test('does not overwrite an existing user: the form links to the user', async () => {
  const service = await testService();
  await service.call('PUT', createUser.path, { customId: 'acme' });
  const { user, dialog, address } = await openForm('acme');
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('User “acme” already exists.');
  await user.click(within(alert).getByRole('link', { name: 'Open acme' }));
  await waitFor(() => expect(address()).toBe('/users/acme?period=day'));
});

test('reports a taken id before the request, and warns of a similar one', async () => {
  const service = await testService();
  await service.call('PUT', createUser.path, { customId: 'meridian-treasury' });
  const { user, dialog, address } = await openForm('Meridian_treasury');
  const similar = await dialog.findByRole('link', { name: 'meridian-treasury' });
  expect(similar.closest('output')?.textContent).toContain('Similar ids exist');
  const field = await idField();
  await user.clear(field);
  await user.type(field, 'meridian-treasury');
  expect(await dialog.findByText('This id is taken.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Open meridian-treasury' })).toBeTruthy();
  // A similar id is allowed.
  await user.type(field, '.');
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/meridian-treasury.'));
});

test('a failure keeps the input and shows the reason, and a retry succeeds', async () => {
  const { user, dialog, address } = await openForm();
  await user.type(await idField(), 'acme');
  await user.type(dialog.getByLabelText('Name'), 'Acme');
  server.use(http.put('*/x/users/:id', () => HttpResponse.error()));
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('cannot be reached');
  expect(await idField()).toHaveProperty('value', 'acme');
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Acme');
  server.resetHandlers();
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
});

/** The form after it has learned that holdings are not offered. */
const openConnected = async () => {
  const form = await openForm('acme');
  await waitFor(() =>
    expect(form.dialog.queryByRole('button', { name: 'Add holdings' })).toBeNull(),
  );
  return form;
};

describe('for a service that does not create a user in one request', () => {
  beforeEach(() => connect());
  test('creates the user and then updates the attributes, without holdings, and shows both requests', async () => {
    const { user, dialog, address } = await openConnected();
    await user.type(dialog.getByLabelText('Name'), 'Acme');
    const sent = dialog.getByText(/PUT \/p\/users/).textContent;
    expect(sent).toContain('{"customId":"acme"}');
    expect(sent).toContain(
      `POST /p/users/acme\n${JSON.stringify({ json: JSON.stringify({ name: 'Acme' }) })}`,
    );
    await user.click(dialog.getByRole('button', { name: 'Create user' }));
    await waitFor(() => expect(address()).toBe('/users/acme'));
    expect(await readUser('acme')).toMatchObject({ name: 'Acme' });
  });

  test('if only the attributes fail, only they are sent again', async () => {
    const { user, dialog, address } = await openConnected();
    await user.type(dialog.getByLabelText('Name'), 'Acme');
    server.use(
      http.post('*/p/users/acme', () => HttpResponse.json({ message: 'Full.' }, { status: 507 })),
    );
    await user.click(dialog.getByRole('button', { name: 'Create user' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain(
      'The user was created, but the attributes could not be saved.',
    );
    expect(alert.textContent).toContain('Full.');
    await user.type(dialog.getByLabelText('Name'), ' AG');
    server.resetHandlers();
    await user.click(dialog.getByRole('button', { name: 'Save attributes' }));
    await waitFor(() => expect(address()).toBe('/users/acme'));
    expect(await readUser('acme')).toMatchObject({ name: 'Acme AG' });
  });
});

test('a double click sends one request', async () => {
  let requests = 0;
  server.use(
    http.put('*/x/users/:id', () => {
      requests += 1;
    }),
  );
  const { user, dialog, address } = await openForm('acme');
  await user.dblClick(dialog.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(requests).toBe(1);
});

test('Escape asks before it discards input, and closes an untouched form at once', async () => {
  const { user, dialog, address } = await openForm('acme');
  await user.type(dialog.getByLabelText('Name'), 'A');
  await user.keyboard('{Escape}');
  expect(await dialog.findByText('Your changes are not saved.')).toBeTruthy();
  // Enter keeps the form open, and the field has the focus again.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Name')));
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'A');
  await user.clear(dialog.getByLabelText('Name'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/users');
});

test('the button of the page and the key n open the form', async () => {
  const { user } = open('/users');
  await user.click(
    (await screen.findAllByRole('button', { name: 'New user' }))[0] ?? document.body,
  );
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('n');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
