import { beforeAll, describe, expect, test } from 'vitest';
import { performanceOver, returnOf } from '#analytics/performance.ts';
import { sumOf } from '#analytics/weights.ts';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import { walletAttribution } from '#figures/attribution.ts';
import { heldOver, mergedTokens, type WalletHoldings } from '#figures/heldOver.ts';
import { createLevelBook, thematicHistory, type DatedThematic } from '#figures/levels.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import {
  carriedForward,
  hasRealCloses,
  membersOf,
  readRealCloses,
} from '../analytics/realCloses.ts';
import { createTableMarket, type TokenTable } from '../support/tableMarket.ts';

const day = 86_400_000;
const hour = 3_600_000;
const begin = Date.UTC(2026, 5, 1);
const at = (days: number) => begin + days * day;

const daily = (...prices: number[]): TokenTable => ({
  step: day,
  prices: prices.map((price, i) => [at(i), price]),
});

function holdingsOf(
  ...statements: readonly (readonly [at: number, amounts: Readonly<Record<string, number>>])[]
): WalletHoldings {
  return {
    thematicId: 't',
    statements: statements.map(([from, amounts]) => ({
      at: from,
      positions: Object.entries(amounts)
        .map(([token, amount]) => ({ token, amount }))
        .toSorted((a, b) => (a.token < b.token ? -1 : 1)),
    })),
    heldFrom: statements[0]?.[0] ?? null,
  };
}

const definition = (weights: Readonly<Record<string, number>>, from = 0) => ({
  from,
  tokens: Object.entries(weights).map(([token, weight]) => ({ token, weight })),
});

function world(
  tables: Record<string, TokenTable>,
  asOf: number,
  ...definitions: DatedThematic['definitions']
) {
  const market = createSwitchableMarket(createTableMarket(tables, asOf));
  const book = createLevelBook(market);
  const thematic = { id: 't', definitions };
  return {
    attribution: (holdings: readonly WalletHoldings[], type: HistoryType = 'all') =>
      walletAttribution(market, book, { thematic, holdings }, type),
    /** Return of the wallet and of the thematic, as their own histories have them. */
    returns: (wallet: WalletHoldings, type: HistoryType, from: string | null) => {
      const held = heldOver(market, [wallet], type);
      if (held === null) throw new Error('nothing held');
      const { index } = performanceOver(held.grid.times.length, mergedTokens(held));
      const { grid, totals } = thematicHistory(market, book, thematic, type);
      const first = totals[grid.dates.indexOf(from ?? '')] ?? NaN;
      return { wallet: returnOf(index), thematic: (totals.at(-1) ?? NaN) / first - 1 };
    },
  };
}

test('two tokens over two days, by hand', () => {
  // a doubles, then halves; b stays. Half of each is the target; the wallet holds 100 of each at first.
  const { attribution } = world(
    { a: daily(10, 20, 10), b: daily(10, 10, 10) },
    at(2),
    definition({ a: 0.5, b: 0.5 }),
  );
  const found = attribution([holdingsOf([at(0), { a: 10, b: 10 }])]);
  // The wallet returns 1.5 × (2/3 × 0.5 + 1/3) − 1 = 0, the thematic 1.5 × 0.75 − 1 = 0.125.
  expect(found.return).toBeCloseTo(0, 14);
  expect(found.thematicReturn).toBeCloseTo(0.125, 14);
  expect(found.difference).toBeCloseTo(-0.125, 14);
  expect(found).toMatchObject({ observations: 2, excluded: [], reason: null });
  // On the first day both are on target. On the second, 2/3 − 1/2 of a fell 0.25 more than the thematic, times 1.5.
  const effect = (2 / 3 - 0.5) * (-0.5 + 0.25) * 1.5;
  const [a, b] = found.tokens;
  expect(a?.effect).toBeCloseTo(effect, 14);
  expect(b?.effect).toBeCloseTo((1 / 3 - 0.5) * 0.25 * 1.5, 14);
  expect(a).toMatchObject({ return: 0, token: { _id: 'a', symbol: 'A' } });
  expect(a?.excess).toBeCloseTo(-0.125, 14);
  expect(a?.drift).toBeCloseTo((2 / 3 - 0.5) / 2, 14);
  expect(a?.weight).toBeCloseTo((0.5 + 2 / 3) / 2, 14);
  expect(found.residual).toBeCloseTo(0, 15);
});

