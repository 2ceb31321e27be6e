import { expect, test } from 'vitest';
import { createKindGuess, readCell } from '#dashboard/users/transfer/cells.ts';
import { readImport } from '#dashboard/users/transfer/importTable.ts';
import { planImport } from '#dashboard/users/transfer/plan.ts';

type Known = Record<string, Record<string, unknown>>;

async function planOf(
  text: string,
  known: Known = {},
  kinds: Parameters<typeof planImport>[1] = new Map(),
) {
  const table = await readImport(text);
  return planImport(table, kinds, new Map(Object.entries(known)));
}

test.each([
  ['', 'The file is empty.'],
  ['\uFEFF\n', 'The file is empty.'],
  ['customId,name', 'a head and no rows'],
  ['id,name\n1,2', 'No column is called customId. The first line has “id”, “name”.'],
  ['customId,name,name\na,b,c', 'Two columns are called “name”.'],
])('a file that cannot be used, %o, says why', async (text, words) => {
  await expect(readImport(text)).rejects.toThrow(words);
});

test('ids of any kind are rows; what cannot be one says why, and twins name each other', async () => {
  const ids = [
    'a/b?c#d e%2F',
    '日本',
    `=cmd|' /C calc'!A0`,
    'שלום',
    '..',
    ' x',
    'twin',
    'x'.repeat(129),
    'twin',
    '',
  ];
  const plan = await planOf(`customId;n\n${ids.map((id) => `"${id}";1`).join('\n')}`);
  expect(plan.map(({ customId, verdict, fault }) => [customId, verdict, fault?.reason])).toEqual([
    [ids[0], 'create', undefined],
    [ids[1], 'create', undefined],
    [ids[2], 'create', undefined],
    [ids[3], 'create', undefined],
    ['..', 'invalid', expect.stringContaining('cannot be "." or ".."')],
    [' x', 'invalid', expect.stringContaining('starts or ends with white space')],
    ['twin', 'invalid', 'The same customId stands in line 10 too.'],
    [ids[7], 'invalid', expect.stringContaining('has 129 characters')],
    ['twin', 'invalid', 'The same customId stands in line 8 too.'],
    ['', 'invalid', expect.stringContaining('is empty')],
  ]);
});

test('of many twins the first three are named, however many there are', async () => {
  const plan = await planOf(`customId\n${'same\n'.repeat(20_000)}`);
  expect(plan[0]?.fault?.reason).toBe(
    'The same customId stands in lines 3, 4, 5 and 19996 more too.',
  );
  expect(plan[2]?.fault?.reason).toContain('lines 2, 3, 5 and 19996 more');
  expect(plan.at(-1)?.fault?.reason).toContain('lines 2, 3, 4 and 19996 more');
  const three = await planOf('customId\na\na\na');
  expect(three[1]?.fault?.reason).toBe('The same customId stands in lines 2, 4 too.');
});

test('a number that would lose digits is told, alone and inside JSON, and is kept as text', async () => {
  const text =
    'customId,code,more\na,12345678901234567890,"{""n"":0.12345678901234567891}"\nb,1.50,"{""s"":""99999999999999999999"",""n"":-1.50e3}"';
  const asNumbers = await planOf(text, {}, new Map([['code', 'number']]));
  expect(asNumbers[0]?.fault?.reason).toBe(
    'code: “12345678901234567890” has more digits than a number can hold: 12345678901234567000 would be kept.',
  );
  const asText = await planOf(text, {}, new Map([['code', 'text']]));
  expect(asText[0]?.fault?.reason).toContain('0.12345678901234568 would be kept');
  expect(asText[1]?.attributes).toEqual({
    code: '1.50',
    more: { s: '99999999999999999999', n: -1500 },
  });
});

test.each([
  ['sep=;\r\ncustomId;a,b\r\nx;1\r\n', 'a,b', 3],
  ['\uFEFFsep=\t\ncustomId\ta\nx\t1', 'a', 3],
  ['"sep=,"\ncustomId,a\nx,1', 'a', 3],
])(
  'a first line that names the separator, as Excel writes it, is no head: %o',
  async (text, name, line) => {
    const table = await readImport(text);
    expect(table.columns.map((column) => column.name)).toEqual([name]);
    expect(table.rows).toEqual([{ line, cells: ['x', '1'] }]);
  },
);

