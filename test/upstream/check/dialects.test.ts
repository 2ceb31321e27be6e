import { expect, test } from 'vitest';
import { check, differing, each, found, speak } from './checked.ts';

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
/** Those with an id in the path may name what does not exist, and one takes what is no JSON. */
const refusing = [
  'GET /p/users/{id}',
  walletCall,
  'GET /p/thematics/{id}',
  ...histories,
  'POST /p/users/{id}',
];

/** None of the dialects takes a customId twice. */
const taken = { taken: { 'PUT /p/users': 'It is refused with 409.' } };

/** What follows from how `dialects` has them speak, by hand: these points differ on these calls, and no other. */
test.each([
  ['plain', {}, []],
  [
    'objects',
    {
      // It states no total of anything: that of a position is amount × price.
      'totals-stated': {
        ...each(userCalls, /^a user states no total/),
        [walletCall]: expect.stringMatching(
          /^a wallet states no total .*; a position states no total/,
        ),
      },
      // `user: { … }` and `thematics: { … }` in each wallet.
      owner: each([walletCall], /^user is an object/),
      thematic: each([walletCall], /^thematics is an object/),
    },
    [],
  ],
  [
    'disorder',
    {
      // All histories are written the same way.
      order: each(histories, /^records (share a time|not in order)/),
      future: each(histories, /^records are in the future/),
      // An update replaces all attributes.
      merge: { 'POST /p/users/{id}': 'What is sent replaces all attributes.' },
    },
    [],
  ],
  [
    'gaps',
    {
      gaps: each(histories, /^there are gaps/),
      // It says nowhere when anything was made; webhooks and records are not asked for that.
      dates: {
        ...each(userCalls, /^a user has no createdAt or updatedAt/),
        ...each([walletCall], /^a wallet has no updatedAt/),
        ...each(thematicCalls, /^a thematic has no createdAt or updatedAt/),
      },
    },
    [],
  ],
  [
    'ids alone',
    {
      // Every body is text/plain.
      'media-type': each([...objects, ...histories, webhookCall], /^it says text\/plain/),
      // Of the list of users ids alone come; the user by itself has its customId.
      'custom-id': each(['GET /p/users'], /^an id alone stands for it/),
      'totals-stated': {
        ...each(userCalls, /^a user states no total/),
        ...each([walletCall], /^a wallet states no total \([^;]*$/),
      },
      dates: {
        ...each(['GET /p/users'], /^a user has no createdAt/),
        ...each(['GET /p/thematics'], /^a thematic has no createdAt/),
      },
      // Ids are under customId, in the list of thematics under nothing.
      ids: {
        ...each([walletCall, 'GET /p/thematics/{id}'], /^there is no _id/),
        ...each(['GET /p/thematics'], /^an id alone stands for it/),
      },
      token: each([walletCall, 'GET /p/thematics/{id}'], /^tokens as ids/),
      weights: each(['GET /p/thematics'], /^thematics are ids alone/),
    },
    [],
  ],
  [
    'seconds',
    {
      // Lists are under results; histories and single ones are bare.
      envelope: each(
        ['GET /p/users', walletCall, 'GET /p/thematics', webhookCall],
        /^list under results/,
      ),
      // All but webhooks have times.
      times: each([...objects, ...histories], /^epoch seconds/),
      // Pages of 7 users, 2 wallets, 3 thematics; there is no webhook.
      'one-piece': each(['GET /p/users', walletCall, 'GET /p/thematics'], /^it comes in pages/),
      errors: each(refusing, /^the words are under error, as application\/json/),
      records: each(histories, /^time under time .*total under v /),
      'all-types': each(['PUT /p/webhook'], /^It is refused: .*\* is no type of ours/),
    },
    // Its list of webhooks is empty, so nobody can know the names of its types.
    [
      'PUT /p/webhook answers: No type is taken. webhook.disabled is no type of ours: portfolio.changed, user.changed.',
    ],
  ],
] as const)(
  '%s differs in what it does otherwise, and in nothing else',
  async (name, points, not) => {
    const { report } = await check(speak(name));
    expect(differing(report)).toEqual({ ...points, ...taken });
    expect(found(report, 'unreadable').map((line) => line.replace(/\.\.$/, '.'))).toEqual(not);
  },
);
