import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { customIdFault } from '#contract/user.ts';
import { failuresCsv } from '#contract/failuresCsv.ts';
import type { ModelRow } from '#directory/row.ts';
import { csvStream } from '#directory/directoryCsv.ts';
import { createKindGuess, readCell } from '#service/imports/userCells.ts';
import { fileUsers } from './fileUsers.ts';

test.each([
  [['1', '-2.5', '', '1e3'], 'number'],
  [['007', '1'], 'text'],
  [['12345678901234567890'], 'text'],
  [['1,5'], 'text'],
  [['NaN', '1'], 'text'],
  [['0.30000000000000004', '7.283066724999006e-309'], 'number'],
  [['1.234567890123456789'], 'text'],
  [['true', 'false', ''], 'boolean'],
  [['true', 'yes'], 'text'],
  [['{"a":1}', '[1]'], 'json'],
  [['{a:1}'], 'text'],
  [['', ''], 'text'],
  [['null'], 'text'],
] as const)('cells %o are read as %s', (cells, kind) => {
  const guess = createKindGuess();
  for (const cell of cells) guess.add(cell);
  expect(guess.kind()).toBe(kind);
});

test.each([
  ['json', '"a"', { value: 'a' }],
  ['json', 'a', { fault: 'is not JSON' }],
  ['number', 'old', { fault: 'is not a number such as 1234.5' }],
  ['number', '1e999', { fault: 'is too large for a number' }],
  [
    'number',
    '12345678901234567890',
    { fault: 'has too many digits for a number: it would become 12345678901234567000' },
  ],
  [
    'json',
    '{"n":0.12345678901234567891}',
    { fault: 'has too many digits for a number: it would become 0.12345678901234568' },
  ],
  ['boolean', 'yes', { fault: 'is neither true nor false' }],
] as const)('as %s, %o is %o', (kind, text, expected) => {
  expect(readCell(kind, text)).toEqual(expected);
});

test('headers are known without case; what the service sets, and what an export or an import adds, is ignored', async () => {
  const header =
    'line (import),reason (import),CUSTOM_ID,name,total (USD),walletCount,createdAt,wallets,thematics,Tier,attributes.total';
  const { columns } = await fileUsers(`${header}\n2,why,a,A,1,2,3,4,5,gold,9`);
  expect(columns.map(({ name, use, attribute }) => [name, use, attribute])).toEqual([
    ['line (import)', 'ignored', undefined],
    ['reason (import)', 'ignored', undefined],
    ['CUSTOM_ID', 'customId', undefined],
    ['name', 'attribute', 'name'],
    ['total (USD)', 'ignored', undefined],
    ['walletCount', 'ignored', undefined],
    ['createdAt', 'ignored', undefined],
    ['wallets', 'ignored', undefined],
    ['thematics', 'ignored', undefined],
    ['Tier', 'attribute', 'Tier'],
    ['attributes.total', 'attribute', 'total'],
  ]);
});

test.each([
  ['name\nx', {}, /no column customId \(or id\)\. The first line has “name”/],
  ['id,name,name\na,b,c', {}, /two columns called "name"/],
  ['id,a\n1,2', { b: 'ignored' }, /there is no column "b"; the header has “id”, “a”/],
  ['id,a\n1,2', { a: 'customId' }, /"id" and "a" are both customId/],
  ['id,a\n1,2', { a: 'token' }, /thematic, amount is missing/],
  ['id,a\n1,2', { a: { attribute: 'total' } }, /cannot set total, which only the service sets/],
  ['id,a\n1,2', { a: { attribute: 'wallets' } }, /holdings have columns/],
  ['id,a,b\n1,2,3', { a: { attribute: 'b' } }, /two columns set the attribute "b"/],
] as const)('columns %o, mapped %o, are refused in words', async (text, map, words) => {
  await expect(fileUsers(text, map)).rejects.toThrow(words);
});

test('columns are chosen: which is the id, which attribute one sets and how it is read, and which is left out', async () => {
  const { users } = await fileUsers('Id,Key,Code,Note\n1,ada,007,x', {
    Id: 'ignored',
    Key: 'customId',
    Code: { attribute: 'agent', as: 'number' },
  });
  expect(users).toMatchObject([
    { row: 2, field: 'Code', reason: 'Code: “007” is not a number such as 1234.5.' },
  ]);
  const read = await fileUsers('Id,Key,Code,Note\n1,ada,7,x', {
    Id: 'ignored',
    Key: 'customId',
    Code: { attribute: 'agent', as: 'text' },
  });
  expect(read.users).toMatchObject([{ attributes: { agent: '7', Note: 'x' } }]);
});

