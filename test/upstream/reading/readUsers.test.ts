import { describe, expect, test } from 'vitest';
import { readUserList as parseUserList } from '#upstream/reading/readUserList.ts';
import { readUser as parseUser, withWallets } from '#upstream/reading/readUsers.ts';
import { readWalletList } from '#upstream/reading/readWallets.ts';
import { worded } from './worded.ts';

const readUser = (json: unknown, id: string) => worded(parseUser(json, id));
const readUserList = (json: unknown) => worded(parseUserList(json));

const ann = {
  _id: 'x1',
  customId: 'ann',
  name: 'Ann',
  desk: { floor: 3 },
  createdAt: '2026-11-23',
  updatedAt: 1_763_893_230_250,
  total: '12.5',
  walletCount: 2,
};
const foreignAnn = {
  customId: 'ann',
  id: 'x1',
  name: 'Ann',
  attributes: { name: 'Ann', desk: { floor: 3 } },
  besideJson: [],
  shadowedInJson: {},
  unreadAttributes: [],
  createdAt: Date.UTC(2026, 10, 23),
  updatedAt: 1_763_893_230_250,
  total: 12.5,
  isTotalDerived: false,
  differentTotal: null,
  walletCount: 2,
  wallets: null,
};

/** The only user of a list. */
function userOf(fields: object) {
  const { value, unread } = readUserList([{ ...ann, ...fields }]);
  expect(value).toHaveLength(1);
  return { ...value[0], unread };
}

test('a user of a list, and alone', () => {
  const list = readUserList({ users: [ann] });
  expect(list.value).toEqual([foreignAnn]);
  expect(list.unread).toEqual([]);
  expect(readUser({ data: ann }, 'ann').value).toEqual(foreignAnn);
});

test('names of two words may be in snake case, and are no attributes then either', () => {
  const { customId, createdAt, updatedAt, walletCount, ...rest } = ann;
  const snake = {
    ...rest,
    custom_id: customId,
    created_at: createdAt,
    updated_at: updatedAt,
    wallet_count: walletCount,
  };
  expect(readUserList([snake])).toMatchObject({ value: [foreignAnn], unread: [] });
  expect(readUser(snake, 'ann')).toMatchObject({ value: foreignAnn, notes: [] });
  expect(readUserList([{ ...snake, customId: 'first' }]).value[0]?.customId).toBe('first');
});

const bare = {
  id: null,
  name: null,
  attributes: {},
  createdAt: null,
  total: null,
  walletCount: null,
  wallets: null,
};
test.each<[unknown, object]>([
  [
    { customId: 'c', id: 'i', _id: 'o' },
    { customId: 'c', id: 'o' },
  ],
  [
    { id: 'i', _id: 'o' },
    { customId: 'i', id: 'o' },
  ],
  [{ _id: 'o' }, { customId: 'o', id: 'o' }],
  [{ id: 7 }, { customId: '7', id: '7' }],
  ['a/b?c#d e%2F', { ...bare, customId: 'a/b?c#d e%2F', id: 'a/b?c#d e%2F' }],
  [{ customId: '日本' }, { ...bare, customId: '日本' }],
])('the ids of %j', (row, expected) => {
  expect(readUserList([row]).value).toMatchObject([expected]);
});

test('alone, the id of the path is the customId', () => {
  expect(readUser({ name: 'Ann' }, 'ann')).toMatchObject({
    value: { ...bare, customId: 'ann', name: 'Ann', attributes: { name: 'Ann' } },
    notes: [],
  });
  expect(readUser({ _id: 'x1' }, 'ann').value).toMatchObject({ customId: 'ann', id: 'x1' });
  expect(readUser({ customId: 'bob' }, 'ann')).toMatchObject({
    value: { customId: 'ann' },
    notes: ['The service answered with another customId.'],
  });
  expect(readUser(null, 'ann')).toMatchObject({
    value: null,
    unread: [{ what: 'user', why: 'neither objects nor ids', count: 1, of: 1, example: '' }],
  });
});

