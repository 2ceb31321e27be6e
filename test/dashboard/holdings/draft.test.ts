import { describe, expect, it, test } from 'vitest';
import type { Token } from '#contract/token.ts';
import {
  knownTokens,
  matchingTokens,
  draftPositionsOf,
  readRows,
  draftRowsOf,
  parseAmount,
  withBlank,
  withRows,
} from '#dashboard/holdings/draft.ts';
import { fillByTarget, readPasted } from '#dashboard/holdings/fillRows.ts';
import { holdingChanges } from '#dashboard/holdings/draft.ts';

const token = (_id: string, symbol: string, price: number | null = 1, name = symbol): Token => ({
  _id,
  symbol,
  name,
  price,
  priceAt: null,
});
const tokens = [
  token('tok_1', 'KORV', 2, 'Korvane'),
  token('a/b?c#d', 'ÄTH', 10),
  token('tok_3', 'TWIN'),
  token('tok_4', 'twin'),
  token('__proto__', 'PROTO', null),
];
const known = knownTokens(tokens);
const read = (...cells: [string, string][]) =>
  readRows(draftRowsOf(cells.map(([name, amount]) => ({ token: name, amount }))), known, (text) =>
    parseAmount(text, 'en-GB'),
  );

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const found = (typed: string) => matchingTokens(known, typed, 3).map(({ symbol }) => symbol);
const cells = (text: string) =>
  readPasted(text).rows.map(({ token: name, amount }) => [name, amount]);

test('prefers an exact token id over symbols with the same start', () => {
  const both = knownTokens([token('tok_1', 'ABC'), token('ab', 'OTHER')]);
  expect(matchingTokens(both, 'ab', 2).map(({ _id }) => _id)).toEqual(['ab', 'tok_1']);
});

describe('lines of the editor', () => {
  it('name tokens by id or by symbol, in any case', () => {
    const rows = read(['korv', '1'], ['a/b?c#d', '2'], ['__proto__', '3']);
    expect(draftPositionsOf(rows)).toEqual([
      { token: 'tok_1', amount: 1 },
      { token: 'a/b?c#d', amount: 2 },
      { token: '__proto__', amount: 3 },
    ]);
  });

  it('report each fault at its field', () => {
    const rows = read(['nope', '1'], ['', '1'], ['KORV', 'x'], ['tok_1', '2'], ['TWIN', '1']);
    expect(rows.map((row) => row.token)).toEqual([
      'Unknown token “nope”. Choose one from the list.',
      'Choose a token.',
      null,
      'This token is already in a line above.',
      'Several tokens have the symbol TWIN. Enter an id: tok_3, tok_4.',
    ]);
    expect(rows[2]?.amount).toMatch(/not a number/);
    expect(draftPositionsOf(rows)).toBeNull();
  });

  it('report no fault while blank', () => {
    expect(draftPositionsOf(read(['', ''], ['KORV', '1'], [' ', ' ']))).toEqual([
      { token: 'tok_1', amount: 1 },
    ]);
  });

  it('keep unique ids when lines are added after others were removed', () => {
    const three = draftRowsOf(['1', '2', '3'].map((amount) => ({ token: `t${amount}`, amount })));
    expect(ids(withBlank(three.slice(1)))).toEqual([2, 3, 4]);
    expect(ids(withRows(withBlank(three), draftRowsOf([{ token: 'x', amount: '1' }])))).toEqual([
      1, 2, 3, 5,
    ]);
  });
});

describe('tokens that match the typed text', () => {
  it('start with the closest match by symbol, name and id, ignoring accents', () => {
    expect(found('kor')).toEqual(['KORV']);
    expect(found('korvane')).toEqual(['KORV']);
    expect(found('ath')).toEqual(['ÄTH']);
    expect(found('tok_')).toEqual(['KORV', 'TWIN', 'twin']);
    expect(found('')).toHaveLength(3);
    expect(found('zzz')).toEqual([]);
  });
});

describe('a pasted list', () => {
  it('may have a header, any line ends and blank lines', () => {
    expect(cells('\uFEFFtoken,amount\r\nKORV,1.5\r\n\r\n"a/b?c#d",2\n')).toEqual([
      ['KORV', '1.5'],
      ['a/b?c#d', '2'],
    ]);
    expect(cells('KORV,1')).toEqual([['KORV', '1']]);
  });

  it('may use tabs and semicolons like spreadsheets; a comma in an amount is then reported', () => {
    expect(cells('KORV\t1\nALDR\t2')).toEqual([
      ['KORV', '1'],
      ['ALDR', '2'],
    ]);
    expect(cells('KORV;1,5')).toEqual([['KORV', '1,5']]);
  });

  it('keeps quoted text, including escaped quotes', () => {
    expect(cells('"a,""b""",3')).toEqual([['a,"b"', '3']]);
  });

  it('reports lines that it cannot read', () => {
    const pasted = readPasted('KORV,1\nALDR\n,5\nTESQ,1,000');
    expect(pasted.rows).toHaveLength(1);
    expect(pasted.faults.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('may have tokens and numbers in one line', () => {
    expect(cells('BTC 60, ETH 40')).toEqual([
      ['BTC', '60'],
      ['ETH', '40'],
    ]);
    expect(cells('BTC 1,000.5; 1INCH 40 %\nETH .5')).toEqual([
      ['BTC', '1,000.5'],
      ['1INCH', '40'],
      ['ETH', '.5'],
    ]);
    expect(cells('Bitcoin Cash,5')).toEqual([['Bitcoin Cash', '5']]);
  });

  it('may have 10,000 lines', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `t${i},${i}`).join('\n');
    expect(readPasted(text).rows).toHaveLength(10_000);
  });
});

describe('filling to target weights', () => {
  it('divides the total by weight at current prices', () => {
    const target = [
      { token: token('tok_1', 'KORV', 1), weight: 0.75 },
      { token: token('a/b?c#d', 'ÄTH', 1), weight: 0.25 },
    ];
    const { positions, unpriced } = fillByTarget(target, known, 1000);
    expect(positions).toEqual([
      { token: 'tok_1', amount: 375 },
      { token: 'a/b?c#d', amount: 25 },
    ]);
    expect(unpriced).toEqual([]);
  });

  it('divides the total among tokens with a price, and names the others', () => {
    const target = [
      { token: token('tok_1', 'KORV'), weight: 0.5 },
      { token: token('__proto__', 'PROTO', null), weight: 0.5 },
    ];
    const { positions, unpriced } = fillByTarget(target, known, 100);
    expect(positions.map(({ amount }) => amount)).toEqual([50]);
    expect(unpriced.map(({ symbol }) => symbol)).toEqual(['PROTO']);
  });
});

describe('changes of a statement', () => {
  it('are listed by token, without unchanged ones', () => {
    const before = [
      { token: 'a', amount: 1 },
      { token: 'b', amount: 2 },
      { token: 'c', amount: 3 },
    ];
    const after = [
      { token: 'd', amount: 0 },
      { token: 'c', amount: 3 },
      { token: 'b', amount: 5 },
    ];
    expect(holdingChanges(before, after)).toEqual([
      { token: 'd', kind: 'added', before: null, after: 0 },
      { token: 'b', kind: 'changed', before: 2, after: 5 },
      { token: 'a', kind: 'removed', before: 1, after: null },
    ]);
  });
});
