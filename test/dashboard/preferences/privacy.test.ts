import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf } from '#dashboard/preferences/figures.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences, type Privacy } from '#dashboard/preferences/preferences.ts';

const dots = '•••••••';
const figure = double({ noNaN: true, noDefaultInfinity: true });
const axis = { step: 10, largest: 100 };

const writersIn = (privacy: Privacy) => {
  const format = createFormat({ ...defaultPreferences, privacy });
  const { total, change, totalShort, changeShort, amount } = format;
  const besideAxis = (value: number) => format.besideAxis(value, axis);
  const { percent, percentChange, share, points, index } = format;
  return {
    format,
    ofMoney: [total, change, totalShort, changeShort, amount, besideAxis],
    ofChange: [percent, percentChange, share, points, index],
  };
};

test('seven dots replace every sum of money, regardless of size and sign', () => {
  for (const privacy of ['percentages', 'hidden'] as const) {
    const { format, ofMoney } = writersIn(privacy);
    assert(
      property(figure, (value) => {
        for (const write of ofMoney) expect(write(value)).toBe(dots);
        expect(format.parts(format.total(value))).toEqual({ whole: dots, decimals: '' });
        expect(format.tick(value, axis)).toBe('');
      }),
    );
  }
});

test('shares and changes show in percentages mode, and are dots in hidden mode', () => {
  const { format: seen } = writersIn('percentages');
  expect(seen.percentChange(0.0132)).toBe('+1.32\u2009%');
  expect(seen.indexTick(102.5, { step: 2.5, largest: 105 })).toBe('102.5');
  const { format, ofChange } = writersIn('hidden');
  assert(
    property(figure, (value) => {
      for (const write of ofChange) expect(write(value)).toBe('•••');
      expect(format.indexTick(value, axis)).toBe('');
      expect(format.percentTick(value, axis)).toBe('');
    }),
  );
});

test('dots have no direction, so no arrow or color reveals what they hide', () => {
  const { ofMoney, ofChange } = writersIn('hidden');
  for (const write of [...ofMoney, ...ofChange]) {
    expect(directionOf(write(-12))).toBe('unknown');
  }
});

test('market figures are never hidden', () => {
  const { format } = writersIn('hidden');
  expect(format.price(275.12)).toBe('275.1200');
  expect(format.market.total(612.4)).toBe('612.40');
  expect(format.market.change(12.4)).toBe('+12.40');
  expect(format.parts(format.market.total(1612.4))).toEqual({ whole: '1,612', decimals: '.40' });
  expect(format.market.percentChange(-0.0038)).toBe('−0.38\u2009%');
  expect(format.market.share(0.312)).toBe('31.2\u2009%');
  expect(format.number(100_000)).toBe('100,000');
  expect(format.market.tick(50, axis)).toBe('50');
  expect(format.market.besideAxis(50, axis)).toBe('50.00');
  expect(format.market.percentTick(0.1, { ...axis, step: 0.1 })).toBe('+10\u2009%');
});

test('unknown figures stay a dash', () => {
  const { format } = writersIn('hidden');
  for (const write of [format.total, format.share]) expect(write(null)).toBe('–');
});
