import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { changed, makeUser } from '#test/support/calls.ts';
import { choose } from '#test/support/choose.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { type Answer, deliverDue } from '#test/support/webhooks.ts';

const url = 'https://hooks.acme.example/portfolio';

beforeEach(async () => {
  // Texts such as "11 s ago" depend on the machine's clock.
  (await testService()).clock.now = Date.now();
});

async function register(type: string): Promise<void> {
  await (await testService()).call('PUT', putWebhook.path, { url, type });
}

/** Creates users, and delivers their events. */
async function users(names: readonly string[], answer?: Answer | string): Promise<void> {
  const service = await testService();
  for (const name of names) await makeUser(service, name);
  await deliverDue(service, answer);
}

const table = async () => within(await screen.findByRole('table', { name: 'Deliveries' }));
const rows = async () => (await table()).getAllByRole('row').slice(1);
const figure = (label: string) =>
  within(screen.getByLabelText('Webhook figures'))
    .getByText(label)
    .nextSibling?.textContent?.trim();

test('lists deliveries with response, attempts and time, and the figures of the day', async () => {
  await register('user.created');
  await users(['ada']);
  await users(['bob'], { status: 503 });
  open('/settings/webhooks');
  const [second, first] = await rows();
  expect(second?.textContent).toMatch(
    /^Failing: user\.created.*1 of 10503(in \d\s?s|now|waiting)$/,
  );
  expect(first?.textContent).toMatch(/^Delivered: user\.created.*1204\d\d:\d\d:\d\d$/);
  await waitFor(() => expect(figure('Deliveries, 24 h')).toBe('2'));
  expect(figure('Delivered on first attempt')).toBe('50.00\u2009%');
  expect(figure('Waiting')).toMatch(/^1 oldest/);
  expect(figure('Failing')).toBe('1');
  expect(figure('Given up, 24 h')).toBe('0');
  const endpoint = within(screen.getByRole('list', { name: 'Endpoints' }));
  expect(await endpoint.findByText('Retrying 1 message')).toBeTruthy();
  expect(endpoint.getByText(/^50\.00/)).toBeTruthy();
  expect(
    endpoint.getByRole('img', { name: 'Past day: 1 delivered, 1 failed attempts' }),
  ).toBeTruthy();
});

test('a new delivery appears without reloading', async () => {
  await register('user.created');
  open('/settings/webhooks');
  await waitFor(() => expect(screen.getAllByText('No deliveries yet')).toHaveLength(2));
  await users(['ada']);
  expect((await rows())[0]?.textContent).toMatch(/^Delivered: user\.created/);
});

