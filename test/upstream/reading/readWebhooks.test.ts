import { expect, test } from 'vitest';
import { readWebhookList as parseWebhookList } from '#upstream/reading/readWebhooks.ts';
import { worded } from './worded.ts';

const readWebhookList = (json: unknown) => worded(parseWebhookList(json));

const url = 'https://receiver.test/hook';

const health = { successRate: 0.5, lastSuccessAt: null, lastFailureAt: '2026-11-23T00:00:00.000Z' };

test.each([
  [{ status: 'on', health: 'good' }],
  [{ status: 1, health: { ...health, successRate: Infinity } }],
  [{ status: {}, health: { successRate: 1 } }],
])('what is no status and no health of ours is not known: %j', (fields) => {
  const { value } = readWebhookList([{ url, type: 'a', ...fields }]);
  expect(value[0]).toMatchObject({ status: null, health: null });
});

test('a webhook with all that the service says of it', () => {
  const json = {
    webhooks: [
      { _id: 'h1', url, type: 'user.created', createdAt: '2026-11-23', status: 'enabled', health },
    ],
  };
  expect(readWebhookList(json)).toMatchObject({
    value: [
      {
        id: 'h1',
        url,
        type: 'user.created',
        createdAt: Date.UTC(2026, 10, 23),
        status: 'enabled',
        health,
      },
    ],
    unread: [],
  });
});

test.each<[object, string[]]>([
  [{ type: 'no type of ours' }, ['no type of ours']],
  [{ event: '*' }, ['*']],
  [{ types: ['a', 'b', 'a'] }, ['a', 'b']],
  [{ type: ['a'] }, ['a']],
  [{ events: ['a', 5, ''] }, ['a']],
])('the types of %j', (fields, types) => {
  const { value, unread } = readWebhookList([{ url, ...fields }]);
  expect(value.map(({ type }) => type)).toEqual(types);
  expect(value[0]).toMatchObject({ id: null, url, createdAt: null, status: null, health: null });
  expect(unread).toEqual([]);
});

test('names entries that are not webhooks', () => {
  const rows = [null, url, {}, { type: 'a' }, { url: ' ' }, { url }, { url, type: 5 }];
  expect(readWebhookList({ data: rows })).toMatchObject({
    value: [],
    unread: [
      { what: 'webhook', why: 'no url in them', count: 5, of: 7, example: '/data/0' },
      { what: 'webhook', why: 'no type in them', count: 2, of: 7, example: '/data/5' },
    ],
  });
  expect(readWebhookList(null).unread).toMatchObject([{ what: 'answer', why: 'no list in it' }]);
});
