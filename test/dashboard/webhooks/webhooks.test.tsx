import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { getWebhooks, putWebhook } from '#contract/operations/webhooks.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const url = 'https://hooks.acme.example/portfolio?x=1';

async function register(...types: string[]): Promise<void> {
  const service = await testService();
  for (const type of types) await service.call('PUT', putWebhook.path, { url, type });
}

async function readTypes(): Promise<string[]> {
  const service = await testService();
  const webhooks: { type: string }[] = await (await service.call('GET', getWebhooks.path)).json();
  return webhooks.map(({ type }) => type);
}

async function openForm() {
  const view = open('/settings/webhooks');
  await view.user.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  const choose = (...types: string[]) =>
    types.reduce(async (before, type) => {
      await before;
      await view.user.click(dialog.getByLabelText(type, { exact: false, selector: 'input' }));
    }, Promise.resolve());
  const submit = () => view.user.click(dialog.getByRole('button', { name: /^Add .*webhook/ }));
  return { ...view, dialog, choose, submit, urlField: dialog.getByLabelText('URL') };
}

const types = () =>
  within(screen.getByRole('list', { name: /^Types of/ }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
    .filter((text) => text !== '');

test('explains webhooks when there are none', async () => {
  open('/settings/webhooks');
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  expect(screen.getByText(/A webhook sends every event of one type to a URL/)).toBeTruthy();
  expect(screen.queryByText('Deliveries')).toBeNull();
});

test('lists endpoints with their types', async () => {
  await register('user.created', '*');
  open('/settings/webhooks');
  expect(await screen.findByText('hooks.acme.example')).toBeTruthy();
  expect(types()).toEqual(['user.created', '*all types']);
});

test('registers several types together and shows the secret', async () => {
  const { user, choose, submit, urlField } = await openForm();
  await user.type(urlField, url);
  await choose('user.created', 'wallet.updated');
  await submit();
  const done = within(await screen.findByRole('dialog', { name: 'Webhook registered' }));
  expect(done.getByText(/^whsec_/)).toBeTruthy();
  expect(done.getByText('user.created, wallet.updated')).toBeTruthy();
  expect(await readTypes()).toEqual(['user.created', 'wallet.updated']);
  expect(done.getByText(/You can reveal it again later\.$/)).toBeTruthy();
  await user.click(done.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(/^whsec_/)).toBeNull());
  expect(types()).toEqual(['user.created', 'wallet.updated']);
});

test('shows at the URL field which rule forbids it, and preserves the input', async () => {
  const { user, dialog, choose, submit, urlField } = await openForm();
  await user.type(urlField, 'https://127.0.0.1/hooks');
  await choose('user.created');
  await submit();
  expect(await dialog.findByText(/127\.0\.0\.1 .*\(Rule: .+\)/)).toBeTruthy();
  expect(urlField.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(urlField);
  expect(urlField).toHaveProperty('value', 'https://127.0.0.1/hooks');
  await user.clear(urlField);
  await user.type(urlField, 'nonsense');
  await submit();
  expect(await dialog.findByText(/^Enter a full URL/)).toBeTruthy();
  expect(await readTypes()).toEqual([]);
});

test.each([
  ['http://example.com/hooks', 'https://example.com/hooks', 'http needs WEBHOOKS_ALLOW_HTTP=1'],
  ['example.com/hooks', 'https://example.com/hooks', undefined],
  ['https://user:pw@example.com/hooks', 'https://example.com/hooks', undefined],
  ['ftp://example.com/hooks', 'https://example.com/hooks', undefined],
  [
    'http://10.0.0.5/',
    null,
    'http needs WEBHOOKS_ALLOW_HTTP=1, 10.0.0.5 needs WEBHOOKS_ALLOW_NETWORKS=10.0.0.0/8',
  ],
  ['https://10.0.0.5/', null, '10.0.0.5 needs WEBHOOKS_ALLOW_NETWORKS=10.0.0.0/8'],
  ['https://2130706433/', null, '127.0.0.1 needs WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8'],
  ['https://localhost/hooks', null, 'localhost needs WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8'],
])('suggests an alternative to a rejected URL: %s', async (typed, meant, setting) => {
  const { user, dialog, choose, submit, urlField } = await openForm();
  await user.type(urlField, typed);
  await choose('user.created');
  await submit();
  await waitFor(() => expect(urlField.getAttribute('aria-invalid')).toBe('true'));
  const ways = dialog.queryByText(/ To allow it: /)?.textContent;
  expect(ways?.match(/allow it: (.+); or use the built-in inspector, http/)?.[1]).toBe(setting);
  const use = dialog.queryByRole('button', { name: /^Use https/ });
  expect(use?.textContent).toBe(meant === null ? undefined : `Use ${meant}`);
  await user.click(
    use ?? (await dialog.findByRole('button', { name: 'Use the built-in inspector' })),
  );
  expect(urlField.getAttribute('aria-invalid')).toBe(null);
  const inspector = 'http://127.0.0.1:4173/x/webhooks/inspector/demo';
  expect(urlField).toHaveProperty('value', meant ?? inspector);
});

test('an item removed by pointer keeps its place until the pointer leaves, so that no other one moves under it', async () => {
  await register('user.created', 'user.updated');
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('button', { name: 'Remove user.created' }));
  await waitFor(async () => expect(await readTypes()).toEqual(['user.updated']));
  await screen.findByText('Webhook removed: user.created at hooks.acme.example');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove user.created' })).toBeNull(),
  );
  expect(types()).toEqual(['user.created', 'user.updated']);
  await user.hover(screen.getByRole('button', { name: 'Remove user.updated' }));
  await user.hover(screen.getByRole('heading', { name: 'Webhooks' }));
  await waitFor(() => expect(types()).toEqual(['user.updated']));
});

