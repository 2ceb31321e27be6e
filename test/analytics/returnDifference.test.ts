import * as fc from 'fast-check';
import { performanceOver, returnOf } from '#analytics/performance.ts';
import {
  returnDifference,
  type ReturnDifference,
  type TimedIndex,
} from '#analytics/returnDifference.ts';
import {
  annualizedReturn,
  compoundReturn,
  moneyWeightedReturn,
  type MoneyPeriod,
} from '#analytics/returns.ts';
import { sumOf } from '#analytics/weights.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { offBy } from './plainFigures.ts';
import { carriedForward, hasRealCloses, readRealCloses } from './realCloses.ts';

const day = 86_400_000;

interface Market {
  /** Levels of the market, one per step. */
  readonly levels: readonly number[];
  readonly opening: number;
  /** Paid in at a step, after its growth. */
  readonly paid: ReadonlyMap<number, number>;
  /** Length of a step in days. */
  readonly days?: number;
}

/** A portfolio that holds the market, computed step by step. */
function portfolio({ levels, opening, paid, days = 1 }: Market): {
  period: MoneyPeriod;
  index: TimedIndex;
} {
  let value = opening;
  for (let t = 1; t < levels.length; t++) {
    value = (value * (levels[t] ?? NaN)) / (levels[t - 1] ?? NaN) + (paid.get(t) ?? 0);
  }
  const at = (t: number): number => t * days * day;
  return {
    period: {
      from: 0,
      to: at(levels.length - 1),
      opening,
      closing: value,
      flows: [...paid].map(([t, amount]) => ({ at: at(t), amount })),
    },
    index: { times: Float64Array.from(levels, (_, t) => at(t)), levels: Float64Array.from(levels) },
  };
}

function differenceOf(market: Market): ReturnDifference {
  const { period, index } = portfolio(market);
  const difference = returnDifference(period, index);
  if (difference.value === null) throw new Error(difference.reason);
  return difference;
}

