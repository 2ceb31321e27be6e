import { performanceOver, returnOf, telescoped, type HeldToken } from '#analytics/performance.ts';
import { amountsOver } from '#analytics/valuation.ts';
import { sumOf } from '#analytics/weights.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { carriedForward, hasRealCloses, readRealCloses } from './realCloses.ts';
import { unitTrust } from './unitTrust.ts';

const day = 86_400_000;
const at = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Amounts of a token from each date on. */
type Statements = Record<string, number>;

describe.skipIf(!hasRealCloses)('returns and flows on real prices', () => {
  let real: ReturnType<typeof readRealCloses>;
  beforeAll(() => {
    real = readRealCloses();
  });

  const priceOn = (symbol: string, date: string): number =>
    carriedForward(real, symbol)[real.midnights.indexOf(at(date))] ?? NaN;

  function holdings(stated: Record<string, Statements>): HeldToken[] {
    return Object.entries(stated).map(([symbol, statements]) => ({
      prices: carriedForward(real, symbol),
      amounts: amountsOver(real.midnights, {
        from: Float64Array.from(Object.keys(statements), at),
        amount: Float64Array.from(Object.values(statements)),
      }),
    }));
  }

  const over = (held: readonly HeldToken[]) => performanceOver(real.midnights.length, held);

  test('of one token it is the return of its price, however often one buys and sells of it', () => {
    const buyer = over(
      holdings({ BTC: { '2021-01-02': 1, '2021-11-10': 40, '2022-06-19': 0.5, '2024-03-14': 7 } }),
    );
    const gain = priceOn('BTC', '2025-06-17') / priceOn('BTC', '2021-01-02') - 1;
    expect(returnOf(buyer.index) ?? NaN).toBeCloseTo(gain, 9);
    const bought = 39 * priceOn('BTC', '2021-11-10') - 39.5 * priceOn('BTC', '2022-06-19');
    const flow = sumOf(buyer.flow);
    expect(flow / (bought + 6.5 * priceOn('BTC', '2024-03-14'))).toBeCloseTo(1, 9);
  });

  test('a deposit of a thousand times as much moves neither index nor rank', () => {
    const calm = over(holdings({ ETH: { '2021-01-02': 10 }, SOL: { '2021-01-02': 100 } }));
    const rich = over(
      holdings({
        ETH: { '2021-01-02': 10, '2023-01-01': 10_000 },
        SOL: { '2021-01-02': 100, '2023-01-01': 100_000 },
      }),
    );
    for (const [t, index] of calm.index.entries()) {
      expect(Math.abs((rich.index[t] ?? NaN) / index - 1)).toBeLessThan(1e-9);
    }
  });

  test('is that of a fund that issues units, with first prices in the middle, closings and swaps', () => {
    const held = holdings({
      BTC: { '2021-03-01': 2, '2022-01-01': 0, '2022-03-01': 3 },
      // Held before its first close.
      ARB: { '2021-03-01': 5000 },
      // Its closes end in 2024.
      MATIC: { '2021-06-01': 900, '2022-01-01': 0, '2023-01-01': 1200 },
      ETH: { '2021-06-01': 12, '2022-01-01': 0, '2023-01-01': 4, '2025-06-17': 9 },
    });
    const { index, flow, flatRecords } = over(held);
    const byHand = unitTrust(real.midnights.length, held);
    const begins = byHand.unitPrice.findIndex((price) => !Number.isNaN(price));
    expect(index.findIndex((at) => !Number.isNaN(at))).toBe(begins);
    for (let t = begins; t < index.length; t++) {
      expect((index[t] ?? NaN) / (byHand.unitPrice[t] ?? NaN)).toBeCloseTo(1, 9);
      expect(flow[t]).toBeCloseTo(byHand.flow[t] ?? NaN, 5);
    }
    expect(flatRecords).toBe(byHand.flatRecords);
    expect(flatRecords).toBeGreaterThan(50);
  });

  test('needs a handful of records to know what all 1,628 give', () => {
    const stated = {
      BTC: { '2021-03-01': 2, '2022-01-01': 0.5 },
      ARB: { '2021-03-01': 5000 },
      DOGE: { '2022-01-01': 1e6 },
    };
    const held = holdings(stated);
    const firstPrices = held.map(
      ({ prices }) =>
        real.midnights[Array.from(prices).findIndex((price) => !Number.isNaN(price))] ?? 0,
    );
    const window = { first: real.midnights[0] ?? 0, last: real.midnights.at(-1) ?? 0, step: day };
    const changes = [...Object.values(stated).flatMap(Object.keys).map(at), ...firstPrices];
    const times = telescoped(window, changes);
    expect(times.length).toBeLessThanOrEqual(5);

    const rows = Array.from(times, (time) => real.midnights.indexOf(time));
    const pick = (from: ArrayLike<number>) => rows.map((row) => from[row] ?? NaN);
    const few = performanceOver(
      rows.length,
      held.map(({ amounts, prices }) => ({ amounts: pick(amounts), prices: pick(prices) })),
    );
    const all = over(held);
    expect((few.index.at(-1) ?? NaN) / (all.index.at(-1) ?? NaN)).toBeCloseTo(1, 10);
    expect(sumOf(few.flow) / sumOf(all.flow)).toBeCloseTo(1, 10);
  });
});
