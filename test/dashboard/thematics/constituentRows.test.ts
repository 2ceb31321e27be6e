import { expect, test } from 'vitest';
import {
  type ConstituentRow,
  sortConstituents,
} from '#dashboard/thematics/detail/constituentRows.ts';

const row = (symbol: string, known: Partial<ConstituentRow> = {}): ConstituentRow => ({
  token: { _id: symbol, symbol, name: symbol, price: null, priceAt: null },
  weight: 0.5,
  day: null,
  change: null,
  contribution: null,
  ...known,
});
const symbols = (rows: readonly ConstituentRow[]) => rows.map(({ token }) => token.symbol);

test('what is not known comes last whichever way, what is alike by symbol', () => {
  const rows = [
    row('C'),
    row('B', { contribution: -0.1 }),
    row('A'),
    row('D', { contribution: 0.2 }),
  ];
  expect(symbols(sortConstituents(rows, { by: 'contribution', order: 'descending' }))).toEqual([
    'D',
    'B',
    'A',
    'C',
  ]);
  expect(symbols(sortConstituents(rows, { by: 'contribution', order: 'ascending' }))).toEqual([
    'B',
    'D',
    'A',
    'C',
  ]);
  expect(symbols(sortConstituents(rows, { by: 'token', order: 'descending' }))).toEqual([
    'D',
    'C',
    'B',
    'A',
  ]);
});