describe('why money-weighted and time-weighted return differ', () => {
  test('paying in before a fall costs, withdrawing before it helps', () => {
    const levels = [100, 120, 110, 90, 99];
    const paidIn = differenceOf({ levels, opening: 1000, paid: new Map([[1, 500]]) });
    const withdrawn = differenceOf({ levels, opening: 1000, paid: new Map([[1, -500]]) });
    expect(paidIn.parts[0]?.effect).toBeLessThan(0);
    expect(paidIn.parts[0]?.return).toBeCloseTo(99 / 120 - 1, 12);
    expect(withdrawn.parts[0]?.effect).toBeGreaterThan(0);
    expect(paidIn.timeWeighted).toBeCloseTo(-0.01, 12);
    expect(withdrawn.timeWeighted).toBeCloseTo(-0.01, 12);
  });

  test('each flow carries the return until the next one, the last until the end', () => {
    const { parts } = differenceOf({
      levels: [100, 110, 121, 60.5, 72.6],
      opening: 1000,
      paid: new Map([
        [3, -100],
        [1, 400],
      ]),
    });
    expect(parts.map((part) => [part.at / day, part.amount])).toEqual([
      [1, 400],
      [3, -100],
    ]);
    expect(parts[0]?.return).toBeCloseTo(-0.45, 12);
    expect(parts[1]?.return).toBeCloseTo(0.2, 12);
  });

  test('a flow at average growth, at the end or at the beginning has no effect', () => {
    const steady = differenceOf({
      levels: [100, 110, 121],
      opening: 50,
      paid: new Map([[1, 900]]),
    });
    expect(steady.parts[0]?.effect).toBeCloseTo(0, 12);
    expect(steady.value).toBeCloseTo(0, 12);
    const atEnd = differenceOf({ levels: [100, 90, 150], opening: 50, paid: new Map([[2, 900]]) });
    expect(atEnd.parts[0]).toEqual({ at: 2 * day, amount: 900, return: 0, effect: 0 });
    // The first money is the base of both returns.
    const first = differenceOf({
      levels: [100, 90, 150, 100],
      opening: 0,
      paid: new Map([[1, 900]]),
    });
    expect(first.parts[0]?.effect).toBeCloseTo(0, 12);
    expect(first.timeWeighted).toBeCloseTo(100 / 90 - 1, 12);
    expect(first.moneyWeighted).toBeCloseTo(100 / 90 - 1, 12);
  });

  test('without flows nothing differs', () => {
    const none = differenceOf({ levels: [100, 90, 150], opening: 50, paid: new Map() });
    expect(none.parts).toEqual([]);
    expect(Math.abs(none.value)).toBeLessThan(1e-15);
  });

  test('equal flows in a mirrored market have opposite effects', () => {
    // ln of the market rises by 0.1 and falls by 0.1; the flow comes at the middle.
    const [up, down] = [1, -1].map((sign) =>
      differenceOf({
        levels: [100, 100 * Math.exp(0.001 * sign), 100],
        opening: 1000,
        paid: new Map([[1, 1]]),
      }),
    );
    const ratio = (up?.parts[0]?.effect ?? NaN) / (down?.parts[0]?.effect ?? NaN);
    expect(ratio).toBeCloseTo(-1, 2);
  });

  test('two equal flows at one instant share one part', () => {
    const levels = [100, 130, 110];
    const { period, index } = portfolio({ levels, opening: 10, paid: new Map([[1, 6]]) });
    const [only] = period.flows;
    if (only === undefined) throw new Error('no flow');
    const halves = { ...period, flows: [1, 2].map(() => ({ at: only.at, amount: 3 })) };
    expect(returnDifference(halves, index)).toEqual(returnDifference(period, index));
  });

  test('for small returns the capital is that of modified Dietz', () => {
    const levels = [100, 100.02, 100.01];
    const { parts } = differenceOf({ levels, opening: 1000, paid: new Map([[1, 400]]) });
    const gained = 400 * (100.01 / 100.02 - Math.sqrt(1.0001));
    expect(offBy(parts[0]?.effect, gained / (1000 + 400 / 2))).toBeLessThan(1e-3);
  });

  test('from a year on both are yearly', () => {
    const market = {
      levels: [100, 130, 110, 140],
      opening: 10,
      paid: new Map([[1, 6]]),
      days: 300,
    };
    const { period } = portfolio(market);
    const difference = differenceOf(market);
    expect(difference.moneyWeighted).toBe(moneyWeightedReturn(period).value);
    const yearly = annualizedReturn(compoundReturn(Float64Array.of(0.4)), 900);
    expect(difference.timeWeighted).toBeCloseTo(yearly.value ?? NaN, 12);
    expect(difference.value).toBeCloseTo(difference.moneyWeighted - difference.timeWeighted, 12);
  });

  test('of a wallet that was emptied within a year, both are of the time with money', () => {
    const levels = [100, 104, 110, 120, 130];
    const emptied = { levels, opening: 0, paid: new Map([[1, 50]]), days: 200 };
    const { period, index } = portfolio(emptied);
    const out = { at: 2 * 200 * day, amount: (-50 * 110) / 104 };
    const short = { ...period, flows: [...period.flows, out], closing: 0 };
    const difference = returnDifference(short, index);
    const growth = expect.closeTo(110 / 104 - 1, 12);
    expect(difference).toMatchObject({
      isYearly: false,
      moneyWeighted: growth,
      timeWeighted: growth,
    });
    expect(returnDifference(period, index)).toMatchObject({ isYearly: true });
  });

  test('has a reason without one of the two returns', () => {
    const market = { levels: [100, 50, 0, 0], opening: 10, paid: new Map([[1, 5]]) };
    const { period, index } = portfolio(market);
    const lost = { ...period, closing: 0 };
    expect(returnDifference(lost, index)).toMatchObject({ value: null, reason: 'total-loss' });
    const saved = { ...period, closing: 3 };
    expect(returnDifference(saved, index)).toMatchObject({ value: null, reason: 'total-loss' });
    const unknown = { times: index.times, levels: Float64Array.of(NaN, NaN, NaN, 5) };
    expect(returnDifference(saved, unknown)).toMatchObject({ reason: 'unknown-value' });
    const short = { times: index.times, levels: Float64Array.of(0, 1, 1, 1) };
    expect(returnDifference(saved, short)).toMatchObject({ reason: 'no-base' });
  });
});

