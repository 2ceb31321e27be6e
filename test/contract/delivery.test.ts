import { expect, test } from 'vitest';
import { isTimeoutFault, timeoutFault } from '#contract/delivery.ts';

test.each([
  ['answer', 15_000, 'No answer within 15 s.'],
  ['host address', 5000, 'No host address within 5 s.'],
  ['connection', 90_000, 'No connection within 1 min 30 s.'],
])('the fault of a missing %s is recognized as a time-out', (missing, limitMs, fault) => {
  expect(timeoutFault(missing, limitMs)).toBe(fault);
  expect(isTimeoutFault(fault)).toBe(true);
});

test('a stored fault of an earlier version is recognized', () => {
  expect(isTimeoutFault('The host was not found within 5 s.')).toBe(true);
});

test.each(['Connection refused.', 'Answered 503.', 'The receiver said: within 5 s.'])(
  '%s is not a time-out',
  (fault) => {
    expect(isTimeoutFault(fault)).toBe(false);
  },
);
