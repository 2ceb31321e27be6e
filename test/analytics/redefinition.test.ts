import {
  inception,
  levelsAt,
  levelTable,
  rebalances,
  type DatedWeights,
} from '#analytics/level.ts';
import { levelContributions } from '#analytics/contribution.ts';
import { sumOf } from '#analytics/weights.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const hour = 3_600_000;
const day = 24 * hour;
const step = 6 * hour;
const firstMidnight = Date.parse('2021-01-02T00:00:00Z');

/** For each token its price every six hours; NaN before its first one. */
type Prices = readonly Float64Array[];

const timesOf = (prices: Prices) =>
  Float64Array.from(prices[0] ?? [], (_, i) => firstMidnight + i * step);

function tableOf(prices: Prices, definitions: readonly DatedWeights[]) {
  const times = timesOf(prices);
  const last = Math.floor((times.at(-1) ?? NaN) / day) * day;
  const firstAts = prices.map((own) => times[own.findIndex((price) => price >= 0)] ?? null);
  const begins = inception(firstAts, definitions);
  if (begins === null || begins > (times.at(-1) ?? NaN)) return null;
  const nodes = rebalances(begins, last, definitions);
  const rows = Array.from(nodes, (at) => times.indexOf(at));
  const atNodes = prices.map((own) => Float64Array.from(rows, (row) => own[row] ?? NaN));
  return levelTable(nodes, definitions, atNodes);
}

/** The level at every six hours; NaN before the inception. */
function levelsOf(prices: Prices, definitions: readonly DatedWeights[]): number[] {
  const times = timesOf(prices);
  const table = tableOf(prices, definitions);
  return table === null ? Array.from(times, () => NaN) : [...levelsAt(times, table, prices)];
}

/** A purse of 100: at every midnight, and where another definition begins, all is sold and bought anew by the weights. */
function purse(prices: Prices, definitions: readonly DatedWeights[]): number[] {
  let worth = NaN;
  let bought: { token: number; units: number }[] = [];
  let inForce: Float64Array | undefined;
  return Array.from(timesOf(prices), (at, i) => {
    const weights = definitions.findLast(({ from }) => from <= at)?.weights;
    const priceOf = (token: number) => prices[token]?.[i] ?? NaN;
    const onSale = prices.flatMap((_, token) =>
      priceOf(token) > 0 && (weights?.[token] ?? 0) > 0 ? [token] : [],
    );
    const isMidnight = at % day === 0;
    const isStart = at === definitions[0]?.from;
    if (bought.length > 0) {
      worth = sumOf(bought.map(({ token, units }) => units * priceOf(token)));
    } else if (Number.isNaN(worth) && (isMidnight || isStart) && onSale.length > 0) worth = 100;
    const isNew = isStart || (inForce !== undefined && weights?.join(' ') !== inForce.join(' '));
    if (!Number.isNaN(worth) && (isMidnight || isNew) && onSale.length > 0) {
      const sum = sumOf(onSale.map((token) => weights?.[token] ?? 0));
      bought = onSale.map((token) => ({
        token,
        units: (worth * (weights?.[token] ?? 0)) / sum / priceOf(token),
      }));
    } else if (isMidnight || isNew) bought = [];
    inForce = weights;
    return worth;
  });
}

const tokenCount = 4;
const someWeights = fc
  .array(fc.constantFrom(0, 0.1, 0.25, 0.5), { minLength: tokenCount, maxLength: tokenCount })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => Float64Array.from(weights));
const somePrices = fc.integer({ min: 2, max: 10 }).chain((days) => {
  const length = days * 4 + 2;
  const own = fc
    .tuple(
      fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), {
        minLength: length,
        maxLength: length,
      }),
      fc.oneof(fc.constant(0), fc.nat(length)),
    )
    .map(([prices, first]) => Float64Array.from(prices).fill(NaN, 0, first));
  return fc.array(own, { minLength: tokenCount, maxLength: tokenCount });
});
const someFrom = fc.nat(44).map((i) => firstMidnight + i * step);
/** Backfilled, or with a start of its own. */
const someDefinitions = fc
  .tuple(
    fc.record({ from: fc.oneof(fc.constant(-Infinity), someFrom), weights: someWeights }),
    fc.uniqueArray(fc.record({ from: someFrom, weights: someWeights }), {
      selector: ({ from }) => from,
      maxLength: 4,
    }),
  )
  .map(([first, later]) => [
    first,
    ...later.filter(({ from }) => from > first.from).toSorted((a, b) => a.from - b.from),
  ]);
