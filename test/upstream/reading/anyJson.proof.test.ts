import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '#contract/mergePatch.ts';
import { continuationOf } from '#upstream/reading/continuation.ts';
import { noteText } from '#upstream/reading/findingTexts.ts';
import { lists, pageOf } from '#upstream/reading/lists.ts';
import type { Read } from '#upstream/reading/read.ts';
import { readHistory } from '#upstream/reading/readHistory.ts';
import { readThematic, readThematicList } from '#upstream/reading/readThematics.ts';
import { readUserList } from '#upstream/reading/readUserList.ts';
import { readUser, withWallets } from '#upstream/reading/readUsers.ts';
import { readWalletList } from '#upstream/reading/readWallets.ts';
import { readWebhookList } from '#upstream/reading/readWebhooks.ts';
import { createTally } from '#upstream/reading/tally.ts';

const now = Date.UTC(2026, 10, 23);

const readers: readonly ((json: unknown) => Read<unknown>)[] = [
  readUserList,
  (json) => readUser(json, 'u1'),
  (json) => {
    const { value, ...others } = readUser(json, 'u1');
    return { ...others, value: value && withWallets(value, readWalletList(json)) };
  },
  readWalletList,
  (json) => readHistory(json, 'week', now),
  readThematicList,
  (json) => readThematic(json, 't1'),
  readWebhookList,
];

const names = [
  ['data', 'result', 'items', 'users', 'wallets', 'thematics', 'webhooks', 'history', 'week'],
  ['_id', 'id', 'customId', 'user', 'thematic', 'token', 'tokens', 'symbol', 'name', 'url'],
  ['total', 'value', 'price', 'priceAt', 'amount', 'weight', 'walletCount', 'type', 'types'],
  ['date', 't', 'times', 'values', 'createdAt', 'updatedAt', 'next', 'links', 'description'],
  ['__proto__', 'constructor', 'toString', 'length', '', 'a/b~c'],
].flat();
const scalars = [
  [null, true, 0, 1, -1, 0.1, 1e308, -1e308, 1e11, 1e18, Infinity, -Infinity, now],
  ['', ' ', 'u1', '..', '1,234', '1.234,5', '1e400', '-0', '2026-11-23', '\ud800', '__proto__'],
].flat();
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'large', maxDepth: 8 },
    fc.oneof(fc.constantFrom(...scalars), fc.double(), fc.string()),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('json')), { minLength: 1, maxLength: 8 })
      .map((all) => Object.fromEntries(all)),
  ),
}));

/** Every number in a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** Whether a JSON Pointer leads to something, or behind the end of it. */
function leadsSomewhere(json: unknown, pointer: string): boolean {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value = json;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return false;
  }
  return true;
}

test('of any JSON: no exception, no number that is none, all that is unreadable named', () => {
  fc.assert(
    fc.property(json, (answer) => {
      const before = JSON.stringify(answer);
      for (const read of readers) {
        const { value, unread, notes } = read(answer);
        expect(numbersIn(value).filter((one) => !Number.isFinite(one))).toEqual([]);
        for (const { count, of, example } of unread) {
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(of);
          expect(leadsSomewhere(answer, example)).toBe(true);
        }
        for (const note of notes) expect(noteText(note)).toMatch(/^[A-Z].*\.$/su);
      }
      expect(JSON.stringify(answer)).toBe(before);
      expect(Object.hasOwn(Object.prototype, 'total')).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [{ thematics: [{ id: [] }] }, '/0/thematics/0/id'],
  [{ tokens: [{ token: { id: [] } }] }, '/0/tokens/0/token/id'],
  [{ tokens: [{ token: { id: 'x', price: [] } }] }, '/0/tokens/0/token/price'],
])('what of a wallet %j could not be read is at %s', (wallet, example) => {
  const { unread } = readWalletList([wallet]);
  expect(unread.map((one) => one.example)).toContain(example);
});

const wraps: readonly ((inner: unknown) => unknown)[] = [
  (inner) => [inner],
  (inner) => ({ data: inner }),
  (inner) => ({ data: [inner] }),
  (inner) => ({ id: 'x', wallets: [inner] }),
  (inner) => ({ id: 'x', tokens: [{ token: inner }] }),
  (inner) => ({ week: inner }),
];

test('as deep as a hostile one', () => {
  for (const wrap of wraps) {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = wrap(deep);
    for (const read of readers) expect(read(deep).unread.length).toBeLessThan(10);
  }
});

test('where a list of any JSON goes on', () => {
  const address = 'https://service.test/p/users';
  fc.assert(
    fc.property(json, fc.option(fc.string()), (answer, link) => {
      const page = pageOf(answer, lists.users);
      const origin = { address, link, totalCount: link };
      const tally = createTally();
      tally.add(page, origin);
      const next = continuationOf(page, origin, tally.position());
      const isFollowed = next !== null && typeof next !== 'string';
      const followed = isFollowed ? new URL(next.address).origin : 'https://service.test';
      expect(followed).toBe('https://service.test');
    }),
    { numRuns: 1000 },
  );
});

test('twenty thousand users with wallets', { timeout: 60_000 }, () => {
  const users = Array.from({ length: 20_000 }, (_, index) => ({
    customId: `u${index % 18_000}`,
    name: `User ${index}`,
    createdAt: '2026-11-23 10:00',
    wallets: [
      { _id: `w${index}`, thematics: 'a', tokens: [{ token: 'btc', amount: '1,5', total: index }] },
    ],
  }));
  const begun = performance.now();
  const { value, notes } = readUserList({ data: users });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(value).toHaveLength(18_000);
  expect(value[5]).toMatchObject({ customId: 'u5', total: 18_005, isTotalDerived: true });
  expect(notes.map(noteText)).toEqual([
    'Listed twice: u0, u1, u2, u3, u4 and 1995 more. The last one counts.',
  ]);
});