const someMarket = fc.record({
  levels: fc.array(fc.double({ min: 20, max: 300, noNaN: true }), { minLength: 3, maxLength: 12 }),
  opening: fc.oneof(fc.constant(0), fc.double({ min: 10, max: 1000, noNaN: true })),
  paid: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 11 }), fc.double({ min: 1, max: 1000, noNaN: true })))
    .map((paid) => new Map(paid)),
  days: fc.constantFrom(1, 30, 200),
});

describe('whatever was paid in', () => {
  test('the parts add up to the difference of the two returns', () => {
    fc.assert(
      fc.property(someMarket, (drawn) => {
        const last = drawn.levels.length - 1;
        const paid = new Map([...drawn.paid].filter(([t]) => t < last));
        const market = { ...drawn, paid };
        if (market.opening === 0 && paid.size === 0) return;
        const { value, moneyWeighted, timeWeighted, parts, residual } = differenceOf(market);
        const scale = 1 + Math.abs(moneyWeighted) + Math.abs(timeWeighted);
        expect(Math.abs(moneyWeighted - timeWeighted - value) / scale).toBeLessThan(1e-12);
        expect(value - sumOf(parts.map(({ effect }) => effect))).toBeCloseTo(residual, 15);
        const moved = sumOf(parts.map(({ effect }) => Math.abs(effect)));
        expect(Math.abs(residual) / (scale + moved)).toBeLessThan(1e-12);
      }),
      { numRuns: 500 },
    );
  });
});

describe.skipIf(!hasRealCloses)('on real prices', () => {
  let real: ReturnType<typeof readRealCloses>;
  beforeAll(() => {
    real = readRealCloses();
  });

  test('the flows of a saver and trader explain the difference to the last digit', () => {
    const records = real.midnights.length;
    const held = ['BTC', 'ETH', 'SOL'].map((symbol, k) => ({
      prices: carriedForward(real, symbol),
      // Every 30 days something is bought; ETH is sold completely for a while.
      amounts: Float64Array.from({ length: records }, (_, t) =>
        k === 1 && t > 500 && t < 700 ? 0 : 1 + Math.floor(t / 30) * (k + 1),
      ),
    }));
    const { index, flow } = performanceOver(records, held);
    const valueAt = (t: number): number =>
      held.reduce((sum, { prices, amounts }) => sum + (prices[t] ?? 0) * (amounts[t] ?? 0), 0);
    const at = (t: number): number => real.midnights[t] ?? NaN;
    const period = {
      from: at(0),
      to: at(records - 1),
      opening: valueAt(0),
      closing: valueAt(records - 1),
      flows: [...flow].flatMap((amount, t) => (amount === 0 ? [] : [{ at: at(t), amount }])),
    };
    const difference = returnDifference(period, { times: real.midnights, levels: index });
    if (difference.value === null) throw new Error(difference.reason);
    const years = (period.to - period.from) / day / 365;
    const growth = 1 + (returnOf(index) ?? NaN);
    expect(offBy(difference.timeWeighted, growth ** (1 / years) - 1)).toBeLessThan(1e-12);
    expect(offBy(difference.moneyWeighted, moneyWeightedReturn(period).value ?? NaN)).toBeLessThan(
      1e-12,
    );
    expect(difference.parts.length).toBeGreaterThan(50);
    expect(Math.abs(difference.residual)).toBeLessThan(1e-13);
  });
});
