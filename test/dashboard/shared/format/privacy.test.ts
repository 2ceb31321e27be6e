import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import * as number from '#dashboard/shared/format/number.ts';
import { setPreference } from '#dashboard/shared/preferences.ts';

const dots = '•••••••';
const figure = double({ noNaN: true, noDefaultInfinity: true });
const axis = { step: 10, largest: 100 };

const ofMoney = [
  number.formatTotal,
  number.formatSignedTotal,
  number.formatTotalShort,
  number.formatSignedTotalShort,
  number.formatAmount,
  (value: number) => number.formatBesideAxis(value, axis),
  (value: number) => number.formatTotalParts(value).whole,
];
const ofChange = [
  number.formatPercent,
  number.formatSignedPercent,
  number.formatShare,
  number.formatSignedPoints,
  number.formatIndex,
];

test('seven dots stand for every sum of money, whatever its size and sign', () => {
  for (const privacy of ['percentages', 'hidden'] as const) {
    setPreference('privacy', privacy);
    assert(
      property(figure, (value) => {
        for (const format of ofMoney) expect(format(value)).toBe(dots);
        expect(number.formatTotalParts(value).decimals).toBe('');
        expect(number.formatTick(value, axis)).toBe('');
      }),
    );
  }
});

test('shares and changes are written in percentages only, and dots when hidden', () => {
  setPreference('privacy', 'percentages');
  expect(number.formatSignedPercent(0.0132)).toBe('+1.32\u2009%');
  expect(number.formatIndexTick(102.5, { step: 2.5, largest: 105 })).toBe('102.5');
  setPreference('privacy', 'hidden');
  assert(
    property(figure, (value) => {
      for (const format of ofChange) expect(format(value)).toBe('•••');
      expect(number.formatIndexTick(value, axis)).toBe('');
      expect(number.formatPercentTick(value, axis)).toBe('');
    }),
  );
});

test('dots have no direction, so no arrow and no colour tells what they hide', () => {
  setPreference('privacy', 'hidden');
  for (const format of [...ofMoney, ...ofChange]) {
    expect(number.directionOf(format(-12))).toBe('unknown');
  }
});

test('what the market knows is no secret', () => {
  setPreference('privacy', 'hidden');
  expect(number.formatPrice(275.12)).toBe('275.1200');
  expect(number.formatLevel(612.4)).toBe('612.40');
  expect(number.formatSignedLevel(12.4)).toBe('+12.40');
  expect(number.formatLevelParts(1612.4)).toEqual({ whole: '1,612', decimals: '.40' });
  expect(number.formatMarketChange(-0.0038)).toBe('−0.38\u2009%');
  expect(number.formatMarketShare(0.312)).toBe('31.2\u2009%');
  expect(number.formatCount(100_000)).toBe('100,000');
  const market = { ...axis, isPublic: true };
  expect(number.formatTick(50, market)).toBe('50');
  expect(number.formatBesideAxis(50, market)).toBe('50.00');
  expect(number.formatPercentTick(0.1, { ...market, step: 0.1 })).toBe('+10\u2009%');
});

test('what is not known stays a dash', () => {
  setPreference('privacy', 'hidden');
  for (const format of [number.formatTotal, number.formatShare]) expect(format(null)).toBe('–');
});
