import { expect, test, vi } from 'vitest';
import { tokenList } from '#contract/token.ts';
import { user, userList } from '#contract/user.ts';
import { answerOf } from '../support/calls.ts';
import { answering, readingOn } from './answering.ts';

const inFrontOf = answering({ now: Date.UTC(2026, 5, 17, 14) });

test('once all users were read in the background, their list and their tokens cost the service nothing', async () => {
  const users: unknown[] = [{ customId: 'u' }, { customId: 'v', total: 4 }];
  const answers: Record<string, unknown> = {
    '/p/users': users,
    '/p/thematics': [{ id: 't', tokens: [{ token: { id: 'x', name: 'Ex' }, weight: 1 }] }],
    '/p/users/u/wallets': [{ thematics: 't', tokens: [{ token: 'x', amount: 2, total: 3 }] }],
    '/p/users/v/wallets': [{ thematics: 't', tokens: [{ token: 'y', amount: 1, total: 4 }] }],
  };
  const { call, round, requests } = inFrontOf(answers);
  await round.begin();
  await vi.waitFor(() => expect(round.progress()).toMatchObject({ wallets: 2, histories: 2 }));
  const tokens = await answerOf(call('GET', '/x/tokens'), tokenList);
  expect(tokens.map(({ _id, name, price }) => [_id, name, price])).toEqual([
    ['x', 'Ex', 1.5],
    ['y', 'y', 4],
  ]);
  const before = requests.length;
  const listed = await call('GET', '/p/users');
  expect(readingOn(listed)).toMatchObject({ stale: null, unread: [], notes: [], raw: '/p/users' });
  const all = await answerOf(listed, userList);
  expect(all.map(({ customId, total }) => [customId, total])).toEqual([
    ['u', 3],
    ['v', 4],
  ]);
  const second = await answerOf(call('GET', '/p/users?limit=1&after=cDE'), userList);
  expect(second).toEqual([all[1]]);
  expect(requests.length).toBe(before);
  // Who changes something sees it at once.
  answers['/p/users/w'] = { customId: 'w' };
  users.push({ customId: 'w' });
  await answerOf(call('POST', '/p/users/w', { json: '{"name":"W"}' }), user);
  const now = await answerOf(call('GET', '/p/users'), userList);
  expect(now.map(({ customId }) => customId)).toEqual(['u', 'v', 'w']);
});
