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

test('however much is to be said, it fits into a header that every proxy takes', () => {
  const notes = Array.from({ length: 20_000 }, (_, index) => `Zweimal gelistet: 長い ${index}`);
  const many = readingOf(readingText({ ...reading, notes }));
  expect(readingText({ ...reading, notes }).length).toBeLessThanOrEqual(2800);
  expect(many?.unread).toEqual(reading.unread);
  expect(many?.notes[0]).toBe(notes[0]);
  const left = notes.length + 1 - (many?.notes.length ?? 0);
  expect(many?.notes.at(-1)).toBe(`What is to be said beside it is longer: ${left} more.`);
  const long = { ...reading, notes, stale: '長'.repeat(500), raw: `/p/users/${'長'.repeat(500)}` };
  expect(readingText(long).length).toBeLessThanOrEqual(2800);
  expect(readingOf(readingText(long))).toMatchObject({
    stale: `${'長'.repeat(200)}…`,
    raw: null,
    notes: ['What is to be said beside it is longer: 20001 more.'],
  });
});

test.each([null, '', '%', 'abc', '%7B%7D', '[]', encodeURIComponent('{"readAt":"now"}')])(
  'the header %j says nothing of a reading',
  (header) => {
    expect(readingOf(header)).toBeNull();
  },
);
