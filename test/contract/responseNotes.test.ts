import { expect, test } from 'vitest';
import {
  type ResponseNotes,
  parseResponseNotes,
  responseNotesHeader,
  responseNotesText,
} from '#contract/responseNotes.ts';

const response: ResponseNotes = {
  readAt: Date.UTC(2026, 5, 17, 14, 23, 40),
  stale: 'The service does not answer: 日本, é, “quoted”.',
  unread: [{ what: 'record', why: 'no time in them', count: 3, of: 288, example: '/3' }],
  notes: ['Listed twice: u1\r\n (the last counts).'],
  raw: '/p/users/a%2Fb?x=1',
};

test('the header carries notes unchanged', () => {
  const text = responseNotesText(response);
  expect(new Headers({ [responseNotesHeader]: text }).get('response-notes')).toBe(text);
  expect(parseResponseNotes(text)).toEqual(response);
});

test('however much is to be said, it fits into a header that every proxy takes', () => {
  const notes = Array.from({ length: 20_000 }, (_, index) => `Zweimal gelistet: 長い ${index}`);
  const many = parseResponseNotes(responseNotesText({ ...response, notes }));
  expect(responseNotesText({ ...response, notes }).length).toBeLessThanOrEqual(2800);
  expect(many?.unread).toEqual(response.unread);
  expect(many?.notes[0]).toBe(notes[0]);
  const left = notes.length + 1 - (many?.notes.length ?? 0);
  expect(many?.notes.at(-1)).toBe(`Notes left out: ${left}.`);
  const long = { ...response, notes, stale: '長'.repeat(500), raw: `/p/users/${'長'.repeat(500)}` };
  expect(responseNotesText(long).length).toBeLessThanOrEqual(2800);
  expect(parseResponseNotes(responseNotesText(long))).toMatchObject({
    stale: `${'長'.repeat(200)}…`,
    raw: null,
    notes: ['Notes left out: 20001.'],
  });
});

test.each([null, '', '%', 'abc', '%7B%7D', '[]', encodeURIComponent('{"readAt":"now"}')])(
  'the header %j holds no notes',
  (header) => {
    expect(parseResponseNotes(header)).toBeNull();
  },
);