test('a wallet exactly on target costs nothing', () => {
  const { attribution } = world(
    { a: daily(10, 20), b: daily(50, 40) },
    at(1),
    definition({ a: 0.25, b: 0.75 }),
  );
  const found = attribution([holdingsOf([at(0), { a: 2.5, b: 1.5 }])]);
  expect(found.return).toBeCloseTo(0.1, 14);
  expect(Math.abs(found.difference ?? NaN)).toBeLessThan(1e-15);
  for (const { effect, drift } of found.tokens) {
    expect(Math.abs(effect)).toBeLessThan(1e-15);
    expect(Math.abs(drift)).toBeLessThan(1e-15);
  }
});

test('a token outside the thematic has target 0, and one not held has weight 0', () => {
  const { attribution } = world({ a: daily(10, 20), b: daily(10, 5) }, at(1), definition({ a: 1 }));
  const found = attribution([holdingsOf([at(0), { b: 3 }])]);
  expect(found.tokens).toMatchObject([
    { token: { _id: 'a' }, weight: 0, target: 1, drift: -1, excess: 0, effect: 0 },
    { token: { _id: 'b' }, weight: 1, target: 0, drift: 1, excess: -1.5, effect: -1.5 },
  ]);
  expect(found.difference).toBe(-1.5);
});

test('steps without a value are excluded, and their returns count for neither', () => {
  const { attribution } = world({ a: daily(10, 20, 40, 80, 60) }, at(4), definition({ a: 1 }));
  const closed = holdingsOf([at(0), { a: 1 }], [at(1), {}], [at(3), { a: 5 }]);
  const found = attribution([closed]);
  expect(found.excluded).toEqual([
    {
      from: new Date(at(1)).toISOString(),
      to: new Date(at(3)).toISOString(),
      reason: expect.any(String),
    },
  ]);
  expect(found).toMatchObject({ observations: 2, return: 0.5, thematicReturn: 0.5, difference: 0 });
});

test('a redefinition within a step divides it', () => {
  const hours = (...prices: number[]): TokenTable => ({
    step: hour,
    prices: prices.map((price, i) => [begin + i * 12 * hour, price]),
  });
  const noon = begin + 12 * hour;
  const { attribution, returns } = world(
    { a: hours(10, 20, 20), b: hours(10, 10, 30) },
    at(1),
    definition({ a: 1 }),
    definition({ b: 1 }, noon),
  );
  const wallet = holdingsOf([at(0), { a: 1, b: 1 }]);
  const found = attribution([wallet]);
  // One record a day, two steps: the thematic doubles with a, then triples with b.
  expect(found).toMatchObject({ observations: 2, thematicReturn: 5, return: 1.5 });
  expect(found.return).toBe(returns(wallet, 'all', found.from).wallet);
  expect(sumOf(found.tokens.map(({ effect }) => effect))).toBeCloseTo(-3.5, 13);
});

test.each([
  ['no wallet', []],
  ['nothing ever held', [holdingsOf()]],
  ['only an empty statement', [{ ...holdingsOf([at(0), {}]), heldFrom: null }]],
  ['one record', [holdingsOf([at(2), { a: 1 }])]],
  ['only tokens without a price', [holdingsOf([at(0), { z: 1 }])]],
])('%s: no figures, and a reason', (_, holdings) => {
  const { attribution } = world(
    { a: daily(1, 2, 3), z: { step: day, prices: [] } },
    at(2),
    definition({ a: 1 }),
  );
  for (const type of historyTypes) {
    expect(attribution(holdings, type)).toMatchObject({
      from: null,
      return: null,
      difference: null,
      tokens: [],
      periods: [],
      reason: expect.stringMatching(/^[A-Z].+\.$/),
    });
  }
});