test('attributes may be called anything', async () => {
  const { users } = await fileUsers('customId,__proto__,constructor\na,x,y');
  expect(JSON.stringify(users[0])).toContain('{"__proto__":"x","constructor":"y"}');
});

test('the file of what failed runs no formula, leaves figures alone, and is read as the rows were', async () => {
  const cells = [
    ['..', '=cmd|’', '-5'],
    ['..', "'=1", '-2+3'],
    ['..', '-5.0', '+1'],
  ];
  const csv = failuresCsv(
    [{ name: 'customId' }, { name: '=n' }, { name: 'figure' }],
    cells.map((cells, index) => ({
      user: '..',
      outcome: 'failed',
      row: index + 2,
      reason: 'why',
      rows: [{ row: index + 2, cells }],
    })),
  );
  expect(csv.split('\r\n')).toEqual([
    "line (import),reason (import),customId,'=n,figure",
    "2,why,..,'=cmd|’,-5",
    "3,why,..,''=1,'-2+3",
    "4,why,..,'-5.0,'+1",
    '',
  ]);
});

const formula = fc
  .tuple(
    fc.stringMatching(/^'{0,2}[-=+@\t\r\n;,"]$/),
    fc.string({ unit: 'grapheme', maxLength: 9 }),
  )
  .map((parts) => `${parts.join('')}.`)
  .filter((text) => !text.includes('\0'));

const at = Date.UTC(2026, 5, 17, 9, 30);
const noPeriods = {
  returnDay: null,
  returnWeek: null,
  returnMonth: null,
  returnYear: null,
  changeDay: null,
  changeWeek: null,
  changeMonth: null,
  changeYear: null,
  since: [],
};
const row = (customId: string, attributes: Record<string, unknown>): ModelRow => ({
  customId,
  name: null,
  walletCount: 1,
  total: 3,
  openWallets: 1,
  thematics: ['defi'],
  change: 2,
  flow: 1,
  return: 0.5,
  ...noPeriods,
  largest: { token: 'btc', share: 1 },
  hhi: 1,
  volatility: null,
  maxDrawdown: null,
  costOfDrift: null,
  unknownDaily: {},
  held: null,
  spark: null,
  createdAt: at,
  sample: false,
  attributes,
});

test('exported and imported again, every attribute is what it was: formulas in names and values, and negative numbers', async () => {
  const users = fc.uniqueArray(
    fc.record({
      customId: formula,
      attributes: fc.tuple(
        fc.dictionary(formula, formula, { maxKeys: 5 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
    }),
    { minLength: 1, maxLength: 5, selector: ({ customId }) => customId },
  );
  await fc.assert(
    fc.asyncProperty(users, async (drawn) => {
      const known = new Map(
        drawn
          .filter(({ customId }) => customIdFault(customId) === null)
          .map(
            ({ customId, attributes: [texts, figure] }) =>
              [customId, { ...texts, figure }] as const,
          ),
      );
      if (known.size === 0) return;
      const rows = Array.from(known, ([customId, attributes]) => row(customId, attributes));
      const names = new Set([...known.values()].flatMap((attributes) => Object.keys(attributes)));
      const csv = csvStream(
        {
          count: rows.length,
          asOf: at,
          dailyAsOf: null,
          attributeNames: [...names],
          sums: { held: null },
          rows: (from, to) => rows.slice(from, to),
        },
        { columns: [], unit: 'US\nD' },
      );
      names.delete('figure');
      const map = Object.fromEntries([
        ['figure', { attribute: 'figure', as: 'number' as const }],
        ...[...names].map((attribute) => [attribute, { attribute, as: 'text' as const }] as const),
      ]);
      const read = await fileUsers(await new Response(csv).text(), map);
      const found = read.users.map((user) =>
        'customId' in user ? [user.customId, user.attributes] : user,
      );
      // -0 is written as 0.
      expect(found).toEqual(
        Array.from(known, ([customId, { figure, ...texts }]) => [
          customId,
          { ...texts, figure: figure + 0 },
        ]),
      );
    }),
    { numRuns: 60 },
  );
});