const within = (prices: Prices, definitions: readonly DatedWeights[]) => {
  const last = timesOf(prices).at(-1) ?? NaN;
  return definitions.filter(({ from }) => from <= last);
};

describe('a thematic that is redefined', () => {
  test('has the level of a purse that is sold and bought again at midnights and at new definitions', () => {
    fc.assert(
      fc.property(somePrices, someDefinitions, (prices, all) => {
        const definitions = within(prices, all);
        const levels = levelsOf(prices, definitions);
        const byHand = purse(prices, definitions);
        expect(levels.map(Number.isNaN)).toEqual(byHand.map(Number.isNaN));
        const known = byHand.findIndex((worth) => !Number.isNaN(worth));
        for (let i = known; i >= 0 && i < byHand.length; i++) {
          expect((levels[i] ?? NaN) / (byHand[i] ?? NaN)).toBeCloseTo(1, 9);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every level up to the instant from which it is redefined, to the last bit', () => {
    fc.assert(
      fc.property(
        somePrices,
        someDefinitions,
        someFrom,
        someWeights,
        (prices, all, from, weights) => {
          const before = within(prices, all);
          // It can be redefined from its inception on.
          const begins = tableOf(prices, before)?.times[0] ?? Infinity;
          fc.pre(from > begins && from <= (timesOf(prices).at(-1) ?? NaN));
          const after = [...before.filter((one) => one.from !== from), { from, weights }].toSorted(
            (a, b) => a.from - b.from,
          );
          const upTo = timesOf(prices).findLastIndex((at) => at <= from) + 1;
          expect(levelsOf(prices, after).slice(0, upTo)).toStrictEqual(
            levelsOf(prices, before).slice(0, upTo),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test('as it is already, changes nothing at all', () => {
    fc.assert(
      fc.property(somePrices, someDefinitions, someFrom, (prices, all, from) => {
        const before = within(prices, all);
        fc.pre(from >= (before[0]?.from ?? Infinity));
        fc.pre(from <= (timesOf(prices).at(-1) ?? NaN) && before.every((one) => one.from !== from));
        const weights = before.findLast((one) => one.from < from)?.weights ?? new Float64Array(0);
        const after = [...before, { from, weights: weights.slice() }].toSorted(
          (a, b) => a.from - b.from,
        );
        expect(levelsOf(prices, after)).toStrictEqual(levelsOf(prices, before));
      }),
    );
  });

  test('owes its change to what was part of it, those that left among them', () => {
    fc.assert(
      fc.property(somePrices, someDefinitions, (prices, all) => {
        const definitions = within(prices, all);
        const table = tableOf(prices, definitions);
        const [from = NaN] = table?.times ?? [];
        fc.pre(table !== null && (timesOf(prices).at(-1) ?? NaN) > from);
        if (table === null) return;
        const to = timesOf(prices).at(-1) ?? NaN;
        const rows = [from, to].map((at) => timesOf(prices).indexOf(at));
        const atEnds = prices.map((own) => Float64Array.from(rows, (row) => own[row] ?? NaN));
        const found = levelContributions(Float64Array.of(from, to), table, atEnds);
        const scale = 1 + sumOf(Array.from(found?.parts ?? [], Math.abs));
        expect(Math.abs(found?.residual ?? NaN) / scale).toBeLessThan(1e-9);
      }),
    );
  });

  test('begins in the middle of a day where its level is at that moment', () => {
    const prices = [Float64Array.of(1, 2, 4, 4, 4), Float64Array.of(1, 1, 1, 2, 3)];
    const definitions = [
      { from: -Infinity, weights: Float64Array.of(1, 0) },
      { from: firstMidnight + 2 * step, weights: Float64Array.of(0, 1) },
    ];
    expect(levelsOf(prices, definitions)).toEqual([100, 200, 400, 800, 1200]);
  });

  test('begins with a later definition where no token of those before had a price', () => {
    const prices = [new Float64Array(9).fill(NaN), Float64Array.of(1, 1, 1, 1, 2, 2, 2, 2, 6)];
    const definitions = [
      { from: -Infinity, weights: Float64Array.of(1, 0) },
      { from: firstMidnight + step, weights: Float64Array.of(0, 1) },
    ];
    expect(levelsOf(prices, definitions)).toEqual([NaN, NaN, NaN, NaN, 100, 100, 100, 100, 300]);
  });
});
