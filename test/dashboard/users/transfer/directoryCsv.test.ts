import { expect, test } from 'vitest';
import type { DirectoryEntry } from '#dashboard/users/directory/directoryEntry.ts';
import { directoryCsv } from '#dashboard/users/transfer/directoryCsv.ts';
import { viewName } from '#dashboard/users/transfer/ExportButton.tsx';

const at = Date.UTC(2026, 5, 17, 9, 30);

const entry = (customId: string, more: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  customId,
  name: null,
  walletCount: 0,
  total: 0,
  dayChange: null,
  dayChangeRatio: null,
  thematics: [],
  createdAt: at,
  updatedAt: at,
  attributes: undefined,
  found: null,
  ...more,
});

async function* these(entries: readonly DirectoryEntry[]) {
  yield* entries;
}

const off = { currency: 'USD', privacy: 'off' } as const;

/** A BOM at the beginning would show: Blob.text() drops it, so the bytes are looked at. */
async function linesOf(blob: Blob): Promise<string[]> {
  return (await blob.text()).split('\r\n');
}

test('raw numbers, ISO times, thematics together, a column for each attribute that any has', async () => {
  const csv = await directoryCsv(
    these([
      entry('a/b?c#d e%2F', {
        name: 'Ada, "the" first',
        total: 1234.5678901234,
        dayChange: -1e-9,
        dayChangeRatio: -1e-12,
        walletCount: 2,
        thematics: ['one', 'two, or three'],
        attributes: { tier: 'gold', age: 7 },
      }),
      entry('日本', { attributes: { kyc: { level: 3 }, ['__proto__']: 'x', age: null } }),
    ]),
    off,
  );
  expect(csv.type).toBe('text/csv');
  expect(await linesOf(csv)).toEqual([
    'customId,name,total (USD),dayChange (USD),dayChangeRatio,walletCount,thematics,createdAt,updatedAt,tier,age,kyc,__proto__',
    'a/b?c#d e%2F,"Ada, ""the"" first",1234.5678901234,-1e-9,-1e-12,2,"one; two, or three",2026-06-17T09:30:00.000Z,2026-06-17T09:30:00.000Z,gold,7,,',
    '日本,,0,,,0,,2026-06-17T09:30:00.000Z,2026-06-17T09:30:00.000Z,,null,"{""level"":3}",x',
    '',
  ]);
});

test('an attribute called like a column of ours stands beside it; a name that is no text in its own', async () => {
  const csv = await directoryCsv(
    these([entry('x', { attributes: { name: 7, thematics: 'mine', total: 1 } })]),
    { currency: null, privacy: 'off' },
  );
  const [head, row] = await linesOf(csv);
  expect(head).toBe(
    'customId,name,total,dayChange,dayChangeRatio,walletCount,thematics,createdAt,updatedAt,attributes.thematics,attributes.total',
  );
  expect(row).toContain('x,7,0,');
  expect(row?.endsWith(',mine,1')).toBe(true);
});

test.each([
  ['percentages', 'customId,name,dayChangeRatio,walletCount'],
  ['hidden', 'customId,name,walletCount'],
] as const)('what privacy hides, %s, is not in the file', async (privacy, head) => {
  const secret = entry('x', { total: 987_654, dayChange: 4321, dayChangeRatio: 0.5 });
  const csv = await directoryCsv(these([secret]), { currency: 'USD', privacy });
  const text = await csv.text();
  expect(text.startsWith(head)).toBe(true);
  expect(text).not.toContain('987654');
  expect(text).not.toContain('4321');
  expect(text.includes('0.5')).toBe(privacy === 'percentages');
});

test('100,000 users are written in parts: the page is let in between', async () => {
  const users = Array.from({ length: 100_000 }, (_, i) =>
    entry(`u-${i}`, { attributes: { place: i } }),
  );
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const csv = await directoryCsv(these(users), off);
  clearInterval(timer);
  const lines = await linesOf(csv);
  expect(lines).toHaveLength(100_002);
  expect(lines[100_000]).toContain('u-99999,');
  expect(turns).toBeGreaterThan(3);
});

test('nobody is a head alone', async () => {
  expect(await linesOf(await directoryCsv(these([]), off))).toHaveLength(2);
});

test('the name of the file tells the view', () => {
  expect(viewName('')).toBe('users');
  expect(viewName('?q=a%2Fb&sort=-total&import=1')).toBe('users q=a/b sort=-total');
});
