import { expect, test } from 'vitest';
import { readInstant, typedInstant } from '#dashboard/design/readInstant.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences, type Preferences } from '#dashboard/preferences/preferences.ts';
import { localeChoices } from '#dashboard/settings/formatChoices.ts';

const asOf = Date.UTC(2026, 5, 17, 14, 23, 40);
const utc = { asOf, timeZone: 'UTC', locale: 'en-GB' };

test.each([
  ['', null],
  ['2026-03-12', '2026-03-12T00:00:00.000Z'],
  ['2026-03-12 14:30', '2026-03-12T14:30:00.000Z'],
  ['2026-03-12T14:30:05', '2026-03-12T14:30:05.000Z'],
  ['2026-03-12T14:30:05.123Z', '2026-03-12T14:30:05.123Z'],
  ['2026-03-12 14:30 UTC', '2026-03-12T14:30:00.000Z'],
  ['2026-03-12 14:30+05:30', '2026-03-12T09:00:00.000Z'],
  ['2026-03-12 14:30-02:00', '2026-03-12T16:30:00.000Z'],
  ['2026-06-17 14:23:40', '2026-06-17T14:23:40.000Z'],
])('reads %j', (text, at) => {
  expect(readInstant(text, utc)).toEqual({ at, fault: null });
});

test('a time without a zone is in the page’s zone, including daylight saving time', () => {
  const zone = { asOf, timeZone: 'Europe/Berlin', locale: 'en-GB' };
  expect(readInstant('2026-01-12 14:30', zone).at).toBe('2026-01-12T13:30:00.000Z');
  expect(readInstant('2026-05-12 14:30', zone).at).toBe('2026-05-12T12:30:00.000Z');
  expect(readInstant('2026-05-12 14:30Z', zone).at).toBe('2026-05-12T14:30:00.000Z');
});

test.each([
  ['en-GB', '12/03/2026 9:30', '2026-03-12T09:30:00.000Z'],
  ['en-US', '3/12/2026', '2026-03-12T00:00:00.000Z'],
  ['de-DE', '12.3.2026, 14:30', '2026-03-12T14:30:00.000Z'],
  ['ja-JP', '2026/3/12', '2026-03-12T00:00:00.000Z'],
])('parses a date in the format of %s, %s', (locale, text, at) => {
  expect(readInstant(text, { ...utc, locale }).at).toBe(at);
});

test.each([
  ['yesterday', /such as 12\/03\/2026 or 2026-03-12 14:30/],
  ['12.03.26', /such as/],
  ['2026-04-31', /No such date/],
  ['2026-02-29', /No such date/],
  ['2026-03-12 25:00', /No such date or time/],
  ['1969-12-31', /1970/],
  ['2026-06-17 14:23:41', /later than the latest prices/],
  ['2026-06-17 14:24', /later than the latest prices/],
])('explains why %j is invalid', (text, words) => {
  expect(readInstant(text, utc).at).toBeNull();
  expect(readInstant(text, utc).fault).toMatch(words);
});

test('does not reject future dates while the service’s time is unknown', () => {
  expect(
    readInstant('2999-01-01', { asOf: null, timeZone: 'UTC', locale: 'en-GB' }).fault,
  ).toBeNull();
});

/** Values of all preferences. Those that affect neither dates nor times have one. */
const values: { readonly [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  locale: localeChoices('en-GB').map(({ value }) => value),
  timeZone: ['UTC', 'browser', 'America/Los_Angeles', 'Asia/Kathmandu', 'Europe/Berlin'],
  gainLoss: [defaultPreferences.gainLoss],
  currency: [defaultPreferences.currency],
  privacy: [defaultPreferences.privacy],
  riskFree: [defaultPreferences.riskFree],
  benchmark: [defaultPreferences.benchmark],
};
const everyPreferences = Object.entries(values).reduce<readonly Preferences[]>(
  (all, [name, options]) =>
    all.flatMap((others) => options.map((value) => ({ ...others, [name]: value }))),
  [defaultPreferences],
);

test('reads what a field writes, in all preferences', () => {
  const day = '2026-03-12';
  const clocks = ['00:00', '00:30', '09:05', '12:00', '12:30', '14:30:05', '23:59:59'];
  expect(everyPreferences.length).toBeGreaterThan(70);
  for (const { timeZone, locale } of everyPreferences.map((chosen) => createFormat(chosen))) {
    for (const clock of clocks) {
      const at = Date.parse(`${day}T${clock}Z`);
      const text = typedInstant(at, timeZone);
      expect(Date.parse(readInstant(text, { asOf: null, timeZone, locale }).at ?? text)).toBe(at);
    }
  }
});

test('a field writes the time of day as the pages do', () => {
  const at = Date.UTC(2026, 2, 12, 14, 30);
  const { clock, clockSeconds } = createFormat(defaultPreferences);
  expect(typedInstant(at, 'UTC')).toBe(`2026-03-12 ${clock(at)}`);
  expect(typedInstant(at + 5000, 'UTC')).toBe(`2026-03-12 ${clockSeconds(at + 5000)}`);
});
