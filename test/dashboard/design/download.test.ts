import { expect, test } from 'vitest';
import { fileName } from '#dashboard/design/download.ts';

test('file names contain only characters that file systems accept', () => {
  expect(fileName('x/y?c#d e%2F 日本.csv')).toBe('x-y-c#d-e%2F-日本.csv');
  expect(fileName('..')).toBe('file');
});
