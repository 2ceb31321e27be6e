import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemDetails } from '#contract/problem.ts';
import { priceReceipt } from '#contract/prices.ts';
import { readStoredMarket } from '#service/prices/stored.ts';
import { notRecorded } from '#test/support/notRecorded.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import type { TestService } from '#test/support/service.ts';
import { file } from './files.ts';
import { marketWriterOf } from './marketWriter.ts';
import { rowVersions } from './tables.ts';

const daily = file('daily.csv', 'time,BTC,ETH', '2025-06-15,2,20', '2025-06-16,3,30');

interface Told {
  token: string;
  at: string;
  price: unknown;
}

function push({ call }: TestService, step: string, ...prices: Told[]) {
  return call('POST', '/x/prices', { step, prices });
}

function pushCsv({ fetch }: TestService, body: string | Uint8Array<ArrayBuffer>, query = '') {
  const url = `http://127.0.0.1:4173/x/prices${query}`;
  return fetch(new Request(url, { method: 'POST', headers: { 'content-type': 'text/csv' }, body }));
}

const bitcoin = { token: 'BTC', at: '2025-06-17T00:05:00Z', price: 4 };

describe('pushed prices', () => {
  onEachEngine((service) => {
    beforeEach(async () => {
      await marketWriterOf(service()).import([daily], { replace: false, record: notRecorded });
    });

    it('hold from their time on, now and after a restart, and move the as of', async () => {
      const { market, database } = service();
      const version = market.version;
      const receipt = await answerOf(push(service(), '5m', bitcoin), priceReceipt);
      expect(receipt).toEqual({ received: 1, changed: 1, asOf: '2025-06-17T00:05:00.000Z' });
      expect(market.asOf()).toBe(Date.UTC(2025, 5, 17, 0, 5));
      expect(market.version).toBe(version + 1);
      const again = await readStoredMarket(database.queries, { clock: () => 0, tickSeconds: 10 });
      for (const read of [market, again]) {
        expect(read.priceAt('BTC', Date.UTC(2025, 5, 17, 0, 4))?.price).toBe(3);
        expect(read.priceAt('BTC', Date.UTC(2025, 5, 17, 0, 5))?.price).toBe(4);
        expect(read.finestStep(['BTC'], Date.UTC(2025, 5, 17), read.asOf())).toBe(300_000);
      }
    });

    it('a second time change nothing', async () => {
      await push(service(), '5m', bitcoin);
      const before = await rowVersions(service().database);
      const version = service().market.version;
      const receipt = await answerOf(push(service(), '5m', bitcoin, bitcoin), priceReceipt);
      expect(receipt).toMatchObject({ received: 1, changed: 0 });
      expect(await rowVersions(service().database)).toEqual(before);
      expect(service().market.version).toBe(version);
    });

    it('count new and changed prices', async () => {
      await push(service(), '1d', { token: 'BTC', at: '2025-06-18T00:00:00Z', price: 5 });
      const receipt = await answerOf(
        push(
          service(),
          '1d',
          { token: 'BTC', at: '2025-06-18T02:00:00+02:00', price: 5.5 },
          { token: 'ETH', at: '2025-06-17T00:00:00.000Z', price: 30 },
          { token: 'ETH', at: '2025-06-18T00:00:00.000Z', price: 31 },
        ),
        priceReceipt,
      );
      expect(receipt).toMatchObject({ received: 3, changed: 2 });
    });

    it.each([
      [
        'an unknown token',
        { ...bitcoin, token: 'a/b~' },
        '/prices/0/token',
        /^there is no token "a\/b~"; import a file with its prices first \(npm run import/,
      ],
      [
        'a time off the step',
        { ...bitcoin, at: '2025-06-17T00:05:01Z' },
        '/prices/0/at',
        /is not a whole multiple of 5 min$/,
      ],
      [
        'a time in the future',
        { ...bitcoin, at: '2205-06-17T00:05:00Z' },
        '/prices/0/at',
        /is in the future$/,
      ],
      [
        'a time before 1970',
        { ...bitcoin, at: '1969-12-31T23:55:00Z' },
        '/prices/0/at',
        /is before 1970$/,
      ],
      [
        'a price too small',
        { ...bitcoin, price: 1e-300 },
        '/prices/0/price',
        /^1e-300 is not a price/,
      ],
    ])('with %s are refused with a pointer', async (_, told, place, detail) => {
      const before = await rowVersions(service().database);
      const good = { ...bitcoin, token: 'ETH' };
      const problem = await problemOf(push(service(), '5m', told, good), 'invalid-prices');
      expect(problem.errors).toEqual([{ pointer: place, detail: expect.stringMatching(detail) }]);
      expect(await rowVersions(service().database)).toEqual(before);
    });

    it.each([
      ['zero', 0],
      ['negative', -1],
      ['text', '4'],
      ['too large', 1e16],
      ['absent', null],
    ])('with a price that is %s are refused', async (_, price) => {
      const response = await push(service(), '5m', { ...bitcoin, price });
      expect(response.status).toBe(422);
      expect(problemDetails.parse(await response.json()).errors?.[0]?.pointer).toBe(
        '/prices/0/price',
      );
    });

    it('that contradict each other are refused', async () => {
      const problem = await problemOf(
        push(service(), '5m', bitcoin, { ...bitcoin, price: 5 }),
        'invalid-prices',
      );
      expect(problem.errors).toEqual([
        {
          pointer: '/prices/1/price',
          detail: '"BTC" occurs twice at 2025-06-17T00:05:00Z, as 4 and as 5',
        },
      ]);
    });

    it('come as wide CSV too, whose time is the open', async () => {
      const text = 'time,BTC,EUR,ETH\n2025-06-17T00:00Z,4,1,\n2025-06-17T00:05Z,5,1,31\n';
      const receipt = await answerOf(pushCsv(service(), text), priceReceipt);
      expect(receipt).toEqual({ received: 3, changed: 3, asOf: '2025-06-17T00:10:00.000Z' });
      expect(await answerOf(pushCsv(service(), gzipSync(text)), priceReceipt)).toMatchObject({
        changed: 0,
      });
      expect(service().market.priceAt('BTC', Date.UTC(2025, 5, 17, 0, 5))?.price).toBe(4);
    });

    it('as CSV of one row need the step beside them', async () => {
      const row = 'time,BTC\n2025-06-17,4\n';
      const problem = await problemOf(pushCsv(service(), row), 'invalid-prices');
      expect(problem.detail).toContain('body: has only one row, so its resolution is unknown');
      expect(await answerOf(pushCsv(service(), row, '?step=1d'), priceReceipt)).toMatchObject({
        changed: 1,
        asOf: '2025-06-18T00:00:00.000Z',
      });
    });

    it('as CSV with faults are refused with line and column', async () => {
      const problem = await problemOf(
        pushCsv(service(), 'time,BTC,DOGE\n2025-06-16,1,2\n2025-06-17,1,2\n'),
        'invalid-prices',
      );
      expect(problem.detail).toContain('body line 1, column DOGE: there is no token "DOGE"');
      const bad = await problemOf(
        pushCsv(service(), 'time,BTC\n2025-06-16,1\n2025-06-17,NaN\n'),
        'invalid-prices',
      );
      expect(bad.detail).toContain('body line 3, column BTC: "NaN" is not a price');
      const other = await problemOf(
        pushCsv(service(), 'thematic_id,thematic_name,symbol,token_name\na,A,BTC,B\n'),
        'invalid-prices',
      );
      expect(other.detail).toContain('contains thematics');
    });

    it('as a small gzip file that unpacks to more than a body may have are refused', async () => {
      const text = `time,BTC\n2025-06-17,4\n${'\n'.repeat(17 * 2 ** 20)}`;
      const problem = await problemOf(pushCsv(service(), gzipSync(text)), 'too-large');
      expect(problem.detail).toBe(
        'This push unpacks to more than 16 MiB, the limit. Nothing was imported: split it into several.',
      );
    });

    it('that lie so far apart that each takes a row of the database are refused', async () => {
      const prices = Array.from({ length: 30_001 }, (_, n) => ({
        ...bitcoin,
        token: ['BTC', 'ETH', 'SOL'][n % 3] ?? 'BTC',
        at: new Date(Math.floor(n / 3) * 512 * 300_000).toISOString(),
      }));
      const sol = file('sol-daily.csv', 'time,SOL', '2025-06-16,1');
      await marketWriterOf(service()).import([sol], { replace: false, record: notRecorded });
      const problem = await problemOf(push(service(), '5m', ...prices), 'too-large');
      expect(problem.detail).toContain('30,000 blocks of prices');
    });

    it('of many at once are all there, and the market agrees with the database', async () => {
      const { market, database } = service();
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          push(
            service(),
            '5m',
            { ...bitcoin, price: n + 1 },
            {
              token: 'ETH',
              at: new Date(Date.UTC(2025, 5, 17, 0, 5 * n)).toISOString(),
              price: n + 1,
            },
          ),
        ),
      );
      const again = await readStoredMarket(database.queries, { clock: () => 0, tickSeconds: 10 });
      const times = Float64Array.from({ length: 40 }, (_, n) => Date.UTC(2025, 5, 17, 0, 5 * n));
      for (const token of ['BTC', 'ETH']) {
        expect([...market.series(token, times)]).toEqual([...again.series(token, times)]);
      }
      expect([...again.series('ETH', times)].slice(0, 30)).toEqual(
        Array.from({ length: 30 }, (_, n) => n + 1),
      );
    });

    it('are taken 100,000 at a time', async () => {
      const prices = Array.from({ length: 100_000 }, (_, n) => ({
        token: n % 2 ? 'BTC' : 'ETH',
        at: new Date(Date.UTC(2024, 0, 1) + Math.floor(n / 2) * 300_000).toISOString(),
        price: n + 1,
      }));
      const receipt = await answerOf(push(service(), '5m', ...prices), priceReceipt);
      expect(receipt).toMatchObject({ received: 100_000, changed: 100_000 });
    });
  });
});

describe('pushed prices, where the market is simulated,', () => {
  onEachEngine((service) => {
    it('are refused, and what to do is said', async () => {
      const problem = await problemOf(push(service(), '5m', bitcoin), 'market-simulated');
      expect(problem.detail).toContain('npm run import');
    });
  });
});
