import { inception, levelsAt, levelTable } from '#analytics/level.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { unchanging } from './definitions.ts';
import { carriedForward, hasRealCloses, membersOf, readRealCloses } from './realCloses.ts';

describe.skipIf(!hasRealCloses)('levels of layer-1 on real prices', () => {
  let real: ReturnType<typeof readRealCloses>;
  let members: string[] = [];

  beforeAll(() => {
    real = readRealCloses();
    members = membersOf('layer-1');
  });

  function columns() {
    const { midnights } = real;
    const prices = members.map((symbol) => carriedForward(real, symbol));
    const firsts = prices.map(
      (column) => midnights[column.findIndex((price) => !Number.isNaN(price))] ?? null,
    );
    return { midnights, prices, firsts };
  }

  test('the data has the expected form', () => {
    expect(members).toHaveLength(23);
    expect(real.dates).toHaveLength(1628);
  });

  test('the index begins with the first close', () => {
    const { firsts } = columns();
    expect(inception(firsts, unchanging(Float64Array.from(firsts, () => 1)))).toBe(
      Date.parse('2021-01-02T00:00:00Z'),
    );
  });

  test('stand at the ends of the years as the mean of daily price relatives makes them', () => {
    const { midnights, prices } = columns();
    const { closes, dates } = real;
    const weights = new Float64Array(members.length).fill(1 / members.length);
    const { levels } = levelTable(midnights, unchanging(weights), prices);

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

  test('at midnights, equal the daily ones to the last bit', () => {
    const { midnights, prices } = columns();
    const weights = new Float64Array(members.length).fill(1 / members.length);
    const table = levelTable(midnights, unchanging(weights), prices);
    const some = [0, 1, 400, 1627];
    const at = Float64Array.from(some, (k) => midnights[k] ?? NaN);
    const now = prices.map((column) => Float64Array.from(some, (k) => column[k] ?? NaN));
    expect(Array.from(levelsAt(at, table, now))).toStrictEqual(some.map((k) => table.levels[k]));
    // A table that ends a midnight earlier computes the same bits for the last one.
    const short = levelTable(
      midnights.slice(0, -1),
      unchanging(weights),
      prices.map((column) => column.slice(0, -1)),
    );
    const lastAlone = levelsAt(
      at.slice(-1),
      short,
      now.map((column) => column.slice(-1)),
    );
    expect(lastAlone[0]).toBe(table.levels[1627]);
  });
});
