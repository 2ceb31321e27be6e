import { expect, test } from 'vitest';
import { readThematic, readThematicList } from '#upstream/reading/readThematics.ts';
import { readUser } from '#upstream/reading/readUsers.ts';
import { readWalletList } from '#upstream/reading/readWallets.ts';
import {
  changeBetween,
  type StableParts,
  stablePartsOfThematic,
  stablePartsOfThematics,
  stablePartsOfUser,
  stablePartsOfWallets,
} from '#upstream/reading/stableParts.ts';

const user = {
  customId: 'u1',
  name: 'Desk 1',
  total: 12.5,
  updatedAt: 1_795_428_000,
  country: 'CH',
  vip: true,
  pnl: '+1.2 %',
  risk: { var: 0.031, limits: [5] },
  seen: '2026-11-23T10:00:00Z',
  gone: null,
};
const token = { id: 'btc', symbol: 'BTC', price: 50_000 };
const position = { token, amount: 0.5, total: 25_000 };
const wallet = { id: 'w1', thematic: { id: 't1', name: 'Layers' }, total: 25_000, updatedAt: 1 };
const wallets = [{ ...wallet, tokens: [position] }];
const thematic = { id: 't1', name: 'Layers', total: 104, tokens: [{ token, weight: 0.7 }] };

const readers: Readonly<Record<string, (json: unknown) => StableParts | null>> = {
  user(json) {
    const { value } = readUser(json, 'u1');
    return value && stablePartsOfUser(value);
  },
  wallets: (json) => stablePartsOfWallets('u1', readWalletList(json)),
  thematic(json) {
    const { value } = readThematic(json, 't1');
    return value && stablePartsOfThematic(value);
  },
  thematics: (json) => stablePartsOfThematics(readThematicList(json)),
};

function changeOf(kind: string, before: unknown, after: unknown) {
  const [one, other] = [before, after].map(
    (json) => readers[kind]?.(JSON.parse(JSON.stringify(json))) ?? null,
  );
  if (!one || !other) throw new Error('It is not known');
  return changeBetween({ stable: one, readAt: 10 }, { stable: other, readAt: 20 });
}

test.each([
  ['user', user, { ...user, total: 13, updatedAt: 1_795_428_060 }],
  ['user', user, { ...user, pnl: '-0.3 %', seen: '2026-11-23T10:01:00Z' }],
  ['user', user, { ...user, risk: { var: 0.032, limits: [7] } }],
  ['user', user, { ...user, gone: undefined, wallets: 3 }],
  ['wallets', wallets, [{ ...wallets[0], total: 26_000, updatedAt: 60 }]],
  [
    'wallets',
    wallets,
    [
      {
        ...wallet,
        tokens: [{ token: { ...token, price: 51_000 }, amount: 0.500_000_1, total: 25_500 }],
      },
    ],
  ],
  ['wallets', wallets, [wallet]],
  ['wallets', wallets, [{ ...wallet, tokens: [{ token }] }]],
  ['thematic', thematic, { ...thematic, total: 105, tokens: [{ token, weight: 0.71 }] }],
  ['thematics', [thematic], ['t1']],
])('what moves by itself, or is not known, is no change: %s %#', (kind, before, after) => {
  expect(changeOf(kind, before, after)).toBeNull();
  expect(changeOf(kind, after, before)).toBeNull();
});

test.each([
  ['user', user, { ...user, name: 'Desk 2' }, 'the user "u1"'],
  ['user', user, { ...user, country: 'DE' }, 'the user "u1"'],
  ['user', user, { ...user, vip: false }, 'the user "u1"'],
  ['user', user, { ...user, vip: null }, 'the user "u1"'],
  ['user', user, { ...user, risk: { ...user.risk, owner: 'Ada' } }, 'the user "u1"'],
  [
    'wallets',
    wallets,
    [{ ...wallet, tokens: [{ ...position, amount: 0.6 }] }],
    'the wallets of "u1"',
  ],
  ['wallets', wallets, [{ ...wallet, tokens: [] }], 'the wallets of "u1"'],
  ['wallets', wallets, [...wallets, { id: 'w2', thematic: 't2' }], 'the wallets of "u1"'],
  ['thematic', thematic, { ...thematic, name: 'Other layers' }, 'the thematic "t1"'],
  ['thematic', thematic, { ...thematic, tokens: [] }, 'the thematic "t1"'],
  ['thematics', [thematic], [{ ...thematic, tokens: [] }], 'the thematics'],
  ['thematics', [thematic], [thematic, { id: 't2' }], 'the thematics'],
])('what somebody changes is a change: %s %#', (kind, before, after, what) => {
  const expected = { what, readBefore: 10, readAt: 20 };
  expect(changeOf(kind, before, after)).toMatchObject(expected);
  expect(changeOf(kind, after, before)).toMatchObject(expected);
});

test('the time of a change is the newly reported one', () => {
  const renamed = { ...user, name: 'Desk 2' };
  expect(changeOf('user', user, renamed)?.changedAt).toBeNull();
  const later = { ...renamed, updatedAt: 1_795_428_060 };
  expect(changeOf('user', user, later)?.changedAt).toBe(1_795_428_060_000);
});

test('of a list that is not whole it is not known what there is', () => {
  expect(readers['wallets']?.([...wallets, true])).toBeNull();
  expect(readers['wallets']?.({ error: 'later' })).toBeNull();
  expect(readers['thematics']?.([thematic, true])).toBeNull();
});
