import { expect, test } from 'vitest';
import { createDirectory, type DirectoryUser } from '#directory/directory.ts';
import { neverReported, type ReportedUserFigures } from '#directory/reportedFigures.ts';
import { inOneGo } from '#directory/slices.ts';

const source = {
  asOf: () => 1000,
  tokenIds: () => [],
  series: (_: string, times: Float64Array) => times.map(() => Number.NaN),
  finestStep: () => null,
};

const nothing: ReportedUserFigures = {
  total: null,
  walletCount: null,
  wallets: null,
  hasMoreWallets: false,
  periods: {},
};

const user = (key: number, customId: string, reported: ReportedUserFigures): DirectoryUser => ({
  key,
  person: { customId, name: null, attributes: {}, createdAt: Number.NaN, sample: false },
  holdings: { heldFrom: null, wallets: [] },
  reported,
});

const users = [
  user(1, 'known', {
    ...nothing,
    total: 30,
    walletCount: 2,
    wallets: [
      {
        thematic: 't1',
        total: 20,
        positions: [
          { token: 'A', total: 15 },
          { token: 'B', total: 5 },
        ],
      },
      { thematic: 't2', total: 10, positions: [{ token: 'A', total: 10 }] },
    ],
    periods: { day: { change: -3, spark: [33, null, 30] } },
  }),
  user(2, 'unread', nothing),
  user(3, 'partly', {
    ...nothing,
    total: 7,
    wallets: [{ thematic: 't1', total: null, positions: [{ token: 'A', total: null }] }],
  }),
  user(4, 'short', {
    ...nothing,
    total: -5,
    wallets: [{ thematic: 't2', total: -5, positions: [{ token: 'B', total: -5 }] }],
  }),
  user(5, 'closed', {
    ...nothing,
    total: 0,
    walletCount: 1,
    wallets: [{ thematic: 't1', total: 0, positions: [] }],
  }),
];

const everybody = { q: '', thematics: [], tokens: [], ranges: {}, attributes: [] };

function directory() {
  const made = createDirectory('statements');
  made.put(users);
  inOneGo(made.value(source, false));
  return made;
}

function find(filter: object, sort: 'total' | 'held' | 'change' = 'total') {
  const query = { ...everybody, period: 'day' as const, sort: { by: sort, isDescending: true } };
  const found = inOneGo(directory().find({ ...query, ...filter }));
  return { ...found, rows: found.rows(0, 10, true) };
}

test('shows reported figures; unknown ones are null and last, never 0', () => {
  const { rows, sums } = find({});
  expect(rows.map(({ customId, total }) => [customId, total])).toEqual([
    ['known', 30],
    ['partly', 7],
    ['closed', 0],
    ['short', -5],
    ['unread', null],
  ]);
  expect(rows[0]).toMatchObject({
    walletCount: 2,
    openWallets: 2,
    thematics: ['t1', 't2'],
    change: -3,
    flow: null,
    return: null,
    largest: { token: 'A', share: 25 / 30 },
    spark: [33, null, 30],
    createdAt: null,
  });
  expect(rows.at(-1)).toMatchObject({
    walletCount: null,
    openWallets: null,
    thematics: [],
    change: null,
    largest: null,
    hhi: null,
    spark: null,
  });
  // A share of what is partly unknown, or negative, would mislead.
  expect(rows.filter(({ largest }) => largest !== null)).toHaveLength(1);
  expect(rows[2]).toMatchObject({ walletCount: 1, openWallets: 0 });
  expect(sums).toMatchObject({ total: 32, known: 4, change: -3, flow: null, return: null });
  // Of whom no flow is known, by the change in value.
  expect(sums).toMatchObject({ up: 0, level: 0, down: 1, unknown: 4 });
});

test('finds holders, with the known part of their holdings', () => {
  const thematic = find({ thematics: ['t1'] }, 'held');
  expect(thematic.rows.map(({ customId, held }) => [customId, held])).toEqual([
    ['known', { total: 20, share: 20 / 30 }],
    ['partly', { total: null, share: null }],
  ]);
  expect(thematic.sums.held).toBe(20);
  // Who has anything negative has no shares.
  expect(
    find({ tokens: ['B'] }, 'held').rows.map(({ customId, held }) => [customId, held]),
  ).toEqual([
    ['known', { total: 5, share: 5 / 30 }],
    ['short', { total: -5, share: null }],
  ]);
  const token = find({ tokens: ['A'] }, 'held');
  expect(token.rows.map(({ customId, held }) => [customId, held?.total])).toEqual([
    ['known', 25],
    ['partly', null],
  ]);
});

test('a user added later is there at once, and a removed one is not', () => {
  const made = directory();
  made.put([user(2, 'unread', { ...nothing, total: 100 }), user(9, 'new', nothing)]);
  made.delete([1]);
  const sort = { by: 'total' as const, isDescending: true };
  const found = inOneGo(made.find({ ...everybody, period: 'day', sort }));
  expect(found.rows(0, 10, false).map(({ customId, total }) => [customId, total])).toEqual([
    ['unread', 100],
    ['partly', 7],
    ['closed', 0],
    ['short', -5],
    ['new', null],
  ]);
});

test('names figures that are reported for no user, for any matches, until one reports them', () => {
  const made = directory();
  const unsupported = () => {
    const sort = { by: 'total' as const, isDescending: true };
    const query = { ...everybody, q: 'nobody at all', period: 'day' as const, sort };
    return inOneGo(made.find(query)).unsupported;
  };
  expect(unsupported()).toEqual(['createdAt', ...neverReported]);
  const { person, ...rest } = user(9, 'dated', nothing);
  const dated = { ...rest, person: { ...person, createdAt: 0 } };
  made.put([dated]);
  expect(unsupported()).toEqual([...neverReported]);
  made.put([dated, user(9, 'dated', nothing)]);
  expect(unsupported()).toEqual(['createdAt', ...neverReported]);
  made.put([dated]);
  made.delete([9]);
  expect(unsupported()).toEqual(['createdAt', ...neverReported]);
});

test('without users, a later user may report them', () => {
  const made = createDirectory();
  inOneGo(made.value(source, false));
  const sort = { by: 'total' as const, isDescending: true };
  expect(inOneGo(made.find({ ...everybody, period: 'day', sort })).unsupported).toEqual([]);
});

test('of a user with wallets that were not read, nothing over all wallets is known', () => {
  const made = createDirectory('statements');
  const wallets = [{ thematic: 't1', total: 4, positions: [{ token: 'A', total: 4 }] }];
  const reported = { ...nothing, total: 30, walletCount: 3, wallets, hasMoreWallets: true };
  made.put([user(1, 'more', reported)]);
  inOneGo(made.value(source, false));
  const query = { ...everybody, period: 'day' as const, thematics: ['t1'] };
  const found = inOneGo(made.find({ ...query, sort: { by: 'total', isDescending: true } }));
  expect(found.rows(0, 1, false)[0]).toMatchObject({
    openWallets: null,
    largest: null,
    hhi: null,
    held: { total: 4, share: 4 / 30 },
  });
  // None of them is known to be closed.
  expect(found.sums).toMatchObject({ wallets: 3, openWallets: 3 });
});
