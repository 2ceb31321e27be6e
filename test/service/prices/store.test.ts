import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { createPriceBook, type TokenPrices } from '#service/prices/book.ts';
import {
  countRevision,
  lockPrices,
  readPrices,
  readRevision,
  readTokens,
  savePrices,
  saveTokens,
} from '#service/prices/priceStore.ts';
import { readStoredMarket } from '#service/prices/stored.ts';
import { emptyDatabase } from '#test/support/emptyDatabase.ts';
import { engines } from '#test/support/engines.ts';
import { rowVersions } from '../imports/tables.ts';

const step = 300_000;
const ids = ['BTC', 'a/b?c#d e%2F', '日本', "Robert'); DROP TABLE tokens;--", '__proto__'];
const known = ids.map((id) => ({ _id: id, symbol: id, name: `The ${id}` }));

function column(tokenId: string, told: readonly (readonly [number, number])[]): TokenPrices {
  const ascending = told.toSorted(([a], [b]) => a - b);
  return {
    tokenId,
    step,
    times: Float64Array.from(ascending, ([place]) => place * step),
    prices: Float64Array.from(ascending, ([, price]) => price),
  };
}

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  beforeEach(async () => {
    await emptyDatabase(database);
    await database.transaction((tx) => saveTokens(tx, known));
  });
  afterAll(() => database.close());

  const save = (told: readonly TokenPrices[]) =>
    database.transaction(async (tx) => {
      await lockPrices(tx);
      return savePrices(tx, told);
    });

  it('gives back every bit of what was written, whatever the token is called', async () => {
    const anyColumn = fc.dictionary(
      fc.nat({ max: 2_000 }).map(String),
      fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyColumn, { minLength: 5, maxLength: 5 }), async (columns) => {
        await database.queries.execute('TRUNCATE price_chunks');
        const told = columns.map((entries, n) =>
          column(
            ids[n] ?? '',
            Object.entries(entries).map(([place, price]) => [Number(place), price] as const),
          ),
        );
        await save(told);
        const book = createPriceBook();
        await readPrices(database.queries, book);
        for (const { tokenId, times, prices } of told) {
          expect([...book.series(tokenId, times)]).toEqual([...prices]);
          expect(book.firstAt(tokenId)).toBe(times[0] ?? null);
          expect(book.lastAt(tokenId)).toBe(times.at(-1) ?? null);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('counts new and changed prices, and leaves the others unchanged', async () => {
    const first = column('BTC', [
      [510, 1],
      [511, 2],
      [512, 3],
      [5000, 4],
    ]);
    expect(await save([first])).toEqual({ added: 4, changed: 0 });
    const second = column('BTC', [
      [509, 9],
      [511, 2],
      [512, 3.5],
    ]);
    expect(await save([second])).toEqual({ added: 1, changed: 1 });
    const book = createPriceBook();
    await readPrices(database.queries, book);
    const times = Float64Array.from([509, 510, 511, 512, 5000], (place) => place * step);
    expect([...book.series('BTC', times)]).toEqual([9, 1, 2, 3.5, 4]);
  });

  it('writes nothing for repeated prices', async () => {
    const told = ids.map((id, n) =>
      column(
        id,
        Array.from({ length: 1500 }, (_, place) => [place * 3, n + place / 7 + 1] as const),
      ),
    );
    expect(await save(told)).toEqual({ added: 7500, changed: 0 });
    const before = await rowVersions(database);
    expect(await save(told)).toEqual({ added: 0, changed: 0 });
    expect(await database.transaction((tx) => saveTokens(tx, known))).toBe(0);
    expect(await rowVersions(database)).toEqual(before);
    expect(before['priceChunks']).toHaveLength(5 * 9);
  });

  it('writes only the chunks in which something changed', async () => {
    const told = Array.from({ length: 2000 }, (_, place) => [place, place + 1] as const);
    await save([column('BTC', told)]);
    const before = await rowVersions(database);
    await save([column('BTC', told.with(700, [700, 1]))]);
    const after = await rowVersions(database);
    const kept = after['priceChunks']?.filter((row) => before['priceChunks']?.includes(row));
    expect([before['priceChunks']?.length, kept?.length]).toEqual([4, 3]);
  });

  it('loses nothing when many write into the same chunk at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, place) => save([column('BTC', [[place, place + 1]])])),
    );
    const book = createPriceBook();
    await readPrices(database.queries, book);
    const times = Float64Array.from({ length: 20 }, (_, place) => place * step);
    expect([...book.series('BTC', times)]).toEqual(Array.from(times, (_, place) => place + 1));
  });

  it('leaves nothing of a transaction that failed', async () => {
    const failed = database.transaction(async (tx) => {
      await lockPrices(tx);
      await savePrices(tx, [column('BTC', [[1, 1]])]);
      await countRevision(tx);
      throw new Error('killed');
    });
    await expect(failed).rejects.toThrow('killed');
    const market = await readStoredMarket(database.queries, { clock: () => 0, tickSeconds: 10 });
    expect(market.priceAt('BTC', step)).toBeNull();
    expect(market.version).toBe(0);
  });

  it('refuses prices of a token it does not know', async () => {
    await expect(save([column('nobody', [[1, 1]])])).rejects.toThrow('Failed query: insert');
  });

  it('reads tokens in order of their ids, and counts revisions', async () => {
    const sorted = await readTokens(database.queries);
    expect(sorted.map(({ _id }) => _id)).toEqual(ids.toSorted());
    expect(sorted.find(({ _id }) => _id === 'BTC')?.name).toBe('The BTC');
    expect(await readRevision(database.queries)).toBe(0);
    await database.transaction(countRevision);
    await database.transaction(countRevision);
    expect(await readRevision(database.queries)).toBe(2);
  });

  it('reads a book of more rows than a page holds', async () => {
    const many = Array.from({ length: 2500 }, (_, n) => [n * 512, n + 1] as const);
    await save([column('BTC', many), column('日本', many)]);
    const book = createPriceBook();
    await readPrices(database.queries, book);
    for (const id of ['BTC', '日本']) {
      const times = Float64Array.from(many, ([place]) => place * step);
      expect([...book.series(id, times)]).toEqual(many.map(([, price]) => price));
    }
  });
});
