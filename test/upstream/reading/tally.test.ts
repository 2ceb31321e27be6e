import { expect, test } from 'vitest';
import { inOneGo } from '#directory/slices.ts';
import { lists, pageOf } from '#upstream/reading/lists.ts';
import { readHistoryPage } from '#upstream/reading/readHistory.ts';
import { createTally } from '#upstream/reading/tally.ts';

const origin = { address: 'https://service.test/p/users', link: null, totalCount: null };
const wallets = [
  { _id: 'w1', total: 1000 },
  { _id: 'w2', total: '250' },
];

test.each<[unknown, number | null]>([
  [{ data: { items: wallets, total: 60 } }, 60],
  [{ data: { items: wallets }, total: '60' }, 60],
  [{ wallets, meta: { total: 60 } }, 60],
  [{ wallets, count: 2, total: 60 }, 60],
  [{ wallets, total_count: 60 }, 60],
  [{ wallets, pagination: { totalItems: 60 } }, 60],
  [{ wallets, total: 60, page: 1 }, 60],
  // The sum of the wallets, and the total of their user: money.
  [{ wallets, total: 1250 }, null],
  [{ wallets, customId: 'u1', total: 9000 }, null],
  [{ data: { wallets, _id: 'u1', total: 9000 } }, null],
  [{ wallets, total: 60.5 }, null],
  [{ wallets, total: -60 }, null],
  [{ wallets, total: '60.0' }, null],
  [wallets, null],
])('the number of wallets that %j reports', (json, reported) => {
  const tally = createTally();
  tally.add(pageOf(json, lists.wallets), origin);
  expect(tally.position()).toMatchObject({ read: 2, reported });
});

const records = [{ date: '2026-11-23', total: 60 }];
test.each<[unknown, number | null]>([
  [{ records, count: 60 }, 60],
  [{ records, total: 60 }, null],
  [{ records, total: 60, offset: 0 }, 60],
  [{ date: ['2026-11-23'], total: [60], meta: { total: 60 } }, 60],
])('the number of records that %j reports', (json, reported) => {
  const tally = createTally();
  const { page } = inOneGo(readHistoryPage(json, 'day', Date.parse('2026-11-24')));
  tally.add(page, origin);
  expect(tally.position()).toMatchObject({ read: 1, reported });
});

test('a sum of money over all pages is no number of rows', () => {
  const tally = createTally();
  for (const wallet of wallets)
    tally.add(pageOf({ items: [wallet], total: 1250 }, lists.wallets), origin);
  expect(tally.position()).toMatchObject({ read: 2, reported: null });
});

test('the header X-Total-Count counts a bare list', () => {
  const tally = createTally();
  tally.add(pageOf(wallets, lists.wallets), { ...origin, totalCount: '60' });
  expect(tally.position()).toMatchObject({ read: 2, reported: 60 });
});
