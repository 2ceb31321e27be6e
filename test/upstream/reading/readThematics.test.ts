import { expect, test } from 'vitest';
import {
  readThematic as parseThematic,
  readThematicList as parseThematicList,
} from '#upstream/reading/readThematics.ts';
import { worded } from './worded.ts';

const readThematic = (json: unknown, id: string) => worded(parseThematic(json, id));
const readThematicList = (json: unknown) => worded(parseThematicList(json));

const btc = { _id: 'btc', symbol: 'BTC', name: 'Bitcoin', price: '10' };
const defi = {
  _id: 'defi',
  name: 'DeFi',
  description: 'Finance without banks',
  total: 123.5,
  tokens: [
    { token: btc, weight: 0.75 },
    { token: 'eth', weight: '0,25' },
  ],
  createdAt: '2026-11-23',
  updatedAt: 1_763_893_230,
};
const foreignBtc = {
  id: 'btc',
  symbol: 'BTC',
  name: 'Bitcoin',
  price: 10,
  isPriceDerived: false,
  priceAt: null,
};
const foreignDefi = {
  id: 'defi',
  name: 'DeFi',
  description: 'Finance without banks',
  total: 123.5,
  tokens: [
    { token: foreignBtc, weight: 0.75 },
    { token: { ...foreignBtc, id: 'eth', symbol: null, name: null, price: null }, weight: 0.25 },
  ],
  backfilledUntil: null,
  createdAt: Date.UTC(2026, 10, 23),
  updatedAt: 1_763_893_230_000,
  isBare: false,
};
const unknown = {
  name: null,
  description: null,
  total: null,
  tokens: null,
  backfilledUntil: null,
  createdAt: null,
  updatedAt: null,
};

test('a thematic of a list, and alone', () => {
  expect(readThematicList({ thematics: [defi] })).toMatchObject({
    value: [foreignDefi],
    unread: [],
  });
  expect(readThematic({ thematic: defi }, 'defi')).toMatchObject({
    value: foreignDefi,
    unread: [],
  });
});

test('a list of ids, as they are or as objects: their details are to be read', () => {
  const { value, unread } = readThematicList(['defi', 7, { id: 'gold' }, { id: 'x', name: 'X' }]);
  expect(value).toEqual([
    { ...unknown, id: 'defi', isBare: true },
    { ...unknown, id: '7', isBare: true },
    { ...unknown, id: 'gold', isBare: true },
    { ...unknown, id: 'x', name: 'X', isBare: false },
  ]);
  expect(unread).toEqual([]);
});

test('alone, the id of the path is its id', () => {
  expect(readThematic({ _id: 'other', title: 'DeFi', level: 5 }, 'defi').value).toEqual({
    ...unknown,
    id: 'defi',
    name: 'DeFi',
    total: 5,
    isBare: false,
  });
  expect(readThematic(5.5, 'defi')).toMatchObject({
    value: null,
    unread: [{ what: 'thematic', why: 'neither objects nor ids', count: 1, of: 1 }],
  });
});

test('names entries that are not thematics, and shows repeated ones once', () => {
  const { value, unread, notes } = readThematicList([defi, null, {}, { ...defi, total: 1 }]);
  expect(value).toMatchObject([{ id: 'defi', total: 1 }]);
  expect(unread).toEqual([
    { what: 'thematic', why: 'neither objects nor ids', count: 1, of: 4, example: '/1' },
    { what: 'thematic', why: 'no id in them', count: 1, of: 4, example: '/2' },
  ]);
  expect(notes).toEqual(['Listed twice: defi. The last one counts.']);
});

const sums = 'their sum is neither 1 nor 100';
test.each<[string, unknown[], (number | null)[], string[]]>([
  ['fractions', [0.5, 0.5], [0.5, 0.5], []],
  ['fractions, rounded', [0.333, 0.333, 0.333], [0.333, 0.333, 0.333], []],
  ['per cents', [75, 25], [0.75, 0.25], []],
  [
    'per cents, rounded',
    ['33.3', '33.3', '33.3'],
    [0.33299999999999996, 0.33299999999999996, 0.33299999999999996],
    [],
  ],
  ['one of all', [1], [1], []],
  ['one of all, in per cent', [100], [1], []],
  ['long and short', [1.5, -0.5], [1.5, -0.5], []],
  ['parts', [3, 4], [null, null], [sums]],
  ['far from all', [0.5, 0.2], [null, null], [sums]],
  ['none stated', [null, null], [null, null], []],
  ['one not stated', [0.5, null], [0.5, null], []],
  ['one not stated, and more than all', [50, null], [null, null], [sums]],
  ['one unreadable', [0.5, '1,234'], [0.5, null], ['ambiguous']],
  ['zeros', [0, 0], [null, null], [sums]],
  ['too large', [1e308, 1e308], [null, null], [sums]],
])('weights: %s', (_, weights, expected, whys) => {
  const tokens = weights.map((weight, index) => ({ token: `t${index}`, weight }));
  const { value, unread } = readThematic({ ...defi, tokens }, 'defi');
  expect(value?.tokens?.map(({ weight }) => weight)).toEqual(expected);
  expect(unread.map(({ why }) => why)).toEqual(whys.map((why) => expect.stringContaining(why)));
});

test('tokens without a token object, and invalid ones', () => {
  const { value, unread } = readThematic({ ...defi, tokens: [btc, 'eth', null] }, 'defi');
  expect(value?.tokens).toMatchObject([
    { token: { id: 'btc', symbol: 'BTC', price: 10 }, weight: null },
    { token: { id: 'eth' }, weight: null },
  ]);
  expect(unread).toMatchObject([{ what: 'position', count: 1, of: 3, example: '/tokens/2' }]);
  expect(readThematic({ ...defi, tokens: {} }, 'defi')).toMatchObject({
    value: { tokens: null },
    unread: [{ what: 'list of tokens', why: 'not a list', count: 1, of: 1, example: '/tokens' }],
  });
});
