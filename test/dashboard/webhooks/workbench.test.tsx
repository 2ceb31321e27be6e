import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { deliveryList, deliveryWithAttempts } from '#contract/delivery.ts';
import { getDeliveries, getDelivery } from '#contract/operations/endpoints.ts';
import { putInspector, receiveMessage } from '#contract/operations/inspector.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { answerOf, makeUser } from '#test/support/calls.ts';
import { choose } from '#test/support/choose.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { type Answer, deliverDue } from '#test/support/webhooks.ts';
import { pathTo } from '#test/support/pathTo.ts';

const url = 'https://hooks.acme.example/portfolio';

beforeEach(async () => {
  (await testService()).clock.now = Date.now();
});

async function register(type: string): Promise<string> {
  const service = await testService();
  const made = await service.call('PUT', putWebhook.path, { url, type });
  const { secret }: { secret: string } = await made.json();
  return secret;
}
async function deliver(answer?: Answer | string): Promise<void> {
  const service = await testService();
  await waitFor(async () => expect(await deliverDue(service, answer)).not.toEqual([]));
}
async function openSelected(...more: string[]) {
  const view = open('/settings/webhooks', ...more);
  await view.user.click(await screen.findByRole('link', { name: /hooks\.acme/ }));
  const bar = within(await screen.findByRole('region', { name: /^Endpoint hooks\.acme/ }));
  return { ...view, bar };
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('the secret is masked, revealed, hidden, and rotated after a confirmation', async () => {
  const secret = await register('user.created');
  const { user, bar } = await openSelected();
  expect(bar.queryByText(secret)).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Reveal' }));
  expect(await bar.findByText(secret)).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Hide' }));
  expect(bar.queryByText(secret)).toBeNull();

  await user.click(bar.getByRole('button', { name: 'Rotate' }));
  const asking = await dialog('Rotate secret');
  expect(asking.getByText(/For 24 hours, both secrets sign each message/)).toBeTruthy();
  await user.dblClick(asking.getByRole('button', { name: 'Rotate' }));
  const rotated = (await asking.findByText(/^whsec_/)).textContent;
  expect(rotated).not.toBe(secret);
  expect(asking.getByText(/^Both secrets sign until \d/)).toBeTruthy();
  await user.click(asking.getByRole('button', { name: 'Done' }));
  await user.click(bar.getByRole('button', { name: 'Reveal' }));
  expect(await bar.findByText(rotated)).toBeTruthy();
  expect(bar.getByText(/^the previous secret also signs until/)).toBeTruthy();
});

test('an undecryptable secret cannot be revealed; its rotation does not promise that it still signs', async () => {
  await register('user.created');
  const { database } = await testService();
  await database.queries.update(endpoints).set({ secret: new Uint8Array(80) });
  const { user, bar } = await openSelected();
  await user.click(bar.getByRole('button', { name: 'Reveal' }));
  expect(
    await screen.findByText(/^The secret could not be read.*Start with that key again, or rotate/),
  ).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Rotate' }));
  const asking = await dialog('Rotate secret');
  await user.click(asking.getByRole('button', { name: 'Rotate' }));
  const rotated = (await asking.findByText(/^whsec_/)).textContent;
  expect(asking.getByText(/^Only this secret signs from now on/)).toBeTruthy();
  await user.click(asking.getByRole('button', { name: 'Done' }));
  await user.click(bar.getByRole('button', { name: 'Reveal' }));
  expect(await bar.findByText(rotated)).toBeTruthy();
});

test('a failed rotation says why, with the request to quote', async () => {
  await register('user.created');
  const { user, bar } = await openSelected();
  server.use(http.post('*/x/webhooks/endpoints/*/secret', () => HttpResponse.error()));
  await user.click(bar.getByRole('button', { name: 'Rotate' }));
  const asking = await dialog('Rotate secret');
  await user.click(asking.getByRole('button', { name: 'Rotate' }));
  const { textContent } = await asking.findByRole('alert');
  expect(textContent).toMatch(
    /^Not rotated: .+no answer, POST \/x\/webhooks\/endpoints\/.+\/secret$/,
  );
});

test('a sent test shows its result beside it, with a link to the delivery', async () => {
  await register('user.created');
  const { user, bar } = await openSelected();
  await choose(user, bar, 'Test type', 'wallet.updated');
  await user.click(bar.getByRole('button', { name: 'Send a test' }));
  expect(await bar.findByText(/Sending…/)).toBeTruthy();
  await deliver({ status: 401 });
  expect(await bar.findByText(/^Failed: 401 in 1,874\sms\. Answered 401\./)).toBeTruthy();
  await user.click(bar.getByRole('link', { name: 'Open' }));
  const pane = within(await screen.findByRole('region', { name: 'Delivery' }));
  expect((await pane.findByLabelText('Request body')).textContent).toContain('"test": true');
});

test('a banner says why an endpoint is disabled; once enabled, its missed messages are recovered', async () => {
  const service = await testService();
  await register('user.created');
  await makeUser(service, 'ada');
  await deliver({ status: 410 });
  await makeUser(service, 'bob');
  const { user, bar } = await openSelected();
  expect(
    screen.getByText(
      /hooks\.acme\.example\/portfolio has been disabled since .*It answered 410 Gone/,
    ),
  ).toBeTruthy();
  expect(screen.getByTitle('Disabled')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(screen.queryByText(/has been disabled since/)).toBeNull());

  await user.click(bar.getByRole('button', { name: 'Recover since…' }));
  const asking = await dialog('Recover messages');
  const since = asking.getByLabelText('Since');
  await user.clear(since);
  await user.type(since, 'yesterday');
  expect(asking.getByText(/^Enter a date such as .* or 2026-03-12 14:30\.$/)).toBeTruthy();
  await user.click(asking.getByRole('button', { name: '1 h ago' }));
  await user.click(asking.getByRole('button', { name: 'Count messages' }));
  expect((await asking.findByRole('status')).textContent).toBe('2 messages did not arrive.');
  await user.click(asking.getByRole('button', { name: 'Resend 2' }));
  const running = await dialog('Recovery');
  expect(await running.findByText(/^Sending: 0 of 2 delivered/)).toBeTruthy();
  await deliver();
  expect(await running.findByText(/^Finished: 2 of 2 delivered, 0 failed, 0 waiting/)).toBeTruthy();
});

test('a running recovery can be canceled', async () => {
  const service = await testService();
  await register('user.created');
  await makeUser(service, 'ada');
  await deliver({ status: 410 });
  await register('user.created');
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('button', { name: 'recover since…' }));
  const asking = await dialog('Recover messages');
  await user.click(asking.getByRole('button', { name: 'Count messages' }));
  await user.click(await asking.findByRole('button', { name: 'Resend 1' }));
  const running = await dialog('Recovery');
  await user.click(await running.findByRole('button', { name: 'Cancel recovery' }));
  expect(await running.findByText(/^Canceled: 0 of 1 delivered, 1 failed/)).toBeTruthy();
});

