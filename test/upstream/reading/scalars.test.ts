import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readId, readNumber, readTime } from '#upstream/reading/scalars.ts';

const number = (value: unknown) => readNumber(value, () => undefined);
const time = (value: unknown) => {
  const at = readTime(value, () => undefined);
  return typeof at === 'number' ? new Date(at).toISOString() : at.kind;
};

describe('numbers', () => {
  test.each([
    [5, 5],
    [-0, 0],
    [1e300, 1e300],
    ['1234.56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567.8', 1234567.8],
    ['-1.234.567,8', -1234567.8],
    ['1,234.567', 1234.567],
    ['1.234', 1.234],
    ['1234,56', 1234.56],
    ['0,5', 0.5],
    ['12,3456', 12.3456],
    [',5', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1 234 567', 1234567],
    ['1 234,56', 1234.56],
    ['1\u00a0234,5', 1234.5],
    ['1\u202f234\u202f567.25', 1234567.25],
    ['1\u2009234', 1234],
    ["1'234'567.89", 1234567.89],
    ['1’234.5', 1234.5],
    ['1,234,567', 1234567],
    ['-12,345,678', -12345678],
    ['1.234.567', 1234567],
    ['0,123', 0.123],
    ['-0,123', -0.123],
    ['00,123', 0.123],
    [',567', 0.567],
    ['1234,567', 1234.567],
    ['1 234,567', 1234.567],
    ["1'234,567", 1234.567],
    ['1e5', 100_000],
    ['-1.5E-3', -0.0015],
    ['+7', 7],
    [' 7 ', 7],
    ['-0', 0],
    ['007', 7],
  ])('%j is %d', (value, expected) => {
    expect(number(value)).toBe(expected);
  });

  const comma = 'ambiguous-comma';
  test.each([
    ['1,234', comma],
    ['-1,234', comma],
    ['100,000', comma],
    ['(5)', 'no-number'],
    ['5%', 'no-number'],
    ['€5', 'no-number'],
    ['5 EUR', 'no-number'],
    ['0,123,456', 'no-number'],
    ['0.123.456', 'no-number'],
    ['1234,567,890', 'no-number'],
    ['1,234,56', 'no-number'],
    ['1,23,456.7', 'no-number'],
    ['1234,567.8', 'no-number'],
    ['1.234,5.6', 'no-number'],
    ['1 23', 'no-number'],
    ["1 234'567", 'no-number'],
    ['1,234e5', 'no-number'],
    ['0x10', 'no-number'],
    ['NaN', 'no-number'],
    ['Infinity', 'no-number'],
    ['--5', 'no-number'],
    ['−5', 'no-number'],
    ['.', 'no-number'],
    [',', 'no-number'],
    ['e5', 'no-number'],
    ['1\n2', 'no-number'],
    ['9'.repeat(101), 'no-number'],
    ['', 'empty-text'],
    [' ', 'empty-text'],
    [true, 'no-number'],
    [{ amount: 5 }, 'no-number'],
    [[5], 'no-number'],
    ['1e400', 'huge-number'],
    [JSON.parse('1e400'), 'huge-number'],
    [NaN, 'huge-number'],
  ])('%j is unreadable', (value, kind) => {
    expect(number(value)).toEqual({ kind });
  });

  test('what a program writes as a number is read to the last digit', () => {
    const written = fc.double({ noDefaultInfinity: true, noNaN: true });
    fc.assert(
      fc.property(written, (value) => {
        expect(number(String(value))).toBe(value === 0 ? 0 : value);
        expect(number(value)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'sv-SE'])('what %s writes is read', (locale) => {
    const cents = fc.integer({ min: 0, max: 1e12 });
    const style = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    fc.assert(
      fc.property(cents, (value) => {
        expect(number((value / 100).toLocaleString(locale, style))).toBe(value / 100);
      }),
    );
  });
});

describe('times', () => {
  test.each([
    ['2026-11-23T10:20:30.456Z', '2026-11-23T10:20:30.456Z'],
    ['2026-11-23T10:20:30Z', '2026-11-23T10:20:30.000Z'],
    ['2026-11-23t10:20z', '2026-11-23T10:20:00.000Z'],
    ['2026-11-23T10:20:30+02:00', '2026-11-23T08:20:30.000Z'],
    ['2026-11-23T10:20:30-0530', '2026-11-23T15:50:30.000Z'],
    ['2026-11-23T00:20:30+02', '2026-11-22T22:20:30.000Z'],
    ['2026-11-23T10:20:30', '2026-11-23T10:20:30.000Z'],
    ['2026-11-23 10:20:30', '2026-11-23T10:20:30.000Z'],
    ['2026-11-23 10:20:30.1234567 +00:00', '2026-11-23T10:20:30.123Z'],
    ['2026-11-23 10:20:30,5', '2026-11-23T10:20:30.500Z'],
    ['2026-11-23', '2026-11-23T00:00:00.000Z'],
    [' 2026-11-23 ', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23T24:00:00Z', '2026-11-24T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
    [1_763_893_230, '2025-11-23T10:20:30.000Z'],
    [1_763_893_230.25, '2025-11-23T10:20:30.250Z'],
    [1_763_893_230_250, '2025-11-23T10:20:30.250Z'],
    ['1763893230', '2025-11-23T10:20:30.000Z'],
    ['1763893230250', '2025-11-23T10:20:30.250Z'],
    [99_999_999_999, '5138-11-16T09:46:39.000Z'],
    [100_000_000_000, '1973-03-03T09:46:40.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [-86_400, '1969-12-31T00:00:00.000Z'],
  ])('%j is %s', (value, expected) => {
    expect(time(value)).toBe(expected);
  });

  test.each([
    ['2026-02-30', 'no-time'],
    ['2026-13-01', 'no-time'],
    ['2026-00-10', 'no-time'],
    ['2026-11-23T25:00:00Z', 'no-time'],
    ['2026-11-23T24:00:01Z', 'no-time'],
    ['2026-11-23T10:60:00Z', 'no-time'],
    ['2026-11-23T10:20:30+24:00', 'no-time'],
    ['23.11.2026', 'no-time'],
    ['11/23/2026', 'no-time'],
    ['Mon, 23 Nov 2026 10:20:30 GMT', 'no-time'],
    ['now', 'no-time'],
    ['', 'no-time'],
    ['1'.repeat(101), 'no-time'],
    [true, 'no-time'],
    [[2026, 11, 23], 'no-time'],
    [{}, 'no-time'],
    [1_763_893_230_250_000, 'far-time'],
    [JSON.parse('1e400'), 'far-time'],
    [NaN, 'far-time'],
    ['0000-01-01T00:00:00+01:00', 'far-time'],
    ['9999-12-31T23:59:59-01:00', 'far-time'],
  ])('%j is unreadable', (value, kind) => {
    expect(time(value)).toBe(kind);
  });

  test('every instant is read back in each of its forms', () => {
    const instants = fc.date({
      min: new Date('1974-01-01'),
      max: new Date('5138-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const text = instant.toISOString();
        const at = instant.getTime();
        for (const form of [text, text.slice(0, -1), text.replace('T', ' '), at, String(at)]) {
          expect(time(form)).toBe(text);
        }
        expect(time(at / 1000)).toBe(text);
      }),
    );
  });
});

describe('ids', () => {
  test.each([
    ['u1', 'u1'],
    ['a/b?c#d e%2F', 'a/b?c#d e%2F'],
    ['日本', '日本'],
    ['../x', '../x'],
    ['__proto__', '__proto__'],
    [' ', ' '],
    [7, '7'],
    [0, '0'],
  ])('%j is %j', (value, expected) => {
    expect(readId(value)).toBe(expected);
  });

  test.each([
    ['', 'no-id'],
    [null, 'no-id'],
    [true, 'no-id'],
    [{}, 'no-id'],
    ['.', 'unusable-id'],
    ['..', 'unusable-id'],
    ['\ud800', 'unusable-id'],
    ['x'.repeat(1001), 'unusable-id'],
    [1.5, 'inexact-id'],
    [2 ** 60, 'inexact-id'],
  ])('%j is unreadable', (value, kind) => {
    expect(readId(value)).toEqual({ kind });
  });
});
