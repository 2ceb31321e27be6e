import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

interface Holding {
  readonly customId: string;
  readonly name?: string;
  /** BTC held since 1 June 2026; left out: nothing. */
  readonly amount?: number;
}

/** Users of the service, some with a wallet of one token. */
async function make(...holdings: Holding[]): Promise<void> {
  const service = await testService();
  const [thematic] = await (await service.call('GET', paths.thematics())).json();
  const token = thematic.tokens[0].token._id;
  for (const { customId, name, amount } of holdings) {
    await service.call('PUT', paths.users(), { customId });
    const wallets =
      amount === undefined
        ? []
        : [
            {
              thematics: thematic._id,
              tokens: [{ token, amount }],
              at: '2026-06-01T00:00:00.000Z',
            },
          ];
    const patch = {
      ...(name === undefined ? {} : { name }),
      ...(amount === undefined ? {} : { wallets }),
    };
    await service.call('POST', paths.user(customId), { json: JSON.stringify(patch) });
  }
}

const table = () => screen.findByRole('table', { name: 'Users' });

/** The ids of the rows, from top to bottom. */
async function ids(): Promise<string[]> {
  const rows = within(await table()).getAllByRole('link');
  return rows.map((row) =>
    decodeURIComponent(row.getAttribute('href')?.slice('/users/'.length) ?? ''),
  );
}

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
  expect(cells[1]?.textContent).toBe('1');
  const service = await testService();
  const user = await (await service.call('GET', paths.user('a/b?c#d e%2F'))).json();
  expect(Number(cells[2]?.textContent?.replaceAll(',', ''))).toBeCloseTo(user.total, 2);
});

test('sums up all users, whatever is searched', async () => {
  await make({ customId: 'one', amount: 1 }, { customId: 'two', amount: 2 }, { customId: 'none' });
  const { user } = open('/users?q=two');
  const sums = await screen.findByLabelText('All users');
  expect(within(sums).getByText('Users').nextSibling?.textContent).toBe('3');
  expect(within(sums).getByText('Wallets').nextSibling?.textContent).toBe('2');
  expect(sums.textContent).toMatch(/2 (up|down)/);
  await user.clear(screen.getByLabelText('Search users'));
  expect(await ids()).toEqual(['two', 'one', 'none']);
});

test('searches ids and names without case and accents, and keeps the search in the address', async () => {
  await make({ customId: 'a', name: 'Família Souza' }, { customId: 'FAMILIAR' }, { customId: 'c' });
  const { user, address } = open('/users');
  await user.type(await screen.findByLabelText('Search users'), 'familia');
  await waitFor(async () => expect(await ids()).toEqual(['a', 'FAMILIAR']));
  expect(screen.getByText('2').parentElement?.textContent).toBe('2 of 3');
  await waitFor(() => expect(address()).toBe('/users?q=familia'));
});

test('an address with a search shows what it found, and Back undoes', async () => {
  await make({ customId: 'acme' }, { customId: 'other' });
  const { router } = open('/users', '/users?q=acm');
  expect(await ids()).toEqual(['acme']);
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', 'acm');
  await router.navigate(-1);
  await waitFor(async () => expect(await ids()).toHaveLength(2));
  expect(screen.getByLabelText('Search users')).toHaveProperty('value', '');
});

test('a head sorts, pressed again the other way, and the address says so', async () => {
  await make({ customId: 'b', amount: 2 }, { customId: 'a', amount: 1 }, { customId: 'c' });
  const { user, address } = open('/users');
  const press = async (name: RegExp) =>
    user.click(within(await table()).getByRole('button', { name }));
  await press(/^User/);
  expect(await ids()).toEqual(['a', 'b', 'c']);
  expect(address()).toBe('/users?sort=user');
  await press(/^User/);
  expect(await ids()).toEqual(['c', 'b', 'a']);
  expect(address()).toBe('/users?sort=-user');
  const head = within(await table()).getByRole('columnheader', { name: /^User/ });
  expect(head.getAttribute('aria-sort')).toBe('descending');
});

test('users whose change is not known come last, whichever way it is sorted', async () => {
  await make({ customId: 'held', amount: 1 }, { customId: 'empty' });
  open('/users?sort=percent');
  expect(await ids()).toEqual(['held', 'empty']);
});

test('/ leads to the search, j and k through the rows, and Enter opens', async () => {
  await make({ customId: 'big', amount: 2 }, { customId: 'x%2Fy', amount: 1 });
  const { user, address } = open('/users');
  await table();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Search users'));
  await user.keyboard('jk{Escape}{Escape}jjk');
  const [first] = within(await table()).getAllByRole('link');
  expect(document.activeElement).toBe(first);
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(address()).toBe('/users/x%252Fy'));
});

test('a search without a match says so, offers to clear it and to create that user', async () => {
  await make({ customId: 'acme' });
  const { user, address } = open('/users?q=aqme');
  expect(await screen.findByText('No user matches “aqme”')).toBeTruthy();
  expect(screen.getByText('Searched ids and names of 1 user.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create user “aqme”' }));
  expect(await screen.findByLabelText('Id')).toHaveProperty('value', 'aqme');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await ids()).toEqual(['acme']);
  expect(address()).toBe('/users');
});

test('a service without users offers to create the first one', async () => {
  open('/users');
  expect(await screen.findByText('No users yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create the first user' })).toBeTruthy();
});

test('a failure tells what the service said, and Retry brings the users', async () => {
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

test('a refetch that fails keeps the users under a line with Retry', async () => {
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

test('a service without a directory is read by the interface alone, and columns it cannot tell are not there', async () => {
  await make({ customId: 'acme', name: 'Acme Holdings', amount: 1 });
  server.use(http.get('*/x/*', () => HttpResponse.json({ message: 'Not found' }, { status: 404 })));
  open('/users');
  expect(await ids()).toEqual(['acme']);
  expect((await table()).textContent).toContain('Acme Holdings');
  expect(within(await table()).queryByText('Past day')).toBeNull();
  expect(screen.queryByText('Who moved, past day')).toBeNull();
});
