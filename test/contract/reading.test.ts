import { expect, test } from 'vitest';
import { type Reading, readingOf, readingText } from '#contract/reading.ts';

const reading: Reading = {
  readAt: Date.UTC(2026, 5, 17, 14, 23, 40),
  stale: 'The service does not answer: 日本, é, “quoted”.',
  unread: [{ what: 'record', why: 'no time in them', count: 3, of: 288, example: '/3' }],
  notes: ['Listed twice: u1\r\n (the last counts).'],
  raw: '/p/users/a%2Fb?x=1',
};

test('a reading goes through a header as it is', () => {
  const text = readingText(reading);
  expect(new Headers({ Reading: text }).get('reading')).toBe(text);
  expect(readingOf(text)).toEqual(reading);
});

test.each([null, '', '%', 'abc', '%7B%7D', '[]', encodeURIComponent('{"readAt":"now"}')])(
  'the header %j says nothing of a reading',
  (header) => {
    expect(readingOf(header)).toBeNull();
  },
);
