import { expect, test } from 'vitest';
import { faultLines } from '#gateway/command/importAnswer.ts';
import { notEmptyWords } from '#gateway/backup/words.ts';
import { problem } from '#platform/http/problem.ts';

const wordsOf = (...given: Parameters<typeof problem>) =>
  faultLines(problem(...given).toDetails('/x'));

test('a problem is said once: its title, unless the detail says it again', () => {
  expect(wordsOf('key-not-found', 'There is no key "nope".')).toEqual(['There is no key "nope".']);
  const words = notEmptyWords('users that are no samples: 2');
  expect(wordsOf('store-not-empty', words)).toEqual([words]);
  expect(wordsOf('last-admin-key', 'No admin could sign in any more.')).toEqual([
    'The last admin key cannot be revoked: No admin could sign in any more.',
  ]);
});

test('its faults have a line each, once', () => {
  const errors = [{ pointer: '/a', detail: 'is no number' }];
  expect(wordsOf('invalid-users', 'See below.', { errors })).toEqual([
    'The users cannot be imported: See below.',
    '  /a is no number',
  ]);
  expect(wordsOf('invalid-users', 'One.\nTwo.', { errors })).toEqual([
    'The users cannot be imported: One.',
    'Two.',
  ]);
});