test('rows that are no users are named', () => {
  const { value, unread } = readUserList({
    data: [ann, null, {}, { name: 'Bob' }, { id: '' }, '..', { customId: 'a', _id: {} }],
  });
  expect(value.map(({ customId }) => customId)).toEqual(['ann', 'a']);
  expect(unread).toEqual([
    { what: 'user', why: 'neither objects nor ids', count: 2, of: 7, example: '/data/1' },
    { what: 'user', why: 'no id in them', count: 3, of: 7, example: '/data/2' },
    { what: 'id', why: 'not an id', count: 2, of: 5, example: '/data/4/id' },
  ]);
});

test('a user listed twice is one, the last counts', () => {
  const { value, notes } = readUserList([ann, { ...ann, customId: 'bob' }, { ...ann, total: 7 }]);
  expect(value.map(({ customId, total }) => [customId, total])).toEqual([
    ['ann', 7],
    ['bob', 12.5],
  ]);
  expect(notes).toEqual(['Listed twice: ann. The last one counts.']);
});

describe('attributes', () => {
  test('are all fields but ids, times, totals, counts and wallets', () => {
    const own = { id: 1, walletsCount: 5, wallets: [], sample: true, value: 'high', t: 5, x: null };
    const { attributes, total, unread } = userOf(own);
    expect(attributes).toEqual({
      name: 'Ann',
      desk: { floor: 3 },
      sample: true,
      value: 'high',
      t: 5,
      x: null,
    });
    expect(total).toBe(12.5);
    expect(unread).toEqual([]);
  });

  test('value is the total where there is no other and it is a number', () => {
    const { total: _, ...others } = ann;
    expect(readUser({ ...others, value: '7' }, 'ann').value).toMatchObject({
      total: 7,
      attributes: foreignAnn.attributes,
    });
    expect(readUser({ ...others, value: 'gold' }, 'ann').value).toMatchObject({
      total: null,
      attributes: { ...foreignAnn.attributes, value: 'gold' },
    });
  });

  test('a name of the prototype is a name', () => {
    const { value } = readUser(JSON.parse('{"__proto__":{"a":1},"constructor":2}'), 'ann');
    expect(JSON.stringify(value?.attributes)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });

  test('json as text holds the attributes; a field beside it is one too, and counts where it holds something', () => {
    const json = JSON.stringify({ name: 'Bea', tier: { of: 2 }, status: 'CLOSED', city: 'Bern' });
    const { value, shapes, unread } = readUserList([
      { ...ann, name: null, json, status: 'ACTIVE', city: '' },
    ]);
    expect(value[0]?.attributes).toEqual({
      desk: { floor: 3 },
      status: 'ACTIVE',
      name: 'Bea',
      tier: { of: 2 },
      city: 'Bern',
    });
    expect(value[0]?.name).toBe('Bea');
    expect(value[0]?.besideJson).toEqual(['desk', 'status']);
    expect(value[0]?.shadowedInJson).toEqual({ status: 'CLOSED' });
    expect(shapes).toContain('attributes as text under json');
    expect(unread).toEqual([]);
  });

  test.each([null, ''])(
    'what stands beside a json that holds nothing yet stands there: %j',
    (json) => {
      const read = userOf({ json });
      expect(read.attributes).toEqual(foreignAnn.attributes);
      expect(read.besideJson).toEqual(['name', 'desk']);
    },
  );

  test.each(['{', '[1]', '5', { a: 1 }])(
    'json that holds no attributes as text is an attribute: %j',
    (json) => {
      const read = userOf({ json });
      expect(read.attributes).toEqual({ ...foreignAnn.attributes, json });
      expect(read.besideJson).toEqual([]);
    },
  );

  test('a name in json that is no attribute stops a change, which would lose it', () => {
    const read = userOf({ json: '{"total":5,"tier":1}' });
    expect(read.attributes).toEqual({ ...foreignAnn.attributes, tier: 1 });
    expect(read.total).toBe(12.5);
    expect(read.unreadAttributes).toEqual(['total']);
    expect(read.unread).toMatchObject([
      { why: 'a name reserved for the service', example: '/0/json' },
    ]);
  });

  test('what JSON would send back otherwise is named, and stops a change', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    let allowed: unknown = 1;
    for (let level = 0; level < 31; level += 1) allowed = { allowed };
    const read = userOf({
      phone: JSON.parse('12345678901234567890'),
      far: JSON.parse('{"a":[1e400]}'),
      deep,
      tooDeep: { allowed },
      allowed,
      name: 5,
    });
    expect(read.attributes).toEqual({ name: 5, desk: { floor: 3 }, allowed });
    expect(read.name).toBeNull();
    expect(read.unreadAttributes).toEqual(['phone', 'far', 'deep', 'tooDeep']);
    expect(read.unread).toEqual([
      {
        what: 'attribute',
        why: 'a number too long to be exact',
        count: 2,
        of: 7,
        example: '/0/phone',
      },
      {
        what: 'attribute',
        why: 'nested deeper than 32 levels',
        count: 2,
        of: 7,
        example: '/0/deep',
      },
    ]);
  });
});