test('an item removed by keyboard disappears immediately, and the focus stays in its list', async () => {
  await register('user.created', 'user.updated');
  const { user } = open('/settings/webhooks');
  (await screen.findByRole('button', { name: 'Remove user.created' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(types()).toEqual(['user.updated']));
  expect(document.activeElement).toBe(screen.getByRole('list', { name: /^Types of/ }));
});

test('requires a URL and a type before it sends a request', async () => {
  const { dialog, submit } = await openForm();
  await submit();
  expect(dialog.getByText('Enter the URL that receives the messages.')).toBeTruthy();
  expect(dialog.getByText('Choose at least one type.')).toBeTruthy();
});

test('names the rejected type among registered ones, and leaves it in the form', async () => {
  const { user, dialog, choose, submit, urlField } = await openForm();
  await user.type(urlField, url);
  await choose('user.created');
  await user.type(dialog.getByLabelText(/^Other type/), 'user.vanished');
  await submit();
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('user.vanished was not registered.');
  expect(dialog.getByText(/^whsec_/)).toBeTruthy();
  expect(dialog.getByLabelText(/^Other type/)).toHaveProperty('value', 'user.vanished');
  await waitFor(() => expect(types()).toEqual(['user.created']));
});

test('adds a type to an existing endpoint', async () => {
  await register('user.created');
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('button', { name: 'Add a type' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  expect(dialog.getByLabelText('URL')).toHaveProperty('value', url);
  const taken = dialog.getByRole('checkbox', { name: /^user\.created/ });
  expect(taken).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('checkbox', { name: /^user\.updated/ }));
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
  await waitFor(() => expect(types()).toEqual(['user.created', 'user.updated']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('removes a type, even the last one, and Undo restores it', async () => {
  await register('user.created');
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('button', { name: 'Remove user.created' }));
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  expect(await readTypes()).toEqual([]);
  expect(screen.getByText('Webhook removed: user.created at hooks.acme.example')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(types()).toEqual(['user.created']));
  expect(await readTypes()).toEqual(['user.created']);
});

test('removes an endpoint with all its types, and Undo restores them', async () => {
  await register('user.created', 'wallet.updated', '*');
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('link', { name: /hooks\.acme\.example/ }));
  await user.click(await screen.findByRole('button', { name: /^Remove the endpoint/ }));
  expect(await screen.findByText('Webhook removed: 3 types at hooks.acme.example')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(types()).toHaveLength(3));
});

test('removing an endpoint moves the focus to the next one', async () => {
  await register('user.created');
  const service = await testService();
  const other = 'https://other.example/hooks';
  await service.call('PUT', putWebhook.path, { url: other, type: '*' });
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('link', { name: /hooks\.acme\.example/ }));
  await user.click(await screen.findByRole('button', { name: /^Remove the endpoint/ }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /other\.example/ })),
  );
  expect(screen.queryByRole('region', { name: /^Endpoint/ })).toBeNull();
});

test('removing the last endpoint moves the focus to the Add button', async () => {
  await register('user.created', 'user.updated');
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('link', { name: /hooks\.acme\.example/ }));
  await user.click(await screen.findByRole('button', { name: /^Remove the endpoint/ }));
  await screen.findByText('No webhooks yet');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New webhook' })),
  );
});

test('removing the last type by keyboard moves the focus to the Add button', async () => {
  await register('user.created');
  const { user } = open('/settings/webhooks');
  (await screen.findByRole('button', { name: 'Remove user.created' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('No webhooks yet');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New webhook' })),
  );
});

test('says why a webhook could not be removed, and keeps it in the list', async () => {
  await register('user.created');
  const { user } = open('/settings/webhooks');
  server.use(http.delete('*/p/webhook', () => HttpResponse.error()));
  await user.click(await screen.findByRole('button', { name: 'Remove user.created' }));
  expect(await screen.findByText(/^The webhook could not be removed: /)).toBeTruthy();
  expect(types()).toEqual(['user.created']);
});

test('a double press registers once, and removes once', async () => {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.method !== 'GET') asked.push(request.method);
  });
  const { user, dialog, choose, urlField } = await openForm();
  await user.type(urlField, url);
  await choose('user.created');
  await user.dblClick(dialog.getByRole('button', { name: /^Add .*webhook/ }));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  await user.dblClick(await screen.findByRole('button', { name: 'Remove user.created' }));
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  server.events.removeAllListeners();
  expect(asked).toEqual(['PUT', 'DELETE']);
});

test('types that could not be registered stay in the form and can be submitted again', async () => {
  const { dialog, choose, submit, user, urlField } = await openForm();
  server.use(
    http.put('*/p/webhook', async ({ request }) => {
      const text = await request.clone().text();
      return text.includes('user.updated') ? HttpResponse.json({}, { status: 500 }) : undefined;
    }),
  );
  await user.type(urlField, url);
  await choose('user.created', 'user.updated');
  await submit();
  await waitFor(async () => expect(await readTypes()).toEqual(['user.created']));
  server.resetHandlers();
  await user.click(await dialog.findByRole('button', { name: 'Add webhook' }));
  await waitFor(async () => expect(await readTypes()).toEqual(['user.created', 'user.updated']));
});
