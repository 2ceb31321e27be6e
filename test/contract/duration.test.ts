import { expect, test } from 'vitest';
import { durationText, roundedDuration } from '#contract/duration.ts';
import { day, hour, minute } from '#contract/historyType.ts';

test.each([
  [0, '0 s', '0 s'],
  [15, '15 ms', '0 s'],
  [40_000, '40 s', '40 s'],
  [90_000, '1 min 30 s', '2 min'],
  [5 * minute, '5 min', '5 min'],
  [90 * minute, '1 h 30 min', '2 h'],
  [hour, '1 h', '60 min'],
  [hour + 10_000, '1 h', '60 min'],
  [day, '1 d', '24 h'],
  [16.5 * day, '16 d 12 h', '16.5 days'],
])('%d ms as text', (milliseconds, text, rounded) => {
  expect(durationText(milliseconds)).toBe(text);
  expect(roundedDuration(milliseconds)).toBe(rounded);
});