const five = { _id: 'w1', thematics: 'a', total: 5 };
describe('the total and the wallets', () => {
  test.each<[string, object, object]>([
    ['stated', {}, { total: 12.5, walletCount: 2, wallets: null }],
    ['their number', { walletCount: null, wallets: 3 }, { walletCount: 3, wallets: null }],
    ['their ids', { walletCount: null, wallets: ['a', 'b'] }, { walletCount: 2, wallets: null }],
    [
      'the wallets',
      { total: null, walletCount: null, wallets: [five, { ...five, thematics: 'b' }] },
      { total: 10, isTotalDerived: true, walletCount: 2, wallets: [{ total: 5 }, { total: 5 }] },
    ],
    ['no wallets', { total: null, walletCount: null, wallets: [] }, { total: 0, walletCount: 0 }],
    ['stated otherwise', { wallets: [five] }, { total: 12.5, differentTotal: 5, walletCount: 2 }],
    ['one unknown', { total: null, wallets: [five, 'w2'] }, { total: null, walletCount: 2 }],
    [
      'one unreadable',
      { total: null, walletCount: null, wallets: [five, null] },
      { total: null, walletCount: null, wallets: [{ total: 5 }] },
    ],
  ])('%s', (_, fields, expected) => {
    expect(userOf(fields)).toMatchObject(expected);
  });

  test.each([-1, 1.5, 'many', true, [], {}])('%j is no count', (walletCount) => {
    const { walletCount: read, unread } = userOf({ walletCount });
    expect(read).toBeNull();
    expect(unread).toMatchObject([{ what: 'count', count: 1, of: 1, example: '/0/walletCount' }]);
  });

  test('with the wallets that were read for him', () => {
    const silent = { ...foreignAnn, total: null, walletCount: null };
    const read = readWalletList([five, { ...five, thematics: 'b' }]);
    expect(withWallets(silent, read)).toMatchObject({
      total: 10,
      isTotalDerived: true,
      walletCount: 2,
      wallets: read.value,
    });
    expect(withWallets(foreignAnn, read)).toMatchObject({
      total: 12.5,
      isTotalDerived: false,
      differentTotal: 10,
      walletCount: 2,
    });
    // Again, with others: what was derived before does not count as stated.
    const again = withWallets(withWallets(silent, read), readWalletList([five]));
    expect(again).toMatchObject({ total: 5, isTotalDerived: true, differentTotal: null });
    for (const json of [[five, null], { error: 'x' }]) {
      expect(withWallets(silent, readWalletList(json))).toMatchObject({
        total: null,
        walletCount: null,
      });
    }
  });
});
