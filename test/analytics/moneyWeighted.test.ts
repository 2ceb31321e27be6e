import * as fc from 'fast-check';
import {
  annualizedReturn,
  compoundReturn,
  investorFlows,
  modifiedDietz,
  moneyWeightedReturn,
  returnsOf,
  simpleGain,
  type MoneyPeriod,
} from '#analytics/returns.ts';
import { rateOf, type CashFlow } from '#analytics/rateOfReturn.ts';
import { describe, expect, test } from 'vitest';
import { offBy } from './plainFigures.ts';

const day = 86_400_000;

/** A period of whole days from 0. */
const over = (
  days: number,
  opening: number,
  closing: number,
  flows: readonly (readonly [day: number, amount: number])[] = [],
): MoneyPeriod => ({
  from: 0,
  to: days * day,
  opening,
  closing,
  flows: flows.map(([at, amount]) => ({ at: at * day, amount })),
});

/** Net present value at a yearly rate, as the formula says. */
function presentValue(period: MoneyPeriod, r: number): number {
  let sum = period.opening - period.closing * (1 + r) ** (-(period.to - period.from) / day / 365);
  for (const { at, amount } of period.flows) {
    sum += amount * (1 + r) ** (-(at - period.from) / day / 365);
  }
  return sum;
}

describe('simple gain and modified Dietz', () => {
  test('leave out what was paid in', () => {
    const period = over(100, 1000, 1350, [[50, 200]]);
    expect(simpleGain(period)).toEqual({ value: 150, observations: 3, standardError: null });
    expect(modifiedDietz(period).value).toBeCloseTo(150 / 1100, 12);
  });

  test('count flows of one instant once, and flows at either end by their share', () => {
    const period = over(10, 100, 260, [
      [0, 50],
      [5, 70],
      [5, -70],
      [10, 100],
    ]);
    expect(simpleGain(period)).toMatchObject({ value: 10, observations: 4 });
    expect(modifiedDietz(period).value).toBeCloseTo(10 / 150, 12);
  });

  test('have a reason where there is no value', () => {
    expect(modifiedDietz(over(10, 0, 5))).toMatchObject({ value: null, reason: 'no-base' });
    expect(modifiedDietz(over(10, 100, 5, [[1, -150]]))).toMatchObject({ reason: 'no-base' });
    expect(modifiedDietz(over(0, 100, 100))).toMatchObject({ reason: 'no-time' });
    expect(simpleGain(over(10, NaN, 5))).toMatchObject({ reason: 'unknown-value' });
    expect(modifiedDietz(over(10, 1, 5, [[1, Infinity]]))).toMatchObject({
      reason: 'unknown-value',
    });
    expect(simpleGain(over(1, -1e308, 1.5e308))).toMatchObject({ reason: 'too-large' });
  });

  test('a flow outside the period is a fault of the caller', () => {
    expect(() => simpleGain(over(10, 1, 1, [[11, 1]]))).toThrow(RangeError);
    expect(() => modifiedDietz(over(-1, 1, 1))).toThrow(RangeError);
  });
});

