import { expect, test } from 'vitest';
import { faultLines } from '#gateway/command/importAnswer.ts';
import { notEmptyText } from '#gateway/backup/texts.ts';
import { problem } from '#platform/http/problem.ts';

const linesOf = (...given: Parameters<typeof problem>) =>
  faultLines(problem(...given).toDetails('/x'));

test('a problem is printed once: its title, unless the detail repeats it', () => {
  expect(linesOf('key-not-found', 'There is no key "nope".')).toEqual(['There is no key "nope".']);
  const text = notEmptyText('users other than samples: 2');
  expect(linesOf('store-not-empty', text)).toEqual([text]);
  expect(linesOf('last-admin-key', 'Without this key, no admin could sign in.')).toEqual([
    'The last admin key cannot be revoked: Without this key, no admin could sign in.',
  ]);
});

test('each fault has its own line, once', () => {
  const errors = [{ pointer: '/a', detail: 'is no number' }];
  expect(linesOf('invalid-users', 'See below.', { errors })).toEqual([
    'The users cannot be imported: See below.',
    '  /a is no number',
  ]);
  expect(linesOf('invalid-users', 'One.\nTwo.', { errors })).toEqual([
    'The users cannot be imported: One.',
    'Two.',
  ]);
});
