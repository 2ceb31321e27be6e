import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { faultsOf, pricesOf, read } from './reading.ts';

const day = 86_400_000;

describe('a wide file of prices', () => {
  const daily = 'time,BTC,EUR,日本\n2021-11-09,1.5,x,\n2021-11-10,64882.43,x,7e-3\n';

  it('gives each price the instant from which it holds: the open and one step', async () => {
    const table = await pricesOf(daily);
    expect(table).toMatchObject({ step: day, rows: 2, skipped: ['EUR'] });
    expect(table.columns.map(({ tokenId }) => tokenId)).toEqual(['BTC', '日本']);
    const [bitcoin, other] = table.columns;
    expect([...(bitcoin?.times ?? [])]).toEqual([Date.UTC(2021, 10, 10), Date.UTC(2021, 10, 11)]);
    expect([...(bitcoin?.prices ?? [])]).toEqual([1.5, 64_882.43]);
    expect([...(other?.times ?? [])]).toEqual([Date.UTC(2021, 10, 11)]);
    expect([...(other?.prices ?? [])]).toEqual([0.007]);
  });

  it('is the same with a BOM, with other line ends, quotes, white space, empty lines, and gzipped', async () => {
    const plain = await pricesOf(daily);
    const variants = [
      `\ufeff${daily}`,
      daily.replaceAll('\n', '\r\n'),
      daily.replaceAll('\n', '\r'),
      daily.replace('\n', '\r\n'),
      daily.replace('time,BTC', '"time","BTC"').replace('64882.43', ' "64882.43" '.trim()),
      daily.replace('64882.43', ' 64882.43\t'),
      `\n\n${daily.replace('\n', '\n\n   \n')}\n\n`,
      daily.trimEnd(),
      gzipSync(daily),
    ];
    for (const variant of variants) expect(await pricesOf(variant)).toEqual(plain);
  });

  it.each([
    ['5 minutes', '2025-06-16T23:50Z', '2025-06-16T23:55Z', 300_000],
    ['1 hour', '2025-06-16T22:00:00Z', '2025-06-16T23:00:00.000Z', 3_600_000],
    ['1 hour in another offset', '2025-06-16T22:00+02:00', '2025-06-16T23:00+02:00', 3_600_000],
    ['1 day', '2025-06-15', '2025-06-16', day],
  ])('tells its resolution by the smallest distance of two rows: %s', async (_, a, b, step) => {
    const { columns, ...table } = await pricesOf(`time,A\n${a},1\n${b},2\n`);
    expect(table.step).toBe(step);
    expect([...(columns[0]?.times ?? [])]).toEqual([Date.parse(a) + step, Date.parse(b) + step]);
  });

  it('may have gaps, and rows without any price', async () => {
    const { columns } = await pricesOf('time,A,B\n2021-01-01,1,\n2021-01-02,,\n2021-03-01,2,3\n');
    expect(columns.map(({ prices }) => [...prices])).toEqual([[1, 2], [3]]);
  });

  it('of a single row tells its resolution by the name of the file, or does not', async () => {
    const single = 'time,A\n2025-06-16,1\n';
    for (const [name, step] of [
      ['spot_daily_close.csv', day],
      ['spot-1d.csv.gz', day],
      ['hourly.csv', 3_600_000],
      ['spot_5m_close_8d.csv.gz', 300_000],
    ] as const) {
      expect((await pricesOf(single, name)).step).toBe(step);
    }
    for (const name of [
      'spot.csv',
      'spot_91d.csv',
      '15m.csv',
      'daily-hourly.csv',
      'dailyish.csv',
    ]) {
      expect(await faultsOf(single, name)).toEqual([
        `${name}: has only one row, so its resolution is unknown: name the file 5m, hourly or daily (prices-daily.csv)`,
      ]);
    }
    const apart = 'time,A\n2025-06-14,1\n2025-06-16,1\n';
    expect((await pricesOf(apart, 'daily.csv')).step).toBe(day);
    expect((await faultsOf(apart, 'spot.csv'))[0]).toContain('is 2 d after the previous row');
    const odd = apart.replace('06-16', '06-16T06:00Z');
    expect((await faultsOf(odd, 'daily.csv'))[0]).toContain('is 2 d 6 h after the previous row');
    const { table } = await read(single, 'pushed', '1h');
    expect(table).toMatchObject({ step: 3_600_000 });
  });

  it('reads 100,000 rows, and lets others have their turn meanwhile', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, n) =>
        `${new Date(Date.UTC(2024, 0, 1) + n * 300_000).toISOString()},${n + 1},,${1 / (n + 1)}`,
    );
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const began = performance.now();
    const table = await pricesOf(['time,A,B,C', ...rows].join('\n'));
    const took = performance.now() - began;
    clearInterval(timer);
    expect(table.rows).toBe(100_000);
    expect(table.columns.map(({ times }) => times.length)).toEqual([100_000, 0, 100_000]);
    expect(table.columns[2]?.prices.at(-1)).toBe(1 / 100_000);
    expect(took).toBeLessThan(30_000);
    expect(turns).toBeGreaterThan(10);
  });
});

