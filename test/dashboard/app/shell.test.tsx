import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

test('the start page is the list of users', async () => {
  const { address } = open('/');
  await waitFor(() => expect(address()).toBe('/users'));
  expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeTruthy();
});

test('the bar links to every page and marks the current one', async () => {
  const { user } = open('/users');
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
  for (const place of ['Thematics', 'Webhooks', 'Settings', 'Users']) {
    await user.click(navigation.getByRole('link', { name: place }));
    expect(await screen.findByRole('heading', { name: place, level: 1 })).toBeTruthy();
    const marked = navigation.getAllByRole('link', { current: 'page' });
    expect(marked.map((link) => link.textContent)).toEqual([place]);
  }
});

test('the bar shows the source and the time of the prices', async () => {
  open('/settings/preferences');
  const asOf = await screen.findByText('17 Jun 2026, 14:23 UTC', { selector: 'span' });
  expect(asOf.parentElement?.textContent).toContain('Polling, simulated market');
});

test('the bar shows when the service does not answer', async () => {
  server.use(http.get('*/x/capabilities', () => HttpResponse.error()));
  open('/settings/preferences');
  expect(await screen.findByText(/^No connection since/, { selector: 'b' })).toBeTruthy();
});

test('an unknown address shows the not-found page with a link back', async () => {
  const { user, address } = open('/nowhere/at/all');
  expect(await screen.findByText('No page at this address')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Go to users' }));
  await waitFor(() => expect(address()).toBe('/users'));
});

test.each(['/users/%E0%A4%A', '/thematics/%ZZ', '/users/a/wallets/%'])(
  'an address with an invalid escape, %s, shows the not-found page',
  async (address) => {
    // The router warns about such an address.
    vi.mocked(console.warn).mockImplementation(() => {});
    open(address);
    expect(await screen.findByText('No page at this address')).toBeTruthy();
    vi.mocked(console.warn).mockClear();
  },
);

test('x%2Fy and x/y are different users', async () => {
  const { router } = open('/users/x%252Fy');
  expect(await screen.findByText('User “x%2Fy” not found')).toBeTruthy();
  await router.navigate('/users/x%2Fy');
  expect(await screen.findByText('User “x/y” not found')).toBeTruthy();
});

test('a new page receives the focus, so that the keyboard starts there', async () => {
  const { user } = open('/users');
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

function scheme(): string | undefined {
  return document.documentElement.dataset['mantineColorScheme'];
}

test('each press switches between system, light and dark, and this browser stores the theme', async () => {
  const { user } = open('/settings/preferences');
  await user.click(screen.getByRole('button', { name: /^Theme: system/ }));
  expect(scheme()).toBe('light');
  await user.click(screen.getByRole('button', { name: /^Theme: light/ }));
  expect(scheme()).toBe('dark');
  expect(localStorage.getItem('portfolio.scheme')).toBe('dark');
  expect(await screen.findByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: /^Theme: dark/ }));
});

test('the colors of gain and loss can be changed', async () => {
  const { user } = open('/settings');
  await user.click(await screen.findByRole('radio', { name: 'Green and red' }));
  expect(document.documentElement.dataset['gainLoss']).toBe('green-red');
  expect(localStorage.getItem('portfolio.gain-loss')).toBe('green-red');
  await user.click(screen.getByRole('radio', { name: 'Petrol and vermilion' }));
  expect(document.documentElement.dataset['gainLoss']).toBe('petrol-vermilion');
});
