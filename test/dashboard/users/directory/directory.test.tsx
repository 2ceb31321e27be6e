import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { getUser } from '#contract/operations/users.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';

test('lists every user with name, wallets and total, the largest first', async () => {
  await make(
    { customId: 'small', amount: 1 },
    { customId: 'a/b?c#d e%2F', name: 'Hard Id', amount: 3 },
    { customId: '日本', name: 'Família', amount: 2 },
    { customId: 'empty' },
  );
  open('/users');
  expect(await ids()).toEqual(['a/b?c#d e%2F', '日本', 'small', 'empty']);
  const row = within(await table()).getByRole('row', { name: /^a\/b\?c#d e%2F/ });
  expect(row.textContent).toContain('Hard Id');
  const cells = within(row).getAllByRole('cell');
  expect(cells[2]?.textContent).toBe('1');
  expect(cells[2]?.querySelector('span')?.title).not.toBe('');
  expect(cells[3]?.textContent).toBe('1');
  const service = await testService();
  const user = await (await service.call('GET', pathTo(getUser, 'a/b?c#d e%2F'))).json();
  expect(Number(cells[4]?.textContent?.replaceAll(',', ''))).toBeCloseTo(user.total, 2);
});

test('sums the users shown, and indicates that they are not all', async () => {
  await make({ customId: 'one', amount: 1 }, { customId: 'two', amount: 2 }, { customId: 'none' });
  const { user } = open('/users?q=two');
  const shown = await screen.findByLabelText('Users shown');
  await waitFor(() =>
    expect(within(shown).getByText('Users shown').nextSibling?.textContent).toBe('1of 3'),
  );
  expect(within(shown).getByText('Wallets').nextSibling?.textContent).toBe('1');
  expect(shown.textContent).toMatch(/1 (up|down)/);
  await user.clear(screen.getByLabelText('Search users'));
  const all = await screen.findByLabelText('All users');
  expect(within(all).getByText('Users').nextSibling?.textContent).toBe('3');
  expect(within(all).getByText('Wallets').nextSibling?.textContent).toBe('2');
  expect(all.textContent).toMatch(/2 (up|down)/);
  expect(await ids()).toEqual(['two', 'one', 'none']);
});

test('searches ids and names without case and accents, and keeps the search in the address', async () => {
  await make({ customId: 'a', name: 'Família Souza' }, { customId: 'FAMILIAR' }, { customId: 'c' });
  const { user, address } = open('/users');
  await user.type(await screen.findByLabelText('Search users'), 'familia');
  await waitFor(async () => expect(await ids()).toEqual(['FAMILIAR', 'a']));
  expect(screen.getByText('2', { selector: 'output b' }).parentElement?.textContent).toBe('2 of 3');
  const marks = [...(await table()).querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['FAMILIA', 'Família']);
  await waitFor(() => expect(address()).toBe('/users?q=familia'));
});

test('an address with a search shows the matches, and Back undoes it', async () => {
  await make({ customId: 'acme' }, { customId: 'other' });
  const { router } = open('/users', '/users?q=acm');
  expect(await ids()).toEqual(['acme']);
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', 'acm');
  await router.navigate(-1);
  await waitFor(async () => expect(await ids()).toHaveLength(2));
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', '');
});

test('a header sorts, reverses on a second click, and the order is in the address', async () => {
  await make({ customId: 'b', amount: 2 }, { customId: 'a', amount: 1 }, { customId: 'c' });
  const { user, address } = open('/users');
  const press = async (name: RegExp) =>
    user.click(within(await table()).getByRole('button', { name }));
  await press(/^User/);
  await waitFor(async () => expect(await ids()).toEqual(['a', 'b', 'c']));
  expect(address()).toBe('/users?sort=user');
  await press(/^User/);
  await waitFor(async () => expect(await ids()).toEqual(['c', 'b', 'a']));
  expect(address()).toBe('/users?sort=-user');
  const head = within(await table()).getByRole('columnheader', { name: /^User/ });
  expect(head.getAttribute('aria-sort')).toBe('descending');
});

test('users with unknown change come last in either order', async () => {
  await make({ customId: 'held', amount: 1 }, { customId: 'empty' });
  open('/users?sort=percent');
  expect(await ids()).toEqual(['held', 'empty']);
});

test('/ focuses the search, j and k move through the rows, and Enter opens one', async () => {
  await make({ customId: 'big', amount: 2 }, { customId: 'x%2Fy', amount: 1 });
  const { user, address } = open('/users');
  await table();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Search users'));
  await user.keyboard('jk{Escape}{Escape}jjk');
  const [first] = within(await table()).getAllByRole('link');
  expect(document.activeElement).toBe(first);
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(address()).toBe('/users/x%252Fy?period=day'));
});

test('a search without matches offers to clear it and to create the user', async () => {
  await make({ customId: 'acme' });
  const { user, address } = open('/users?q=aqme');
  expect(await screen.findByText('No user matches “aqme”')).toBeTruthy();
  expect(screen.getByText(/^Searched ids, names and attributes of 1 user\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New user “aqme”' }));
  expect(await screen.findByLabelText('Id')).toHaveProperty('value', 'aqme');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: /^Clear search/ }));
  await waitFor(async () => expect(await ids()).toEqual(['acme']));
  await waitFor(() => expect(address()).toBe('/users'));
});

