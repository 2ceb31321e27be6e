import { screen, waitFor, within } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { exportName } from '#dashboard/users/directory/ExportLink.tsx';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';

/** The file that the link saves. */
async function saved(): Promise<{ name: string; rows: Record<string, string>[] }> {
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'CSV' });
  const { pathname, search } = new URL(link.href);
  const response = await (await testService()).call('GET', pathname + search);
  expect(response.status).toBe(200);
  // The link’s file name applies only if the response has none.
  expect(response.headers.get('content-disposition')).toBe('attachment');
  return { name: link.download, rows: parse(await response.text(), { columns: true }) };
}

const users = [
  { customId: 'a/b?c#d e%2F', name: 'Ada, "the" first', amount: 2, attributes: { tier: 'gold' } },
  { customId: '日本', amount: 3, attributes: { kyc: { level: 3 } } },
  { customId: 'other' },
];

test('the CSV has all users shown, in the order of the page', async () => {
  await make(...users);
  open('/users?sort=user&total=1..');
  await waitFor(async () => expect(await ids()).toEqual(['a/b?c#d e%2F', '日本']));
  const { name, rows } = await saved();
  expect(name).toMatch(/^users-Total-1-or-more-as-of-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows.map(({ customId, tier, kyc }) => [customId, tier, kyc])).toEqual([
    ['a/b?c#d e%2F', 'gold', ''],
    ['日本', '', '{"level":3}'],
  ]);
  expect(rows[0]?.['name']).toBe('Ada, "the" first');
  expect(Number(rows[0]?.['total (USD)'])).toBeGreaterThan(0);
  expect(name).toContain(rows[0]?.['asOf']?.slice(0, 10));
});

test.each([
  ['percentages', ['return', 'largestShare']],
  ['hidden', []],
] as const)('figures that privacy mode (%s) hides are not in the file', async (privacy, shares) => {
  await make(...users);
  setPreference('privacy', privacy);
  open('/users');
  await table();
  const { rows } = await saved();
  const names = Object.keys(rows[0] ?? {});
  expect(names).toContain('customId');
  expect(names.filter((name) => /total|change|flow/.test(name))).toEqual([]);
  expect(names.filter((name) => name === 'return' || name === 'largestShare')).toEqual(shares);
});

test('the file has the selected columns, and any of them can be sorted by', async () => {
  await make(...users);
  const chosen = ['user', 'name', 'wallets', 'closed', 'prices', 'spark', 'attribute.tier'];
  const columns = chosen.map((id) => `columns=${id}`).join('&');
  const { user, address } = open(`/users?${columns}`);
  const [, ...heads] = within(await table()).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'User',
    'Name',
    'Wallets',
    'Closed wallets',
    expect.stringMatching(/^Price effect/),
    '24 h',
    'tier',
  ]);
  await user.click(within(await table()).getByRole('button', { name: 'Name' }));
  expect(address()).toBe(`/users?${columns}&sort=name`);
  await waitFor(async () => expect(await ids()).toEqual(['a/b?c#d e%2F', 'other', '日本']));
  const { rows } = await saved();
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'customId',
    'name',
    'walletCount',
    'openWallets',
    'change (USD)',
    'flow (USD)',
    'tier',
    'asOf',
  ]);
});

test('without users shown there is no file', async () => {
  await make(...users);
  open('/users?q=nobody');
  await screen.findByText('No user matches “nobody”');
  expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
});

test('the file name has the filters and the date', () => {
  const asOf = '2026-06-17T14:23:40.000Z';
  expect(exportName({ query: {}, asOf }, [])).toBe('users-as-of-2026-06-17.csv');
  const labels = [
    {
      criterion: 'total',
      label: 'Total',
      value: '1\u2009M or more',
      cleared: {},
      column: 'total',
    } as const,
  ];
  expect(exportName({ query: { q: 'a/b' }, asOf }, labels)).toBe(
    'users-a-b-Total-1-M-or-more-as-of-2026-06-17.csv',
  );
});
