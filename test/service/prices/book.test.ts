import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPriceBook, type TokenPrices } from '#service/prices/book.ts';

const minute = 60_000;
const steps = [5 * minute, 60 * minute, 1440 * minute];
const start = Date.UTC(2025, 5, 1);

function prices(step: number, told: Record<number, number>, tokenId = 'BTC'): TokenPrices {
  const times = Object.keys(told)
    .map(Number)
    .toSorted((a, b) => a - b);
  return {
    tokenId,
    step,
    times: Float64Array.from(times, (n) => start + n * step),
    prices: Float64Array.from(times, (n) => told[n] ?? Number.NaN),
  };
}

/** Batches of prices of two tokens at all resolutions, some instants told again and again. */
const batches = fc.array(
  fc.tuple(
    fc.constantFrom(...steps),
    fc.constantFrom('BTC', 'a/b?c#d e%2F'),
    fc.dictionary(
      fc.integer({ min: -20, max: 600 }).map(String),
      fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      { maxKeys: 40 },
    ),
  ),
  { maxLength: 12 },
);
const anyInstant = fc.integer({ min: start - 5 * 1440 * minute, max: start + 700 * 1440 * minute });

/** The same told without any cleverness: a list of everything. */
function plainBook(told: readonly TokenPrices[]) {
  const all = new Map<string, { at: number; step: number; price: number }>();
  for (const { tokenId, step, times, prices } of told) {
    times.forEach((at, n) =>
      all.set(`${tokenId} ${step} ${at}`, { at, step, price: prices[n] ?? Number.NaN }),
    );
  }
  const of = (tokenId: string) =>
    [...all].filter(([key]) => key.startsWith(`${tokenId} `)).map(([, entry]) => entry);
  return {
    of,
    priceAt(tokenId: string, at: number) {
      const [last] = of(tokenId)
        .filter((entry) => entry.at <= at)
        .toSorted((a, b) => b.at - a.at || a.step - b.step);
      return last === undefined ? null : { price: last.price, at: last.at, step: last.step };
    },
  };
}

describe('the price book', () => {
  it('gives the latest price of any resolution, of the same instant the finest', () => {
    const book = createPriceBook();
    book.merge(prices(1440 * minute, { 0: 1, 1: 2, 2: 3 }));
    book.merge(prices(60 * minute, { 24: 20, 25: 25 }));
    book.merge(prices(5 * minute, { 288: 200 }));
    const day = 1440 * minute;
    expect(book.priceAt('BTC', start - 1)).toBeNull();
    expect(book.priceAt('BTC', start)).toEqual({ price: 1, at: start, step: day });
    expect(book.priceAt('BTC', start + day - 1)).toEqual({ price: 1, at: start, step: day });
    expect(book.priceAt('BTC', start + day)).toEqual({
      price: 200,
      at: start + day,
      step: 5 * minute,
    });
    expect(book.priceAt('BTC', start + day + 60 * minute)?.price).toBe(25);
    expect(book.priceAt('BTC', start + 2 * day)?.price).toBe(3);
    expect(book.priceAt('BTC', start + 999 * day)?.at).toBe(start + 2 * day);
    expect(book.end()).toBe(start + 2 * day);
  });

  it('answers as a list of everything would, in whatever batches the prices came', () => {
    fc.assert(
      fc.property(batches, fc.array(anyInstant, { maxLength: 30 }), (told, instants) => {
        const book = createPriceBook();
        const columns = told.map(([step, tokenId, entries]) => prices(step, entries, tokenId));
        for (const column of columns) book.merge(column);
        const plain = plainBook(columns);
        const times = Float64Array.from(instants.toSorted((a, b) => a - b));
        for (const tokenId of ['BTC', 'a/b?c#d e%2F', 'nobody']) {
          const expected = Array.from(times, (at) => plain.priceAt(tokenId, at));
          expect(Array.from(times, (at) => book.priceAt(tokenId, at))).toEqual(expected);
          expect([...book.series(tokenId, times)]).toEqual(
            expected.map((price) => price?.price ?? Number.NaN),
          );
          const instantsOf = plain.of(tokenId).map(({ at }) => at);
          expect(book.firstAt(tokenId)).toBe(instantsOf.length ? Math.min(...instantsOf) : null);
          expect(book.lastAt(tokenId)).toBe(instantsOf.length ? Math.max(...instantsOf) : null);
        }
        const [from = start, to = start] = times;
        const within = [...plain.of('BTC'), ...plain.of('a/b?c#d e%2F')]
          .filter(({ at }) => at > from && at <= to)
          .map(({ step }) => step);
        expect(book.finestStep(['BTC', 'a/b?c#d e%2F', 'nobody'], from, to)).toBe(
          within.length ? Math.min(...within) : null,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('counts what was new and what was different', () => {
    const book = createPriceBook();
    const step = 5 * minute;
    expect(book.merge(prices(step, { 1: 1, 2: 2, 3: 3 }))).toEqual({ added: 3, changed: 0 });
    expect(book.merge(prices(step, { 1: 1, 2: 2, 3: 3 }))).toEqual({ added: 0, changed: 0 });
    expect(book.merge(prices(step, { 2: 2.5, 4: 4, 7: 7 }))).toEqual({ added: 2, changed: 1 });
    expect(book.merge(prices(step, { 0: 9, 5: 5 }))).toEqual({ added: 2, changed: 0 });
    expect(book.merge(prices(step, {}))).toEqual({ added: 0, changed: 0 });
    expect(book.merge(prices(60 * minute, { 0: 9 }))).toEqual({ added: 1, changed: 0 });
  });

  it('is empty without prices', () => {
    const book = createPriceBook();
    expect(book.end()).toBeNull();
    expect(book.priceAt('BTC', start)).toBeNull();
    expect(book.firstAt('BTC')).toBeNull();
    expect(book.lastAt('BTC')).toBeNull();
    expect([...book.series('BTC', Float64Array.of(start))]).toEqual([Number.NaN]);
    expect([...book.series('BTC', new Float64Array(0))]).toEqual([]);
    expect(book.finestStep(['BTC'], 0, start)).toBeNull();
    book.merge(prices(5 * minute, {}));
    expect(book.firstAt('BTC')).toBeNull();
    expect(book.end()).toBeNull();
  });

  it('refuses a resolution it does not know', () => {
    expect(() => createPriceBook().merge(prices(7 * minute, { 1: 1 }))).toThrow(RangeError);
  });

  it('takes small updates into long tracks without copying them all', () => {
    const book = createPriceBook();
    const count = 300_000;
    const step = 5 * minute;
    book.merge({
      tokenId: 'BTC',
      step,
      times: Float64Array.from({ length: count }, (_, n) => start + n * step),
      prices: new Float64Array(count).fill(1),
    });
    const began = performance.now();
    for (let n = 0; n < 20_000; n++) book.merge(prices(step, { [count + n]: n + 1 }));
    // Copying 2.4 MB twice for each would take a minute.
    expect(performance.now() - began).toBeLessThan(5000);
    expect(book.priceAt('BTC', Number.MAX_SAFE_INTEGER)?.price).toBe(20_000);
  });
});
