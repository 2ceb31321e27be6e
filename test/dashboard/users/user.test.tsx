import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { giveSize, makeUser, readThematics, readWallets } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const address = (id: string) => `/users/${encodeURIComponent(id)}`;
const money = (value: number) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A user with wallets in two thematics, one token each. */
async function makeHolder(id: string): Promise<[large: string, small: string]> {
  const [a, b] = await readThematics();
  const tokenOf = (thematic: typeof a) => thematic?.tokens[0]?.token._id ?? '';
  const at = '2024-01-01T00:00:00.000Z';
  await makeUser(id, { name: 'Zoë' }, [
    { thematics: a?._id ?? '', tokens: { [tokenOf(a)]: 1 }, at },
    { thematics: b?._id ?? '', tokens: { [tokenOf(b)]: 1 }, at },
  ]);
  const totals = (await readWallets(id)).toSorted((x, y) => y.total - x.total);
  return [totals[0]?.thematics ?? '', totals[1]?.thematics ?? ''];
}

test('shows the wallets, the largest first, with their shares and their sum', async () => {
  const id = 'a/b?c#d e%2F';
  const [large] = await makeHolder(id);
  const wallets = await readWallets(id);
  const sum = wallets.reduce((whole, { total }) => whole + total, 0);
  const largest = wallets.find(({ thematics }) => thematics === large)?.total ?? NaN;
  open(address(id));
  expect(await screen.findByRole('heading', { name: id, level: 1 })).toBeTruthy();
  const pane = within(await screen.findByRole('region', { name: 'Wallets' }));
  await pane.findByText(money(largest));
  const [, first, , all] = pane.getAllByRole('row');
  expect(first?.textContent).toContain(money(largest));
  expect(first?.textContent).toContain(`${((largest / sum) * 100).toFixed(1)}\u2009%`);
  expect(all?.textContent).toContain(money(sum));
  expect(
    within(first ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/users/a%2Fb%3Fc%23d%20e%252F/wallets/${encodeURIComponent(large)}`);
});

test('shows x%2Fy and x/y as different users', async () => {
  await makeUser('x/y', { name: 'Slash' });
  await makeUser('x%2Fy', { name: 'Escaped slash' });
  const { router } = open('/users/x%2Fy');
  expect(await screen.findByText('Slash', { selector: 'bdi' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('x/y');
  await router.navigate('/users/x%252Fy');
  expect(await screen.findByText('Escaped slash', { selector: 'bdi' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('x%2Fy');
});

test('shows a user whose id is part of a page address', async () => {
  await makeUser('directory', { name: 'Called directory' });
  await makeUser('list', { name: 'Called list' });
  const { router } = open('/users');
  await screen.findByRole('link', { name: /^directory/ });
  await router.navigate('/users/directory');
  expect(await screen.findByText('Called directory', { selector: 'bdi' })).toBeTruthy();
  await router.navigate('/users/list');
  expect(await screen.findByText('Called list', { selector: 'bdi' })).toBeTruthy();
});

test('shows every attribute unchanged, also nested ones, and as JSON', async () => {
  const attributes = {
    name: 'Zoë',
    age: 7,
    active: false,
    tags: ['priority', 'quarterly report'],
    kyc: { level: 3, reviews: [{ by: '日本', ok: true }] },
    note: '',
    list: [],
    '<b>': '<script>alert(1)</script>',
  };
  await makeUser('typed', attributes);
  const { user } = open('/users/typed');
  expect(await screen.findByText('quarterly report')).toBeTruthy();
  const pane = within(screen.getByRole('region', { name: 'Attributes' }));
  const valueOf = (name: string) => pane.getByText(name).nextElementSibling?.textContent;
  expect(valueOf('age')).toBe('7');
  expect(valueOf('active')).toBe('false');
  expect(valueOf('kyc')).toBe('level3reviewsby日本oktrue');
  expect(valueOf('note')).toBe('empty text');
  expect(valueOf('list')).toBe('empty list');
  expect(valueOf('<b>')).toBe('<script>alert(1)</script>');
  await user.click(pane.getByRole('radio', { name: 'JSON' }));
  expect(JSON.parse(pane.getByText(/^\{/).textContent ?? '')).toEqual(attributes);
});

test('shows the empty states of a user without wallets', async () => {
  await makeUser('empty');
  open('/users/empty');
  expect(
    await screen.findByText(
      (_, element) => element?.tagName === 'DIV' && element.textContent === 'empty has no wallets',
    ),
  ).toBeTruthy();
  expect(await screen.findByText('No allocation')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add holdings' })).toBeTruthy();
  expect(await screen.findByText('No attributes yet. Select Edit to add one.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Total of empty' }).textContent).toContain('0.00');
});

test('reports an unknown user, and links back', async () => {
  const { user, address: now } = open('/users/nobody%2Fhere');
  expect(await screen.findByText('User “nobody/here” not found')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'All users' }));
  await waitFor(() => expect(now()).toBe('/users?period=month'));
});

test('keeps the page when the wallets fail, and retries only them', async () => {
  await makeHolder('holder');
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.error()));
  const { user } = open('/users/holder');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Wallets could not be read');
  expect(await screen.findByText(/^past month/)).toBeTruthy();
  server.resetHandlers();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('All wallets')).toBeTruthy();
  expect(await screen.findAllByRole('listitem')).not.toHaveLength(0);
});