test('typed text is in the address before the field loses focus, and does not overwrite the address after Back', async () => {
  await make({ customId: 'acme' }, { customId: 'other' });
  const { user, address, router } = open('/users', '/users?period=week');
  await user.type(await screen.findByLabelText('Search users'), 'acme');
  await user.tab();
  expect(address()).toBe('/users?period=week&q=acme');
  await user.type(screen.getByLabelText('Search users'), 'x');
  // React renders the previous address only after this: when the text would have been written.
  await act(async () => {
    await router.navigate(-1);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(address()).toBe('/users');
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', '');
});

test('Back restores the text of that address, not the later text', async () => {
  await make({ customId: 'acme' }, { customId: 'other' });
  const { user, address, router } = open('/users');
  await user.type(await screen.findByLabelText('Search users'), 'acm');
  await user.click(within(await table()).getByRole('button', { name: /^User/ }));
  await user.type(screen.getByLabelText('Search users'), 'e');
  await user.tab();
  await waitFor(() => expect(address()).toBe('/users?q=acme&sort=user'));
  await act(() => router.navigate(-1));
  expect(address()).toBe('/users?q=acm');
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', 'acm');
});

test('typed text stays when a header is clicked before the address has rendered', async () => {
  await make({ customId: 'acme' }, { customId: 'other' });
  const { user, address } = open('/users');
  await user.type(await screen.findByLabelText('Search users'), 'acm');
  const head = within(await table()).getByRole('button', { name: /^User/ });
  await act(async () => {
    fireEvent.focusOut(screen.getByLabelText('Search users'));
    await Promise.resolve();
    fireEvent.click(head);
  });
  expect(address()).toBe('/users?q=acm&sort=user');
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', 'acm');
});

test('a service without users offers to create or import users, and has no movers', async () => {
  const { user, address } = open('/users');
  expect(await screen.findByText('No users yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create the first user' })).toBeTruthy();
  expect(screen.getByText('Movers, past day').parentElement?.textContent).toMatch(/day–$/);
  await user.click(screen.getByRole('button', { name: 'Import from CSV' }));
  expect(address()).toBe('/users?import=1');
});

test('a failure shows the service’s message, and Retry loads the users', async () => {
  await make({ customId: 'acme' });
  server.use(
    http.get('*/x/directory', () =>
      HttpResponse.json({ message: 'The price book is being rebuilt.' }, { status: 500 }),
    ),
  );
  const { user } = open('/users');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Users could not be read');
  expect(alert.textContent).toContain('The price book is being rebuilt.');
  expect(alert.textContent).toContain('500, GET /x/directory');
  server.resetHandlers();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await ids()).toEqual(['acme']);
});

test('a failed refetch keeps the users under a notice with Retry', async () => {
  await make({ customId: 'acme' });
  const { user, queryClient } = open('/users');
  await table();
  server.use(http.get('*/x/directory', () => HttpResponse.error()));
  await queryClient.refetchQueries({ queryKey: ['users'] });
  expect(
    await screen.findByText(/Users could not be refreshed at .*cannot be reached/),
  ).toBeTruthy();
  expect(await ids()).toEqual(['acme']);
  server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
});

test('a user that matches only by an attribute shows the attribute, highlighted', async () => {
  await make(
    { customId: 'acme', name: 'Acme', attributes: { team: 'Nord', kyc: { level: 3 } } },
    { customId: 'nord', attributes: { team: 'Süd' } },
    { customId: 'other' },
  );
  const { user } = open('/users?q=nord&sort=user');
  expect(await ids()).toEqual(['acme', 'nord']);
  const [found, plain] = within(await table()).getAllByRole('link');
  expect(found?.textContent).toBe('acme team: Nord · Acme');
  expect(found?.querySelector('mark')?.textContent).toBe('Nord');
  expect(plain?.textContent).toBe('nord ');
  await user.clear(screen.getByLabelText('Search users'));
  await user.type(screen.getByLabelText('Search users'), 'team: su');
  await waitFor(async () => expect(await ids()).toEqual(['nord']));
});

const focused = () => document.activeElement?.textContent?.trim();

test('Home, End and the Page keys move through the rows, and s focuses the sort control', async () => {
  await make(...Array.from({ length: 30 }, (_, n) => ({ customId: `u-${10 + n}` })));
  const { user } = open('/users?sort=user');
  await table();
  await user.keyboard('j{End}');
  await waitFor(() => expect(focused()).toBe('u-39'));
  await user.keyboard('{Home}');
  await waitFor(() => expect(focused()).toBe('u-10'));
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(focused()).not.toBe('u-10'));
  await user.keyboard('{PageUp}');
  await waitFor(() => expect(focused()).toBe('u-10'));
});

test('after Back from a user, that row has the focus', async () => {
  await make({ customId: 'a' }, { customId: 'x%2Fy?z' }, { customId: 'c' });
  const { user, router, address } = open('/users?sort=user');
  await table();
  await user.keyboard('jjj{Enter}');
  await waitFor(() => expect(address()).toBe('/users/x%252Fy%3Fz?period=day'));
  await screen.findByRole('heading', { name: 'x%2Fy?z' });
  await router.navigate(-1);
  await table();
  await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe('x%2Fy?z'));
});

test('the footer of the list shows the keyboard shortcuts', async () => {
  await make({ customId: 'acme', amount: 1 });
  open('/users');
  await table();
  const foot = screen.getByText('1', { selector: 'footer b' }).closest('footer');
  for (const hint of ['J, K next row, previous row', '/ search', 'F filter', 'N new user']) {
    expect(foot?.textContent).toContain(hint);
  }
});