describe('money-weighted return', () => {
  test('without flows is the growth: yearly from a year on, of the period below', () => {
    expect(moneyWeightedReturn(over(730, 100, 121)).value).toBeCloseTo(0.1, 12);
    expect(moneyWeightedReturn(over(365, 100, 110)).value).toBeCloseTo(0.1, 12);
    expect(moneyWeightedReturn(over(364, 100, 110)).value).toBeCloseTo(0.1, 12);
    expect(moneyWeightedReturn(over(1 / 24, 100, 150)).value).toBeCloseTo(0.5, 12);
    expect(moneyWeightedReturn(over(150, 100, 98.07)).value).toBeCloseTo(-0.0193, 12);
  });

  test('begins with the first money and ends with the last', () => {
    // In on day 10, out on day 30 with 5 %, of a period of 100 days.
    const inside = over(100, 0, 0, [
      [10, 100],
      [30, -105],
    ]);
    expect(moneyWeightedReturn(inside)).toMatchObject({ observations: 2 });
    expect(moneyWeightedReturn(inside).value).toBeCloseTo(0.05, 12);
  });

  test('solves the equation', () => {
    const someFlow = fc.tuple(
      fc.integer({ min: 1, max: 699 }),
      fc.double({ min: -50, max: 200, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(someFlow, { maxLength: 8 }),
        fc.double({ min: 400, max: 3000, noNaN: true }),
        (flows, closing) => {
          const period = over(700, 1000, closing, flows);
          const rate = moneyWeightedReturn(period);
          expect(rate.value).not.toBeNull();
          const scale = flows.reduce((sum, [, amount]) => sum + Math.abs(amount), 1000 + closing);
          expect(Math.abs(presentValue(period, rate.value ?? NaN)) / scale).toBeLessThan(1e-12);
        },
      ),
    );
  });

  test('a hundred, a thousand or a billionth of the money has the same rate', () => {
    const base = [1000, 1234, 300, -150] as const;
    const [rate, ...others] = [1, 100, 1000, 1e-9, 1e200].map((by) => {
      const [opening, closing, paid, taken] = base.map((amount) => amount * by);
      const flows = [
        [100, paid ?? NaN],
        [200, taken ?? NaN],
      ] as const;
      return moneyWeightedReturn(over(500, opening ?? NaN, closing ?? NaN, flows)).value;
    });
    for (const other of others) expect(offBy(other, rate ?? NaN)).toBeLessThan(1e-12);
  });

  test('is found where Newton’s method fails', () => {
    // Nearly a total loss, a rate of many thousand percent, and ten years to the day.
    for (const [days, closing] of [
      [400, 1e-12],
      [400, 1e12],
      [3650, 1e-6],
      [1, 1e9],
    ] as const) {
      const expected = closing ** (days < 365 ? 1 : 365 / days) - 1;
      expect(offBy(moneyWeightedReturn(over(days, 1, closing)).value, expected)).toBeLessThan(1e-9);
    }
  });

  test('has a reason without a rate', () => {
    expect(moneyWeightedReturn(over(10, 0, 0))).toMatchObject({ reason: 'no-base' });
    expect(moneyWeightedReturn(over(10, 100, 0))).toMatchObject({ reason: 'total-loss' });
    expect(moneyWeightedReturn(over(10, 0, 100))).toMatchObject({ reason: 'no-root' });
    expect(
      moneyWeightedReturn(
        over(10, 100, 50, [
          [5, -200],
          [6, 200],
        ]),
      ).value,
    ).not.toBeNull();
    expect(moneyWeightedReturn(over(10, 100, -50, [[5, -120]])).value).toBeNull();
    expect(moneyWeightedReturn(over(0, 100, 50))).toMatchObject({ reason: 'no-time' });
    expect(moneyWeightedReturn(over(10, 100, NaN))).toMatchObject({ reason: 'unknown-value' });
  });

  test('what was taken out and lost at once does not matter for total loss', () => {
    // 100 in, 30 back, the rest lost: a rate exists.
    const rate = moneyWeightedReturn(over(100, 100, 0, [[50, -30]]));
    expect(rate.value).toBeCloseTo(-0.7, 12);
  });
});

/** Flows one year apart. */
const flows = (...amounts: number[]): CashFlow[] =>
  amounts.map((amount, i) => ({ at: i * 365 * day, amount })).filter(({ amount }) => amount !== 0);

/** Flows of the polynomial with these growth factors as roots, one a year. */
function withRoots(...factors: number[]): CashFlow[] {
  let coefficients = [1];
  for (const factor of factors) {
    const next = [...coefficients, 0];
    for (const [i, c] of coefficients.entries()) next[i + 1] = (next[i + 1] ?? 0) - factor * c;
    coefficients = next;
  }
  return flows(...coefficients);
}

describe('the number of rates', () => {
  test('none, one or several, from the roots of the polynomial', () => {
    expect(rateOf(flows(100, -230, 132))).toBe('several-roots');
    expect(rateOf(flows(1, -2, 1.01))).toBe('no-root');
    // A root that touches zero is not one that separates gain from loss.
    expect(rateOf(flows(1, -2, 1))).toBe('several-roots');
    expect(rateOf(withRoots(1.05, 1.3, 1.7))).toBe('several-roots');
    expect(rateOf(withRoots(0.4, 0.9, 1.7))).toBe('several-roots');
    expect(rateOf(flows(1, 1, 1))).toBe('no-root');
    // (x − 1.1)(x² − x + 1): three changes of sign among the flows, and yet one real root.
    expect(rateOf(flows(1, -2.1, 2.1, -1.1))).toBeCloseTo(3 * Math.log(1.1), 12);
  });

  test('equals the sign changes of the present value on a fine grid', () => {
    const some = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(some, (amounts) => {
        const investor = flows(...amounts);
        let changes = 0;
        let before = 0;
        let touchesZero = false;
        for (let step = 1; step <= 8000; step++) {
          // Growth factors of a year from e^−8 to e^8.
          const x = Math.exp(-8 + (16 * (step - 0.37)) / 8000);
          const terms = investor.map(({ at, amount }) => amount * x ** (-at / (365 * day)));
          const value = terms.reduce((sum, term) => sum + term, 0);
          const scale = terms.reduce((sum, term) => sum + Math.abs(term), 0);
          touchesZero ||= Math.abs(value) < 1e-5 * scale;
          if (before * value < 0) changes += 1;
          before = value;
        }
        const answer = rateOf(investor);
        // A root of higher order may lie between two points of the grid.
        if (touchesZero) return;
        const number = typeof answer === 'number' ? 'one' : answer;
        expect(number).toBe(['no-root', 'one'][changes] ?? 'several-roots');
      }),
      { numRuns: 60 },
    );
  });

  test('many flows back and forth have one rate as long as money is invested', () => {
    const investor = investorFlows(
      over(
        1825,
        1000,
        1500,
        Array.from({ length: 1800 }, (_, i) => [i + 1, i % 2 === 0 ? 400 : -399]),
      ),
    );
    expect(typeof rateOf(investor)).toBe('number');
  });
});