test('a delivery opens with its attempts, request and response, and can be redelivered', async () => {
  await register('user.created');
  await users(['a/b?c#d e%2F'], { status: 503, body: '{"error":"queue is full"}' });
  const { user, address } = open('/settings/webhooks');
  await user.click(within((await rows())[0] ?? document.body).getByRole('link'));
  const pane = within(await screen.findByRole('region', { name: 'Delivery' }));
  const attempts = within(await pane.findByRole('list', { name: 'Attempts' }));
  expect(attempts.getByRole('button', { pressed: true }).textContent).toMatch(/^1Failed: 503/);
  expect(attempts.getByText(/^(in \d.*|due)$/)).toBeTruthy();
  expect(pane.getByLabelText('Response body').textContent).toBe('{\n  "error": "queue is full"\n}');
  expect(pane.getByText('webhook-signature').nextSibling?.textContent).toMatch(/^v1,/);
  expect(pane.getByLabelText('Request body').textContent).toContain('"customId": "a/b?c#d e%2F"');
  expect(pane.getByText('First byte')).toBeTruthy();
  expect(address()).toMatch(/delivery=dlv_/);

  await user.click(pane.getByRole('button', { name: 'Redeliver' }));
  await waitFor(async () => expect(await deliverDue(await testService())).toHaveLength(1));
  await waitFor(() => expect(attempts.getAllByRole('button')).toHaveLength(2));
  expect(attempts.getByRole('button', { pressed: true }).textContent).toMatch(/^2Delivered: 204/);
  await user.click(attempts.getByRole('button', { name: /^1/ }));
  expect(pane.getByLabelText('Response body')).toBeTruthy();

  await user.click(pane.getByRole('button', { name: 'Receiver code' }));
  const code = within(await screen.findByRole('dialog', { name: 'Receiver code' }));
  expect(code.getByLabelText('Receiver code').textContent).toContain("from 'node:crypto'");
  await user.click(code.getByRole('radio', { name: 'Go' }));
  expect(code.getByLabelText('Receiver code').textContent).toContain('package main');
  await user.click(code.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Delivery' })).toBeNull();
});

test('privacy mode hides the bodies of a delivery until Show', async () => {
  setPreference('privacy', 'percentages');
  await register('user.created');
  await users(['ada'], { status: 503, body: '{"seen":"ada"}' });
  const { user } = open('/settings/webhooks');
  await user.click(within((await rows())[0] ?? document.body).getByRole('link'));
  const pane = within(await screen.findByRole('region', { name: 'Delivery' }));
  const showRequest = await pane.findByRole('button', { name: 'Show request body' });
  expect(pane.queryByLabelText(/body$/, { selector: 'pre' })).toBeNull();
  expect(pane.queryByRole('button', { name: 'Copy curl command' })).toBeNull();
  await user.click(showRequest);
  expect(pane.getByLabelText('Request body').textContent).toContain('"customId": "ada"');
  await user.click(pane.getByRole('button', { name: 'Show response body' }));
  expect(pane.getByLabelText('Response body').textContent).toContain('"seen": "ada"');
});

test('the Close button of a delivery returns the focus to its row', async () => {
  await register('user.created');
  await users(['ada']);
  const { user } = open('/settings/webhooks');
  const link = within((await rows())[0] ?? document.body).getByRole('link');
  await user.click(link);
  await user.click(await screen.findByRole('button', { name: 'Close the delivery' }));
  expect(screen.queryByRole('region', { name: 'Delivery' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('lists deliveries since an entered time, which is in the address', async () => {
  await register('user.created');
  await users(['ada']);
  const { user, address } = open('/settings/webhooks');
  expect(await rows()).toHaveLength(1);
  await choose(user, screen, 'Time', 'Since…');
  const since = await screen.findByLabelText('Since');
  await user.type(since, '2999-01-01 00:00');
  expect(await screen.findByText('No matching deliveries')).toBeTruthy();
  expect(address()).toBe('/settings/webhooks?span=since&since=2999-01-01T00%3A00%3A00.000Z');
  await user.clear(since);
  await user.type(since, '2020-01-01 00:00');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test('says that a long response is truncated, and why a response is missing', async () => {
  await register('user.created');
  await users(['ada'], { status: 500, body: 'x'.repeat(16_384), isCut: true });
  await users(['bob'], 'Connection refused.');
  const { user } = open('/settings/webhooks');
  const [second, first] = await rows();
  await user.click(within(first ?? document.body).getByRole('link'));
  expect(await screen.findByText(/Response truncated/)).toBeTruthy();
  await user.click(within(second ?? document.body).getByRole('link'));
  expect(await screen.findByText('Connection refused.')).toBeTruthy();
});

test('filters deliveries by state, type and endpoint, and says when none match', async () => {
  const service = await testService();
  await register('*');
  await users(['ada']);
  await changed(service, 'ada', { note: 1 });
  await users([]);
  await users(['bob'], { status: 500 });
  const { user, address } = open('/settings/webhooks');
  expect(await rows()).toHaveLength(3);
  await user.click(screen.getByRole('radio', { name: 'Failing' }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect((await rows())[0]?.textContent).toMatch(/^Failing: user\.created/);
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await choose(user, screen, 'Type', 'user.updated');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await choose(user, screen, 'Time', 'Past hour');
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('radio', { name: 'Given up' }));
  expect(await screen.findByText('No matching deliveries')).toBeTruthy();
  expect(address()).toBe('/settings/webhooks?type=user.updated&span=hour&state=failed');
  await user.click(screen.getByRole('button', { name: 'Show all deliveries' }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect((await table()).queryByRole('columnheader', { name: 'Seq' })).toBeNull();
  await user.click(
    within(screen.getByRole('list', { name: 'Endpoints' })).getByRole('link', { name: /hooks/ }),
  );
  expect(await (await table()).findByRole('columnheader', { name: 'Seq' })).toBeTruthy();
});

test('groups deliveries of one type and second into a row, whose open state is in the address', async () => {
  await register('*');
  await users(['a', 'b', 'c', 'd']);
  const { clock } = await testService();
  clock.now += 2000;
  await users(['e'], { status: 503 });
  const { user, address } = open('/settings/webhooks');
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  const [single, burst] = await rows();
  expect(single?.textContent).toMatch(/^Failing: user\.created e/);
  expect(burst?.textContent).toMatch(/^Delivered: user\.created 4 deliveries.*204/);
  const link = within(burst ?? document.body).getByRole('link', { expanded: false });
  link.focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await rows()).toHaveLength(6));
  expect(address()).toMatch(/burst=user\.created/);
  const opened = await rows();
  expect(opened.slice(2).map((row) => /user\.created (\w)/.exec(row.textContent)?.[1])).toEqual([
    'd',
    'c',
    'b',
    'a',
  ]);
  await user.click(within(opened[3] ?? document.body).getByRole('link'));
  expect(await screen.findByRole('region', { name: 'Delivery' })).toBeTruthy();
  await user.click((await table()).getByRole('link', { expanded: true }));
  expect(address()).not.toContain('burst=');
});

test.each([
  ['state=foo', 'state', 'foo'],
  ['span=year', 'time', 'year'],
  ['type=user.deleted', 'type', 'user.deleted'],
  ['open=door', 'tool', 'door'],
])('names an unknown ?%s and the allowed values', async (query, label, text) => {
  await register('user.created');
  await users(['ada']);
  const { user, address } = open(`/settings/webhooks?${query}`);
  const note = await screen.findByText(new RegExp(`^Unknown ${label} “`));
  expect(note.textContent).toContain(`“${text}”. Use one of `);
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(address()).toBe('/settings/webhooks'));
  expect(screen.queryByText(/^Unknown/)).toBeNull();
});

test('names an unknown endpoint', async () => {
  await register('user.created');
  open('/settings/webhooks?endpoint=ep_gone');
  const note = await screen.findByText(/^Unknown endpoint “/);
  expect(note.textContent).toContain('ep_gone');
});

test('loads older deliveries by page, and the keyboard moves through the rows', async () => {
  await register('user.created');
  const { clock } = await testService();
  for (let index = 0; index < 60; index++) {
    clock.now += 1000;
    await users([`u${index}`]);
  }
  const { user } = open('/settings/webhooks');
  expect(await rows()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(async () => expect(await rows()).toHaveLength(60));
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
  expect(screen.getByText('60 shown')).toBeTruthy();
  await user.keyboard('jj');
  expect(document.activeElement?.getAttribute('data-index')).toBe('1');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('region', { name: 'Delivery' })).toBeTruthy();
});

test('keeps the endpoints when the deliveries cannot be read', async () => {
  await register('user.created');
  server.use(http.get('*/x/webhooks/deliveries', () => HttpResponse.error()));
  open('/settings/webhooks');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Deliveries could not be read')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Endpoints' })).toBeTruthy();
});
