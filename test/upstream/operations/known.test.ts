import { expect, test } from 'vitest';
import { user, userList } from '#contract/user.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { answering } from '../answering.ts';

const inFrontOf = answering({ now: Date.UTC(2026, 5, 17, 14) });

test('an error that comes as a success is nobody, and an empty id neither', async () => {
  const { call, requests } = inFrontOf({
    '/p/users/a': { error: 'No such user' },
    '/p/users/b': { success: false, message: 'No such user' },
    '/p/users/c': { data: { id: 7, error: 'of his own' }, success: true },
    '/p/thematics/a': { errors: ['No such thematic'] },
  });
  for (const path of ['/p/users/a', '/p/users/b', '/p/thematics/a']) {
    const { detail } = await problemOf(call('GET', path), 'upstream-unreadable');
    expect(detail).toContain('JSON that is no');
  }
  expect(await answerOf(call('GET', '/p/users/c'), user)).toMatchObject({ error: 'of his own' });
  requests.length = 0;
  expect(await answerOf(call('GET', '/p/users?customId='), userList)).toEqual([]);
  await problemOf(call('GET', '/x/users/c/performance/day?thematic='), 'thematic-not-found');
  expect(requests).toEqual([]);
});
