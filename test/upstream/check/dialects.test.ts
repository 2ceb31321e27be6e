import { expect, test } from 'vitest';
import { check, differing, found, speak } from './checked.ts';

// The calls of the interface by what they answer.
const userCalls = ['GET /p/users', 'GET /p/users/{id}'];
const walletCall = 'GET /p/users/{id}/wallets';
const thematicCalls = ['GET /p/thematics', 'GET /p/thematics/{id}'];
const histories = [
  'GET /p/users/{id}/wallets/history',
  'GET /p/users/{id}/wallets/history/{historyType}',
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history',
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}',
  'GET /p/thematics/{id}/history',
  'GET /p/thematics/{id}/history/{historyType}',
];
const objects = [...userCalls, walletCall, ...thematicCalls];
const webhookCall = 'GET /p/webhook';
const derived = 'totals are derived: amount × price, or the sum of the parts';

/** None of the dialects takes a customId twice. */
const taken = { 'the same customId again: rejected with 409': ['PUT /p/users'] };

/** Expected findings of each dialect, written by hand: the text, and the only calls that have it. */
test.each([
  ['plain', {}, []],
  [
    'objects',
    // It states no total of anything; of a list of users no wallets are known either.
    { 'have no total': userCalls, [derived]: [walletCall] },
    [],
  ],
  [
    'disorder',
    {
      // All histories are written the same way.
      'records not in order': histories,
      'records that repeat a time': histories,
      'records: more than a day in the future': histories,
      'an update replaces all attributes': ['POST /p/users/{id}'],
    },
    [],
  ],
  [
    'gaps',
    {
      'have no total': histories,
      // It says nowhere when anything was made; a wallet has no createdAt in the interface either.
      'have no createdAt': [...userCalls, ...thematicCalls],
      'have no updatedAt': objects,
    },
    [],
  ],
  [
    'ids alone',
    {
      // Every body is text/plain.
      'content type text/plain': [...objects, ...histories, webhookCall],
      'users as ids': ['GET /p/users'],
      'thematics as ids': ['GET /p/thematics'],
      'tokens as ids': [walletCall, 'GET /p/thematics/{id}'],
      'have no total': [...userCalls, 'GET /p/thematics'],
      [derived]: [walletCall],
      'have no price': ['GET /p/thematics/{id}'],
      'prices are derived: total ÷ amount': [walletCall],
      'have no createdAt': ['GET /p/users', 'GET /p/thematics'],
      'have no updatedAt': ['GET /p/users', 'GET /p/thematics'],
    },
    [],
  ],
  [
    'seconds',
    {
      // Lists are under results; histories and single ones are bare.
      'list under results': ['GET /p/users', walletCall, 'GET /p/thematics', webhookCall],
      // All but webhooks have times.
      'epoch seconds': [...objects, ...histories],
      // Pages of 7 users, 2 wallets, 3 thematics; there is no webhook.
      'list or history in pages': ['GET /p/users', walletCall, 'GET /p/thematics'],
      'prices as objects': [walletCall, ...thematicCalls],
      'time under time': histories,
      'total under v': histories,
    },
    // Its list of webhooks is empty, so nobody can know the names of its types.
    ['PUT /p/webhook: webhook.disabled is no type of ours: portfolio.changed, user.changed.'],
  ],
] as const)(
  '%s differs in what it does otherwise, and in nothing else',
  async (name, findings, unreadable) => {
    const { report } = await check(speak(name));
    const sorted = Object.entries({ ...findings, ...taken }).map(([text, calls]) => [
      text,
      [...calls].toSorted(),
    ]);
    expect(
      Object.fromEntries(
        Object.entries(differing(report)).map(([text, calls]) => [text, calls.toSorted()]),
      ),
    ).toEqual(Object.fromEntries(sorted));
    expect(found(report, 'unreadable')).toEqual(unreadable);
  },
);
