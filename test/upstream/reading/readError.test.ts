import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readError } from '#upstream/reading/readError.ts';

test.each<[string, string]>([
  ['{"message":"Nobody here"}', 'Nobody here'],
  ['{"error":"Nobody here","detail":"x"}', 'Nobody here'],
  ['{"statusCode":404,"message":"Nobody here","error":"Not Found"}', 'Nobody here'],
  ['{"type":"about:blank","title":"Gone","detail":"Nobody here"}', 'Nobody here'],
  ['{"title":"Gone"}', 'Gone'],
  ['{"error":{"code":5,"message":"Nobody here"}}', 'Nobody here'],
  ['{"error":true,"detail":"Nobody here"}', 'Nobody here'],
  ['{"errors":[{"message":"a"},{"detail":"b"},"c","d"]}', 'a; b; c'],
  ['{"detail":[{"loc":["body"],"msg":"x"}]}', '404 Not Found'],
  ['"Nobody here"', 'Nobody here'],
  ['Nobody  here\r\n\tat all\u0007', 'Nobody here at all'],
  ['<!doctype html><title>404</title>', '404 Not Found'],
  ['{"message":"<b>Nobody</b>"}', '<b>Nobody</b>'],
  ['{}', '404 Not Found'],
  ['{"message":" "}', '404 Not Found'],
  ['{"__proto__":{"message":"x"}}', '404 Not Found'],
  ['null', '404 Not Found'],
  ['', '404 Not Found'],
  [' \n', '404 Not Found'],
])('%s', (text, words) => {
  expect(readError(404, 'Not Found', text)).toBe(words);
});

test('the status line, whatever of it there is', () => {
  expect(readError(404, '', '')).toBe('404 Not Found');
  expect(readError(404, 'Nobody', '')).toBe('404 Nobody');
  expect(readError(599, '', '')).toBe('599');
});

test('one line of at most 500 characters, whatever comes', () => {
  expect(readError(400, '', 'x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `{"message":${json}}`),
  );
  fc.assert(
    fc.property(text, (body) => {
      const words = readError(400, 'Bad Request', body);
      expect(words.length).toBeLessThanOrEqual(501);
      expect(words).toMatch(/^[^\p{Cc}]+$/u);
    }),
  );
  expect(readError(400, 'Bad Request', `${'['.repeat(5000)}${']'.repeat(5000)}`)).toBe(
    '400 Bad Request',
  );
});