describe('compounded and annualized return', () => {
  test('of two years, of total loss, and of nothing', () => {
    const total = compoundReturn(Float64Array.of(0.1, 0.1));
    expect(total.value).toBeCloseTo(0.21, 15);
    expect(annualizedReturn(total, 730).value).toBeCloseTo(0.1, 12);
    const lost = compoundReturn(Float64Array.of(0.1, -1, 5));
    expect(lost).toMatchObject({ value: -1, observations: 3 });
    expect(annualizedReturn(lost, 730).value).toBe(-1);
    expect(annualizedReturn(total, 0)).toMatchObject({ reason: 'no-time' });
    expect(annualizedReturn(compoundReturn(new Float64Array(0)), 9)).toMatchObject({
      reason: 'too-few-records',
    });
  });

  test('keeps the digits of tiny returns, and does not overflow on the way', () => {
    expect(offBy(compoundReturn(new Float64Array(1000).fill(1e-17)).value, 1e-14)).toBeLessThan(
      1e-12,
    );
    const wild = Float64Array.of(1e200, 1e200, -1 + 1e-10);
    expect(compoundReturn(wild)).toMatchObject({ value: null, reason: 'too-large' });
    const back = Float64Array.of(1e300, 1e300, 2 ** -1000 - 1);
    expect(compoundReturn(back)).toMatchObject({ value: -1 });
    expect(compoundReturn(Float64Array.of(-1.5))).toMatchObject({ reason: 'below-total-loss' });
    expect(compoundReturn(Float64Array.of(0.1, NaN))).toMatchObject({ reason: 'unknown-value' });
  });

  test('returns of levels, with gaps and bases of 0', () => {
    expect([...returnsOf(Float64Array.of(100, 110, NaN, 99, 0, 5))]).toEqual([
      expect.closeTo(0.1, 12),
      NaN,
      NaN,
      -1,
      NaN,
    ]);
    expect(returnsOf(new Float64Array(0))).toHaveLength(0);
    expect(returnsOf(Float64Array.of(5))).toHaveLength(0);
  });
});