test('verifies a pasted message with an endpoint’s secret or another one, and explains a failure', async () => {
  const service = await testService();
  const secret = await register('user.created');
  await makeUser(service, '日本');
  await deliver();
  const [sent] = await answerOf(service.call('GET', getDeliveries.path), deliveryList);
  const path = pathTo(getDelivery, sent?._id ?? '');
  const { body, history } = await answerOf(service.call('GET', path), deliveryWithAttempts);
  const headers = Object.entries(history[0]?.request ?? {}).map(
    ([name, value]) => `${name}: ${value}`,
  );

  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('button', { name: 'Verify a signature' }));
  const form = await dialog('Verify a signature');
  const paste = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.click(form.getByLabelText(label));
    if (text !== '') await user.paste(text);
  };
  const verdict = async () => {
    await user.click(form.getByRole('button', { name: 'Verify' }));
    return (await form.findByRole('status')).textContent;
  };
  await paste('Headers', headers.join('\n'));
  await paste('Raw body', body);
  await choose(user, form, 'Endpoint secret', url);
  expect(await verdict()).toBe('Signature valid. ');
  await paste('Raw body', JSON.stringify(JSON.parse(body), null, 2));
  expect(await verdict()).toMatch(/^Signature invalid\. The body was reformatted/);
  await paste('Raw body', body);
  await choose(user, form, 'Endpoint secret', 'Other (paste below)');
  await paste('Secret', 'whsec_AAAA');
  expect(await verdict()).toMatch(/^Signature invalid\./);
  await paste('Secret', secret);
  expect(await verdict()).toBe('Signature valid. ');
  await paste('Headers', '');
  expect(await verdict()).toMatch(/is missing/);
});

