import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { uncovered } from '#upstream/source/uncovered.ts';

const own = {
  name: 'Ada',
  key: 's3cret',
  login: { header: 'Bearer s3cret', retries: 2, 's3cret!': { note: 'x' } },
  keys: ['s3cret', 'other', { key: 's3cret' }],
};
const shown = {
  name: 'Ada',
  key: '…',
  login: { header: '… …', retries: 2, '…!': { note: 'x' } },
  keys: ['…', 'other', { key: '…' }],
};
const uncover = (changed: object) => uncovered({ ...changed }, { shown, own });

describe('what was left as it was shown is the value of the service', () => {
  test.each([
    ['another attribute', { ...shown, name: 'Grace' }, { ...own, name: 'Grace' }],
    ['one beside it', edited({ retries: 3 }), { ...own, login: { ...own.login, retries: 3 } }],
    [
      'one below a covered name',
      edited({ '…!': { note: 'y' } }),
      { ...own, login: { ...own.login, 's3cret!': { note: 'y' } } },
    ],
    [
      'another row of the same list',
      { ...shown, keys: ['…', 'new', { key: '…' }] },
      { ...own, keys: ['s3cret', 'new', { key: 's3cret' }] },
    ],
    ['all of it replaced', { ...shown, key: 'new' }, { ...own, key: 'new' }],
    ['it is removed', { name: 'Ada', key: '…' }, { name: 'Ada', key: 's3cret' }],
    ['a list without what is covered', { ...shown, keys: ['a'] }, { ...own, keys: ['a'] }],
  ])('%s', (_, changed, sent) => {
    expect(uncover(changed)).toEqual(sent);
  });
});

test.each([
  ['/login/header', edited({ header: '… … too' })],
  ['/copy', { ...shown, copy: '…' }],
  ['/login/copy', edited({ copy: { of: ['…'] } })],
  ['/login/…?', edited({ '…?': 1 })],
  ['/key', { ...shown, key: { inside: '…' } }],
  ['/keys/0', { ...shown, keys: ['…', 'other', { key: '…' }, 'added'] }],
  ['/keys/1', { ...shown, keys: ['other', '…', { key: '…' }] }],
])('a cover that was moved or changed is not sent: %s', (place, changed) => {
  expect(() => uncover(changed)).toThrow(Problem);
  expect(() => uncover(changed)).toThrow(`“…” in ${place} stands for a hidden credential`);
});

test('where two names are shown as one, what they are of is not changed', () => {
  const two = { shown: { of: { '…': 2 }, name: 'a' }, own: { of: { one: 1, two: 2 }, name: 'a' } };
  expect(uncovered({ of: { '…': 2 }, name: 'b' }, two)).toEqual({ ...two.own, name: 'b' });
  expect(() => uncovered({ of: { '…': 3 }, name: 'a' }, two)).toThrow('“…” in /of');
});

test('where nothing is covered, such a text is like any other', () => {
  const same = { shown: { name: 'Ada' }, own: { name: 'Ada' } };
  expect(uncovered({ name: 'Ada…' }, same)).toEqual({ name: 'Ada…' });
});

function edited(login: object): object {
  return { ...shown, login: { ...shown.login, ...login } };
}
