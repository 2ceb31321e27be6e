import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { connect } from '#test/support/connected.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

async function openConnection() {
  const { user } = open('/settings');
  // Found by text: with hundreds of time zones on the page, a search by role is slow.
  const title = await screen.findByText('Connection', { selector: 'h2' });
  const pane = within(title.closest('section') ?? document.body);
  const fact = (name: string) => pane.getByText(name).nextSibling?.textContent;
  return { user, pane, fact };
}

test('the settings show the service, its response time and its extensions', async () => {
  const { pane, fact } = await openConnection();
  await pane.findByText('Extensions');
  expect(fact('Service')).toMatch(/^\S.* \d/);
  expect(fact('Address')).toBe(location.origin);
  expect(fact('Response time')).toMatch(/^[\d,]+\u2009ms, at \d\d:\d\d:\d\d$/);
  expect(fact('Currency')).toBe('USD');
  expect(fact('Extensions')).toContain('directory');
});

test('extensions that a connected service does not offer are listed with the reason', async () => {
  connect();
  const { pane, fact } = await openConnection();
  await pane.findByText('Not offered');
  const text = fact('Not offered') ?? '';
  const held = 'The interface of the connected service does not report amounts held in the past.';
  expect(text).toContain(`positions, statements: ${held}`);
  expect(text).toContain('webhooks: The connected service sends its own messages');
  expect(text).not.toContain('directory');
});

test('a failed refresh shows the error and keeps the previous values', async () => {
  const { user, pane, fact } = await openConnection();
  await pane.findByText('Response time');
  server.use(http.get('*/x/capabilities', () => HttpResponse.error()));
  await user.click(pane.getByRole('button', { name: 'Refresh' }));
  await pane.findByText(/could not be refreshed at .*The service cannot be reached/);
  expect(fact('Currency')).toBe('USD');
  server.resetHandlers();
  await user.click(pane.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(pane.queryByText(/could not be refreshed/)).toBeNull());
});