test('users that are there are the same or differ; an empty cell says nothing, objects are merged', async () => {
  const known = {
    same: { name: 'A', kyc: { level: 1, by: 'x' }, age: 7 },
    differs: { name: 'A', age: 7 },
    silent: { name: 'A' },
  };
  const text =
    'customId,name,age,kyc\nsame,A,7,"{""level"":1}"\ndiffers,B,7,"{""level"":2}"\nsilent,,,\nnew,N,1,';
  const plan = await planOf(text, known);
  expect(plan.map(({ verdict, attributes }) => [verdict, attributes])).toEqual([
    ['same', {}],
    ['update', { name: 'B', kyc: { level: 2 } }],
    ['same', {}],
    ['create', { name: 'N', age: 1 }],
  ]);
});

test('a row with too many or too few cells, or a cell not of its kind, is told', async () => {
  const kinds = new Map([['age', 'number']] as const);
  const plan = await planOf('customId,age\na,1,2\nb\nc,old\nd,1e999', {}, kinds);
  expect(plan.map(({ fault }) => fault?.reason)).toEqual([
    'The row has 3 cells, the head has 2.',
    'The row has 1 cell, the head has 2.',
    'age: “old” is no number (as 1234.5).',
    'age: “1e999” is beyond what a number can hold.',
  ]);
  expect(plan[2]?.fault?.column).toBe('age');
});

test.each([
  [['1', '-2.5', '', '1e3'], 'number'],
  [['007', '1'], 'text'],
  [['12345678901234567890'], 'text'],
  [['1,5'], 'text'],
  [['NaN', '1'], 'text'],
  [['Infinity'], 'text'],
  [['true', 'false', ''], 'truth'],
  [['true', 'yes'], 'text'],
  [['{"a":1}', '[1]'], 'json'],
  [['{a:1}'], 'text'],
  [['1', '[1]'], 'text'],
  [['', ''], 'text'],
  [['null'], 'text'],
] as const)('cells %o are read as %s', (cells, kind) => {
  const guess = createKindGuess();
  for (const cell of cells) guess.see(cell);
  expect(guess.kind()).toBe(kind);
});

test('a cell as JSON may be any JSON; left out it says nothing', () => {
  expect(readCell('json', '"a"')).toEqual({ value: 'a' });
  expect(readCell('json', 'a')).toEqual({ fault: 'is no JSON' });
  expect(readCell('none', 'a')).toEqual({ value: undefined });
});

test('what the service tells, and what an export or an import adds, is no attribute', async () => {
  const head =
    'line (import),reason (import),customId,name,total (USD),walletCount,createdAt,wallets,thematics,tier';
  const table = await readImport(`${head}\n2,why,a,A,1,2,3,4,5,gold`);
  const kinds = table.columns.map(({ name, guessed, barred }) => [name, guessed, barred !== null]);
  expect(kinds).toEqual([
    ['line (import)', 'none', true],
    ['reason (import)', 'none', true],
    ['name', 'text', false],
    ['total (USD)', 'none', false],
    ['walletCount', 'none', true],
    ['createdAt', 'none', true],
    ['wallets', 'none', true],
    ['thematics', 'none', false],
    ['tier', 'text', false],
  ]);
  expect((await planImport(table, new Map(), new Map()))[0]?.attributes).toEqual({
    name: 'A',
    tier: 'gold',
  });
});

test('attributes may be called anything', async () => {
  const [row] = await planOf('customId,__proto__,constructor\na,x,y');
  expect(JSON.stringify(row?.attributes)).toBe('{"__proto__":"x","constructor":"y"}');
});

test('100,000 rows are looked at in parts: the page is let in between', async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `u-${i},Name ${i},${i}`);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const plan = await planOf(`customId,name,n\n${lines.join('\n')}`, {
    'u-5': { name: 'Name 5', n: 5 },
  });
  clearInterval(timer);
  expect(plan).toHaveLength(100_000);
  expect(plan.filter(({ verdict }) => verdict === 'create')).toHaveLength(99_999);
  expect(turns).toBeGreaterThan(3);
});
