import { expect, test } from 'vitest';
import { fileName } from '#dashboard/design/download.ts';

test('names of files hold nothing that a file system refuses', () => {
  expect(fileName('x/y?c#d e%2F 日本.csv')).toBe('x-y-c#d-e%2F-日本.csv');
  expect(fileName('..')).toBe('file');
});
