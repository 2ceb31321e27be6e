import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from '#contract/operations/operations.ts';
import { webhookList } from '#contract/webhook.ts';
import { notOffered } from '#upstream/notOffered.ts';
import { connect, polling } from '#test/support/connected.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const reasonOf = (name: keyof typeof operations) => {
  const { method, path } = operations[name];
  return notOffered[`${method} ${path}`] ?? 'It is offered';
};

/** Requests of the pages to operations that are not offered. */
function countNotOffered(): () => string[] {
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    const isMeant = Object.keys(notOffered).some((call) => {
      const [method, path = ''] = call.split(' ');
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return method === request.method && pattern.test(pathname);
    });
    if (isMeant) calls.push(pathname);
  });
  return () => calls;
}

/** Opens a page, and waits until the offered operations are known. */
async function openConnected(address: string) {
  connect();
  const view = open(address);
  await screen.findByText('Connected to folio.example', { selector: 'b' });
  return view;
}

async function holder() {
  const { thematic, tokens } = await someThematic();
  await makeUser('ada', { name: 'Ada' }, [{ thematics: thematic._id, tokens: { [tokens[0]]: 3 } }]);
  return { thematic, token: tokens[0] };
}

test('pages offer their own features but not holdings; an address of holdings shows the reason', async () => {
  await holder();
  const { address, user } = await openConnected('/users/ada?edit=holdings');
  const note = await screen.findByText(`Holdings: ${reasonOf('importUsers')}`);
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Holdings' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  const status = within(note.closest('[role=status]') ?? document.body);
  await user.click(status.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/users/ada');
});

test('each pane of a wallet shows in one line what is not reported, and requests nothing for it', async () => {
  const { thematic } = await holder();
  const { queryClient } = await openConnected('/users');
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'user' });
  const calls = countNotOffered();
  open(`/users/ada/wallets/${encodeURIComponent(thematic._id)}`);
  const [pane] = await screen.findAllByRole('region', { name: 'Holdings history' });
  expect(await within(pane ?? document.body).findByText(reasonOf('getStatements'))).toBeTruthy();
  const [moved] = screen.getAllByRole('region', { name: 'Drivers' });
  expect(
    await within(moved ?? document.body).findByText(reasonOf('getPositionsHistory')),
  ).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit holdings' })).toBeNull();
  expect(calls()).toEqual([]);
});