test('the inspector shows messages, simulates failures, is cleared, and passes its URL to the form', async () => {
  const service = await testService();
  await service.call('POST', pathTo(receiveMessage, 'a/b?c#d e%2F'), { type: 'made.up' });
  const { user } = open('/settings/webhooks?open=inspector');
  const view = await dialog('Inspector');
  const messages = within(await view.findByRole('list', { name: 'Received messages' }));
  expect(messages.getByText(/^to \/a\/b\?c#d e%2F, response 204/)).toBeTruthy();
  expect(messages.getByText('made.up')).toBeTruthy();
  const status = view.getByLabelText('Response status');
  await user.clear(status);
  await user.type(status, '9');
  expect(view.getByText('From 200 to 599')).toBeTruthy();
  await user.clear(status);
  await user.type(status, '503');
  // A change elsewhere does not overwrite the input.
  await service.call('PUT', putInspector.path, { status: 418, delaySeconds: 7 });
  await waitFor(() => expect(view.getByLabelText('Delay, s')).toHaveProperty('value', '7'));
  expect(status).toHaveProperty('value', '503');
  const delay = view.getByLabelText('Delay, s');
  await user.clear(delay);
  await user.type(delay, '0');
  await user.click(view.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await service.call('POST', pathTo(receiveMessage, 'x'), {})).status).toBe(503),
  );
  expect(await view.findByText(/\/x, response 503/)).toBeTruthy();
  await user.click(view.getByRole('button', { name: /^Clear/ }));
  expect(await view.findByText('No messages yet.')).toBeTruthy();
  await user.click(view.getByRole('button', { name: 'Add as endpoint' }));
  const form = await dialog('New webhook');
  expect(form.getByLabelText('URL')).toHaveProperty(
    'value',
    'http://127.0.0.1:4173/x/webhooks/inspector/demo',
  );
  await service.call('PUT', putInspector.path, { status: 204, delaySeconds: 0 });
});

test('the inspector opens with the current settings, not with those it closed with', async () => {
  const service = await testService();
  const { user } = open('/settings/webhooks?open=inspector');
  const shown = async () =>
    (await (await dialog('Inspector')).findByLabelText('Response status')).getAttribute('value');
  expect(await shown()).toBe('204');
  await user.click((await dialog('Inspector')).getByRole('button', { name: 'Close' }));
  await service.call('PUT', putInspector.path, { status: 418, delaySeconds: 0 });
  await user.click(await screen.findByRole('button', { name: 'Inspector' }));
  expect(await shown()).toBe('418');
  await service.call('PUT', putInspector.path, { status: 204, delaySeconds: 0 });
});

test('the form shows a request preview, and tests the new endpoint', async () => {
  const { user } = open('/settings/webhooks?add=');
  const form = await dialog('New webhook');
  await user.click(await form.findByRole('button', { name: 'Use the built-in inspector' }));
  await user.click(form.getByRole('checkbox', { name: /^user\.updated/ }));
  await user.click(await form.findByText('Request preview'));
  expect(form.getByLabelText('Example of user.updated').textContent).toContain('"previous"');
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  const done = await dialog('Webhook registered');
  await user.click(await done.findByRole('button', { name: 'Send a test' }));
  await deliver();
  expect(await done.findByText(/^Delivered: 204 in/)).toBeTruthy();
});

test('a test that could not be sent says why', async () => {
  await register('user.created');
  const { user, bar } = await openSelected();
  server.use(http.post('*/x/webhooks/endpoints/*/test', () => HttpResponse.error()));
  await user.click(bar.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/^The test could not be sent: /)).toBeTruthy();
});
