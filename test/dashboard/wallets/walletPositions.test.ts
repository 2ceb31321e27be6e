import { expect, test } from 'vitest';
import { csvOf } from '#dashboard/design/columns.ts';
import type { PositionRow } from '#dashboard/wallets/positionRows.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { walletPositions } from '#dashboard/wallets/walletPositions.tsx';

const at = '2026-06-17T14:23:40.000Z';
const rows: readonly PositionRow[] = [
  {
    token: { _id: 'btc', symbol: 'BTC', name: '=cmd,"x"\n', price: 64_882.431, priceAt: at },
    amount: 0.123456789012,
    total: 8010.150001,
    isMissing: false,
    weight: 1,
    target: null,
    drift: 1,
  },
  {
    token: { _id: 'a/b?', symbol: 'مرحبا', name: '', price: null, priceAt: null },
    amount: null,
    total: 0,
    isMissing: true,
    weight: 0,
    target: 0.25,
    drift: -0.25,
  },
];
const changes = new Map([
  ['btc', -0.012345],
  ['a/b?', null],
]);

const columns = walletPositions(createFormat(defaultPreferences), {
  all: rows,
  changes,
  heads: { change: 'Return, month', inCsv: 'monthReturn' },
  hasPast: true,
  hasTargets: true,
  why: undefined,
});

test('exports all digits, plain ratios, and nothing for unknown figures', () => {
  expect(csvOf(columns, rows, 'off')).toBe(
    [
      'token,symbol,name,amount,price,priceAt,monthReturn,total,weight,target,drift',
      `btc,BTC,"'=cmd,""x""\n",0.123456789012,64882.431,${at},-0.012345,8010.150001,1,,1`,
      'a/b?,مرحبا,,,,,,0,0,0.25,-0.25',
      '',
    ].join('\r\n'),
  );
});

test('omits hidden figures: amounts and sums first, then everything about the user', () => {
  const headOf = (privacy: 'percentages' | 'hidden') =>
    csvOf(columns, rows, privacy).split('\r\n')[0];
  expect(headOf('percentages')).toBe(
    'token,symbol,name,price,priceAt,monthReturn,weight,target,drift',
  );
  expect(headOf('hidden')).toBe('token,symbol,name,price,priceAt,monthReturn,target');
  expect(csvOf(columns, rows, 'percentages')).not.toContain('8010');
});

test('has a head without positions', () => {
  expect(csvOf(columns, [], 'off').split('\r\n')).toHaveLength(2);
});
