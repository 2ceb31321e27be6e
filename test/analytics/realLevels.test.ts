import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { dailyLevels, inception, levelsAt } from '#analytics/level.ts';
import { beforeAll, describe, expect, test } from 'vitest';

const data = new URL('../../../shared/data/', import.meta.url);
const present = existsSync(data);
if (!present) console.log('skipped: levels of real thematics, ../shared/data is not there');

const day = 86_400_000;
const read = (file: string): Buffer => readFileSync(new URL(file, data));
const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(','));

describe.skipIf(!present)('levels of layer-1 on real prices', () => {
  let closes: Map<string, number>[] = [];
  let dates: string[] = [];
  let members: string[] = [];

  beforeAll(() => {
    const [head = [], ...rows] = rowsOf(gunzipSync(read('spot_daily_close.csv.gz')).toString());
    dates = rows.map(([date = '']) => date);
    closes = rows.map(
      (row) =>
        new Map(
          head.flatMap((symbol, i): [string, number][] =>
            i > 0 && row[i] ? [[symbol, Number(row[i])]] : [],
          ),
        ),
    );
    members = rowsOf(read('thematics.csv').toString()).flatMap(([thematic, , symbol = '']) =>
      thematic === 'layer-1' ? [symbol] : [],
    );
  });

  /** The close of a day is the price at the next midnight; what is missing later carries forward. */
  function columns(): {
    midnights: Float64Array;
    prices: Float64Array[];
    firsts: (number | null)[];
  } {
    const midnights = Float64Array.from(dates, (date) => Date.parse(`${date}T00:00:00Z`) + day);
    const prices = members.map((symbol) => {
      let price = NaN;
      return Float64Array.from(closes, (row) => (price = row.get(symbol) ?? price));
    });
    const firsts = prices.map(
      (column) => midnights[column.findIndex((price) => !Number.isNaN(price))] ?? null,
    );
    return { midnights, prices, firsts };
  }

  test('the data has what is expected of it', () => {
    expect(members).toHaveLength(23);
    expect(dates).toHaveLength(1628);
  });

  test('the index begins with the first close', () => {
    const { firsts } = columns();
    expect(inception(firsts)).toBe(Date.parse('2021-01-02T00:00:00Z'));
  });

  test('stand at the ends of the years as the mean of daily price relatives makes them', () => {
    const { midnights, prices } = columns();
    const weights = new Float64Array(members.length).fill(1 / members.length);
    const levels = dailyLevels(midnights, weights, prices);

    let level = 100;
    const atEndOf = new Map<string, number>();
    const last = new Map(closes[0]);
    for (const [i, row] of closes.entries()) {
      if (i > 0) {
        const relatives = members.flatMap((symbol) => {
          const before = last.get(symbol);
          return before === undefined ? [] : [(row.get(symbol) ?? before) / before];
        });
        level *= relatives.reduce((sum, relative) => sum + relative, 0) / relatives.length;
        for (const [symbol, price] of row) last.set(symbol, price);
      }
      atEndOf.set(dates[i] ?? '', level);
    }
    const ends = ['2021-12-31', '2022-12-31', '2023-12-31', '2024-12-31', '2025-06-16'];
    for (const end of ends) {
      const expected = atEndOf.get(end) ?? NaN;
      expect((levels[dates.indexOf(end)] ?? NaN) / expected).toBeCloseTo(1, 10);
    }
  });

  test('asked at midnights, are the daily ones to the last bit', () => {
    const { midnights, prices } = columns();
    const weights = new Float64Array(members.length).fill(1 / members.length);
    const daily = dailyLevels(midnights, weights, prices);
    const some = [0, 1, 400, 1627];
    const at = Float64Array.from(some, (k) => midnights[k] ?? NaN);
    const now = prices.map((column) => Float64Array.from(some, (k) => column[k] ?? NaN));
    expect(Array.from(levelsAt(at, midnights, daily, weights, now, prices))).toStrictEqual(
      some.map((k) => daily[k]),
    );
    // A table that ends a midnight earlier computes the same bits for the last one.
    const [short, shortDaily] = [midnights.slice(0, -1), daily.slice(0, -1)];
    const shortPrices = prices.map((column) => column.slice(0, -1));
    const lastAlone = levelsAt(
      at.slice(-1),
      short,
      shortDaily,
      weights,
      now.map((column) => column.slice(-1)),
      shortPrices,
    );
    expect(lastAlone[0]).toBe(daily[1627]);
  });
});
