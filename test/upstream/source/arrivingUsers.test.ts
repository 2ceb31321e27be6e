import { expect, test } from 'vitest';
import { inOneGo } from '#directory/slices.ts';
import { readHistoryPage } from '#upstream/reading/readHistory.ts';
import { readEachUser, readUserList } from '#upstream/reading/readUserList.ts';
import { readEachWallet } from '#upstream/reading/readWallets.ts';
import { getUsers } from '#contract/operations/users.ts';
import { byPerson, openService, openSource } from './opened.ts';

const token = { _id: 'BTC', symbol: 'BTC', price: 2 };
const wallets = [
  { _id: 'w', thematics: { _id: 't', name: 'T' }, tokens: [{ token, amount: '3' }] },
];
const user = (n: number) => ({ _id: `x${n}`, customId: `u${n}`, name: 'A'.repeat(20), wallets });
const users = Array.from({ length: 2000 }, (_, n) => user(n));

async function answerOf(json: unknown) {
  const service = await openService();
  service.answer = (_, response) => response.end(JSON.stringify(json));
  return openSource(service.base).read(getUsers.path, byPerson);
}

test.each<[string, unknown]>([
  ['bare', users],
  ['under its name, with words around it', { success: true, users, note: 'x', total: 5 }],
  ['in envelopes', { data: { items: users, next: null }, meta: { total: 2000 } }],
  ['in two places', { data: users.slice(0, 900), users: users.slice(900) }],
  ['under another name', { people: users }],
  [
    'rows that are none',
    [...users, null, 7, [], {}, { customId: null }, { ...user(5), total: 'x' }],
  ],
  ['ids alone', users.map(({ customId }) => customId)],
  ['a user listed twice', [...users, { ...user(3), name: 'Last' }]],
  ['users with lists of users', users.map((one) => ({ ...one, users: ['a', 'b'], data: [1, 2] }))],
  ['a user longer than a piece', [...users, { ...user(1), tags: users.map(({ name }) => name) }]],
  ['no list', { users: { a: users } }],
])('users that are read as they arrive are those of the whole answer: %s', async (_, json) => {
  const { json: arrived } = await answerOf(json);
  expect(readUserList(arrived)).toEqual(readUserList(json));
});

test('of a row that was read as it arrived nothing but the user stays in memory', async () => {
  const { json } = await answerOf(users.map((one) => ({ ...one, total: { junk: 'junk' } })));
  expect(readUserList(json).value).toHaveLength(2000);
  expect(JSON.stringify(json)).not.toContain('junk"');
});

test('a row that is too long is refused', async () => {
  const long = [{ customId: 'u', tags: Array.from({ length: 200_000 }, () => 'aaaaaaaaaaaaa') }];
  await expect(answerOf(long)).rejects.toThrow('Its answer has a row longer than 2 MiB.');
});

const times = Array.from({ length: 5000 }, (_, n) => [1_700_000_000 + ((n * 7) % 5000), n]);

test.each([
  ['users', 2000, () => readEachUser(users)],
  ['the wallets of a user', 2000, () => readEachWallet(users.map((one) => one.wallets[0]))],
  ['the positions of a wallet', 5000, () => readEachWallet([{ ...wallets[0], tokens: times }])],
  ['a history', 5000, () => readHistoryPage(times, 'day', Date.now())],
  ['a history by time', 5000, () => readHistoryPage(Object.fromEntries(times), 'day', Date.now())],
] as const)('others get their turn while %s are read', (_, rows, read) => {
  const steps = read()[Symbol.iterator]();
  let count = 0;
  while (steps.next().done !== true) count += 1;
  expect(count).toBeGreaterThanOrEqual(rows);
});

test('records in any order are put in order, the last one of each time counts', () => {
  const { read } = inOneGo(readHistoryPage([...times, [1_700_000_003, -1]], 'day', Date.now()));
  const at = read.value.map((one) => one.at);
  expect(at).toEqual(Array.from({ length: 5000 }, (_, n) => (1_700_000_000 + n) * 1000));
  expect(read.value[3]?.total).toBe(-1);
  expect(read.notes).toEqual([{ kind: 'shared-times', count: 1 }]);
});