test('offers to create users, not to import them', async () => {
  await openConnected('/users?import=1');
  expect(await screen.findByText(`Import: ${reasonOf('importUsers')}`)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'New user' })).not.toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('does not offer to define thematics, and an address of the form shows the reason', async () => {
  const { thematic } = await holder();
  await openConnected(`/thematics/${encodeURIComponent(thematic._id)}?define=`);
  expect(await screen.findByText(`Edit weights: ${reasonOf('putThematic')}`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit weights' })).toBeNull();
  const definitions = within(await screen.findByRole('region', { name: 'Definitions' }));
  expect(await definitions.findByText(reasonOf('getDefinitions'))).toBeTruthy();
});

test('shows in one line that a token’s prices are not reported', async () => {
  const { token } = await holder();
  await openConnected(`/tokens/${token}`);
  expect(await screen.findByText(reasonOf('getPriceHistory'))).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('lists registered webhooks, to add and to remove', async () => {
  const service = await testService();
  const url = 'https://hooks.acme.example/x';
  await service.call('PUT', operations.putWebhook.path, { url, type: 'user.created' });
  await openConnected('/users');
  const calls = countNotOffered();
  const { user } = open('/settings/webhooks?open=inspector');
  expect(await screen.findByText(`Inspector: ${reasonOf('getInspector')}`)).toBeTruthy();
  expect(await screen.findByText('hooks.acme.example')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Deliveries' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Inspector' })).toBeNull();
  expect(screen.queryByText('Waiting')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove user.created' }));
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  expect(calls()).toEqual([]);
});

test('registers a webhook for a type of the service, one of ours, or any other', async () => {
  const service = await testService();
  const url = 'https://hooks.acme.example/x';
  await service.call('PUT', operations.putWebhook.path, { url, type: 'user.created' });
  const [own] = z.parse(
    webhookList,
    await (await service.call('GET', operations.getWebhooks.path)).json(),
  );
  const theirs = { ...own, type: 'PORTFOLIO_CHANGED', status: null, health: null, createdAt: null };
  server.use(http.get('*/p/webhook', () => HttpResponse.json([theirs])));
  await openConnected('/settings/webhooks?add=');
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  // The service's own types are available once the list has loaded.
  await waitFor(() => {
    const types = dialog.getAllByRole('checkbox').map((box) => box.getAttribute('value'));
    expect(types.slice(0, 2)).toEqual(['PORTFOLIO_CHANGED', 'user.created']);
  });
  expect(dialog.getByLabelText('Other type (optional)')).toBeTruthy();
  expect(dialog.queryByText('Request preview')).toBeNull();
  // Without a reported status, none is shown.
  const endpoints = within(screen.getByRole('list', { name: 'Endpoints', hidden: true }));
  expect(endpoints.getByText('PORTFOLIO_CHANGED')).toBeTruthy();
  expect(endpoints.queryByText(/Enabled|Registered|–/)).toBeNull();
});

test('marks our own webhook, and removes and restores it as one', async () => {
  const url = 'https://our.example/x/upstream/hook/…';
  const one = { status: null, health: null, createdAt: null };
  const ours = ['user.created', 'user.updated'].map((type) => ({
    ...one,
    _id: type,
    url,
    type,
    isOwn: true,
  }));
  const theirs = { ...one, _id: 'theirs', url: 'https://hooks.acme.example/x', type: '*' };
  let isThere = true;
  const calls: string[] = [];
  const change = (isThereNow: boolean) => () => {
    isThere = isThereNow;
    calls.push(isThereNow ? 'registered' : 'removed');
    return HttpResponse.json(polling);
  };
  server.use(
    http.get('*/p/webhook', () => HttpResponse.json([...(isThere ? ours : []), theirs])),
    http.delete('*/x/upstream/hook', change(false)),
    http.post('*/x/upstream/hook', change(true)),
  );
  const { user } = await openConnected('/settings/webhooks');
  const list = await screen.findByRole('list', { name: 'Endpoints' });
  const rowOf = (type: string) =>
    within(within(list).getByText(type).closest<HTMLElement>('ul ul')?.parentElement ?? list);
  const [own, other] = [rowOf('user.updated'), rowOf('*')];
  expect(own.getByText('this dashboard')).toBeTruthy();
  expect(own.getByText('/…')).toBeTruthy();
  expect(own.queryByRole('button', { name: /Remove|Add/ })).toBeNull();
  expect(other.queryByText('this dashboard')).toBeNull();
  expect(other.getByRole('button', { name: 'Remove *' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Unregister' }));
  await waitFor(() => expect(screen.queryByText('this dashboard')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('this dashboard')).toBeTruthy();
  expect(calls).toEqual(['removed', 'registered']);
});

test('requests data again when the service offers it again', async () => {
  const { thematic } = await holder();
  const { queryClient } = await openConnected(`/users/ada/wallets/${thematic._id}`);
  expect(await screen.findByText(reasonOf('getStatements'))).toBeTruthy();
  // Price effects and flows are not known separately.
  const moved = within(screen.getByRole('region', { name: 'Drivers' }));
  expect(await moved.findByText(reasonOf('getPositionsHistory'))).toBeTruthy();
  expect(moved.queryByRole('radio')).toBeNull();
  server.resetHandlers();
  server.use(http.get('*/x/other', () => undefined));
  await queryClient.refetchQueries({ queryKey: ['capabilities'] });
  const list = await screen.findByRole('list', { name: 'Statements' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
});