describe('a file of thematics', () => {
  const header = 'thematic_id,thematic_name,symbol,token_name';

  it('is read line by line, whatever the order of its columns', async () => {
    const { table, faults } = await read(
      'note,symbol,token_name,thematic_name,thematic_id\nx,BTC,Bitcoin,"Store, of value",store\n',
    );
    expect(faults.count).toBe(0);
    expect(table).toMatchObject({
      kind: 'thematics',
      unread: ['note'],
      rows: [
        {
          thematic_id: 'store',
          thematic_name: 'Store, of value',
          symbol: 'BTC',
          token_name: 'Bitcoin',
          place: { line: 2 },
        },
      ],
    });
  });

  it('takes off the apostrophe that an export puts before a formula, one alone, and no other', async () => {
    const { table, faults } = await read(
      `${header}\n'=store,'@Store,''=BTC,'Bitcoin'\n'-1,"'+1",'B,''\n`,
    );
    expect(faults.count).toBe(0);
    expect(table).toMatchObject({
      rows: [
        {
          thematic_id: '=store',
          thematic_name: '@Store',
          symbol: "'=BTC",
          token_name: "'Bitcoin'",
        },
        { thematic_id: '-1', thematic_name: '+1', symbol: "'B", token_name: "''" },
      ],
    });
    const prices = await pricesOf("time,'=A\n2021-11-09,'+1.5\n2021-11-10,2\n");
    expect(prices.columns.map(({ tokenId }) => tokenId)).toEqual(['=A']);
    expect([...(prices.columns[0]?.prices ?? [])]).toEqual([1.5, 2]);
  });

  it.each([
    [
      'a column missing',
      'thematic_id,symbol,token_name\na,B,C\n',
      ['spot.csv line 1: the column thematic_name is missing'],
    ],
    [
      'a column twice',
      `${header},symbol\na,b,c,d,e\n`,
      ['spot.csv line 1: the column symbol occurs 2 times'],
    ],
    [
      'an empty cell',
      `${header}\nstore,,BTC,Bitcoin\n`,
      ['spot.csv line 2, column thematic_name: "" is empty'],
    ],
    [
      'a short row',
      `${header}\nstore,Store\n`,
      [
        'spot.csv line 2: has 2 columns where the header has 4',
        'spot.csv: has no rows of thematics',
      ],
    ],
    [
      'ids that no URL reaches',
      `${header}\n..,Store,BTC,Bitcoin\nstore,Store,.,Bitcoin\n`,
      [
        'spot.csv line 2, column thematic_id: ".." cannot be "." or "..", which URLs cannot carry',
        'spot.csv line 3, column symbol: "." cannot be "." or "..", which URLs cannot carry',
      ],
    ],
    ['no rows', `${header}\n`, ['spot.csv: has no rows of thematics']],
  ])('with %s is refused', async (_, text, faults) => {
    expect(await faultsOf(text)).toEqual(faults);
  });
});