test('prices that fall to zero, start late or are huge leave finite figures that add up', () => {
  const { attribution } = world(
    {
      a: daily(1e-4, 5, 0, 0, 0),
      b: daily(1e5, 1e6, 1, 2, 3),
      c: {
        step: day,
        prices: [
          [at(2), 7],
          [at(4), 9],
        ],
      },
    },
    at(4),
    definition({ a: 0.4, b: 0.3, c: 0.3 }),
  );
  const { tokens, difference, residual } = attribution([
    holdingsOf([at(0), { a: 5, b: 1e-12, c: 100 }], [at(3), { b: 4 }]),
  ]);
  const effects = tokens.map(({ effect }) => effect);
  expect([...effects, difference ?? NaN].every(Number.isFinite)).toBe(true);
  const scale = Math.max(...effects.map(Math.abs));
  expect(Math.abs(sumOf(effects) - (difference ?? NaN)) / scale).toBeLessThan(1e-9);
  expect(Math.abs(residual ?? NaN) / scale).toBeLessThan(1e-9);
});

describe.skipIf(!hasRealCloses)('on real prices', () => {
  let real: ReturnType<typeof readRealCloses>;
  beforeAll(() => {
    real = readRealCloses();
  });

  test('is what plain loops give, and adds up to the two returns', () => {
    const symbols = membersOf('defi').slice(0, 6);
    expect(symbols.length).toBeGreaterThan(3);
    const tables = Object.fromEntries(
      symbols.map((symbol) => [
        symbol,
        {
          step: day,
          prices: [...carriedForward(real, symbol)].flatMap((price, i) =>
            Number.isNaN(price) ? [] : [[real.midnights[i] ?? NaN, price] as const],
          ),
        },
      ]),
    );
    const last = real.midnights.at(-1) ?? NaN;
    const weights = Object.fromEntries(symbols.map((symbol) => [symbol, 1 / symbols.length]));
    const from = last - 700 * day;
    const { attribution, returns } = world(tables, last, definition(weights));
    const first = Object.fromEntries(symbols.map((symbol, i) => [symbol, 10 + i * 3]));
    const second = Object.fromEntries(symbols.slice(1).map((symbol, i) => [symbol, 500 - i * 50]));
    const wallet = holdingsOf([from, first], [last - 300 * day, second]);
    const found = attribution([wallet]);

    // Plain loops: one step a day, targets anew at each midnight.
    const days = [...real.midnights].filter((midnight) => midnight >= from);
    const price = (symbol: string, midnight: number) =>
      tables[symbol]?.prices.findLast(([since]) => since <= midnight)?.[1] ?? NaN;
    const steps = days.slice(1).map((midnight, k) => {
      const before = days[k] ?? NaN;
      const amounts = before >= last - 300 * day ? second : first;
      const values = symbols.map((symbol) => (amounts[symbol] ?? 0) * price(symbol, before));
      const total = values.reduce((sum, value) => sum + value, 0);
      const own = symbols.map((symbol) => price(symbol, midnight) / price(symbol, before) - 1);
      const w = values.map((value) => value / total);
      const thematic = own.reduce((sum, b) => sum + b / symbols.length, 0);
      const wallets = own.reduce((sum, b, i) => sum + b * (w[i] ?? NaN), 0);
      return { own, w, thematic, wallet: wallets };
    });
    for (const [i, symbol] of symbols.entries()) {
      let effect = 0;
      for (const [k, { own, w, thematic }] of steps.entries()) {
        let factor = 1;
        for (const [s, other] of steps.entries()) {
          if (s !== k) factor *= 1 + (s < k ? other.wallet : other.thematic);
        }
        effect += ((w[i] ?? NaN) - 1 / symbols.length) * ((own[i] ?? NaN) - thematic) * factor;
      }
      const token = found.tokens.find(({ token }) => token._id === symbol);
      expect(Math.abs((token?.effect ?? NaN) / effect - 1)).toBeLessThan(1e-9);
    }
    expect(found.observations).toBe(700);
    const { wallet: own, thematic } = returns(wallet, 'all', found.from);
    expect((found.return ?? NaN) / (own ?? NaN)).toBeCloseTo(1, 9);
    expect((found.thematicReturn ?? NaN) / thematic).toBeCloseTo(1, 9);
    expect(Math.abs(found.residual ?? NaN)).toBeLessThan(1e-12);
    expect(sumOf(found.periods.map(({ effect }) => effect))).toBeCloseTo(
      found.difference ?? NaN,
      12,
    );
  });
});
