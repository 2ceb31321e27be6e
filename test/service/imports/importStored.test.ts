import { beforeEach, describe, expect, it } from 'vitest';
import { readStoredMarket } from '#service/prices/stored.ts';
import { notRecorded } from '#test/support/notRecorded.ts';
import { makeUser, readEvents, readWallets, stated } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import type { TestService } from '#test/support/service.ts';
import { file, refusal } from './files.ts';
import { marketWriterOf } from './marketWriter.ts';
import { rowVersions } from './tables.ts';

const daily = file('daily.csv', 'time,BTC,ETH', '2025-06-15,2,20', '2025-06-16,3,30');
const header = 'thematic_id,thematic_name,symbol,token_name';
const thematics = file(
  'thematics.csv',
  header,
  'store,Store,BTC,Bitcoin',
  'platforms,Platforms,ETH,Ether',
  'platforms,Platforms,BTC,Bitcoin',
);

function bringIn(service: TestService, ...files: ReturnType<typeof file>[]) {
  return marketWriterOf(service).import(files, { replace: false, record: notRecorded });
}

describe('an import into a stored market', () => {
  onEachEngine((service) => {
    beforeEach(async () => {
      await bringIn(service(), daily, thematics);
    });

    it('adds and changes prices, and leaves holdings as they are', async () => {
      const { market } = service();
      await makeUser(service(), 'ann');
      await stated(service(), 'ann', { thematics: 'store', tokens: [{ token: 'BTC', amount: 2 }] });
      const version = market.version;
      const more = file(
        'daily.csv',
        'time,BTC,SOL',
        '2025-06-16,4,',
        '2025-06-17,5,1',
        '2025-06-18,6,',
      );
      const summary = await bringIn(service(), more);
      expect(summary).toEqual([
        'daily.csv: 3 rows of 1 d, 2 tokens.',
        'Prices: 3 new, 1 changed. The market has 3 tokens and prices up to 2025-06-19T00:00:00.000Z.',
        'Tokens: 1 new or renamed.',
        'Thematics: no file was imported.',
        'No recent prices; the last one is carried forward: ETH (2025-06-17T00:00:00.000Z).',
        'Tokens in no thematic: SOL.',
      ]);
      expect(market.version).not.toBe(version);
      expect(market.token('BTC')?.name).toBe('Bitcoin');
      expect(market.priceAt('BTC', Date.UTC(2025, 5, 17))?.price).toBe(4);
      expect((await readWallets(service(), 'ann'))[0]?.total).toBe(12);
    });

    it('updates a thematic whose tokens or name changed, with what they were before', async () => {
      await makeUser(service(), 'ann');
      await stated(service(), 'ann', { thematics: 'store', tokens: [{ token: 'BTC', amount: 2 }] });
      const changed = file(
        'thematics.csv',
        header,
        'store,Store,BTC,Bitcoin',
        'platforms,New platforms,ETH,Ether',
        'third,Third,ETH,Ether',
      );
      expect(await bringIn(service(), changed)).toContain(
        'Thematics: 1 created, 1 updated, 1 kept.',
      );
      const told = (await readEvents(service())).slice(-2);
      expect(told.map(({ type, subject }) => [type, subject])).toEqual([
        ['thematic.updated', 'platforms'],
        ['thematic.created', 'third'],
      ]);
      expect(told[0]?.data).toMatchObject({
        name: 'New platforms',
        tokens: [{ weight: 1 }],
        previous: { name: 'Platforms', tokens: [{ token: 'ETH', weight: 0.5 }, { token: 'BTC' }] },
      });
      expect(await readWallets(service(), 'ann')).toHaveLength(1);
    });

    it('keeps a description that was written by hand', async () => {
      const put = { name: 'Store', description: 'By hand', tokens: [{ token: 'BTC', weight: 1 }] };
      await service().call('PUT', '/x/thematics/store', put);
      const summary = await bringIn(service(), thematics);
      expect(summary).toContain('Thematics: 0 created, 0 updated, 2 kept.');
    });

    it('reads the same after a restart', async () => {
      const { database, market } = service();
      const again = await readStoredMarket(database.queries, { clock: () => 0, tickSeconds: 10 });
      const times = Float64Array.from({ length: 10 }, (_, n) => Date.UTC(2025, 5, 14 + n));
      for (const { _id } of market.tokens()) {
        expect([...again.series(_id, times)]).toEqual([...market.series(_id, times)]);
      }
      expect(again.tokens()).toEqual(market.tokens());
      expect(again.asOf()).toBe(market.asOf());
    });

    it.each([
      ['no file', [], 'There is no file to import.'],
      [
        'a symbol without prices',
        [file('t.csv', header, 'a,A,DOGE,Dogecoin')],
        't.csv line 2, column symbol: "DOGE" has no prices, either in these files or stored',
      ],
      [
        'a symbol twice in a thematic',
        [file('t.csv', header, 'a,A,BTC,Bitcoin', 'a,A,BTC,Bitcoin')],
        't.csv line 3, column symbol: "BTC" occurs twice in "a"',
      ],
      [
        'one id with two names',
        [file('t.csv', header, 'a,A,BTC,Bitcoin', 'a,B,ETH,Ether')],
        't.csv line 3, column thematic_name: "a" is called "B" here and "A" in t.csv line 2',
      ],
      [
        'one token with two names',
        [file('t.csv', header, 'a,A,BTC,Bitcoin'), file('u.csv', header, 'b,B,BTC,Bit coin')],
        'u.csv line 2, column token_name: "BTC" is called "Bit coin" here and "Bitcoin" in t.csv line 2',
      ],
      [
        'two files that contradict each other',
        [
          file('a-daily.csv', 'time,BTC', '2025-06-18,1'),
          file('b-daily.csv', 'time,BTC', '2025-06-18,2'),
        ],
        'b-daily.csv, column BTC: "BTC" is 2 in the 1 d from 2025-06-18T00:00:00.000Z on, and 1 in an earlier file',
      ],
      [
        'a good file beside a bad one',
        [file('daily.csv', 'time,BTC', '2025-06-18,7'), file('bad.csv', 'when,BTC')],
        'bad.csv line 1, column 1: "when" is an unknown header',
      ],
    ])('of %s is refused wholly', async (_, files, fault) => {
      const before = await rowVersions(service().database);
      const problem = await refusal(bringIn(service(), ...files));
      expect(problem.message).toContain(fault);
      expect(problem.status).toBe(422);
      expect(await rowVersions(service().database)).toEqual(before);
      expect(service().market.priceAt('BTC', Date.UTC(2025, 5, 30))?.price).toBe(3);
    });

    it('takes two files that tell the same, in any order', async () => {
      const first = file('1-daily.csv', 'time,BTC', '2025-06-18,5', '2025-06-20,7');
      const second = file(
        '2-daily.csv',
        'time,BTC',
        '2025-06-17,4',
        '2025-06-18,5',
        '2025-06-19,6',
      );
      expect((await bringIn(service(), first, second))[2]).toMatch(/^Prices: 4 new, 0 changed/);
      expect((await bringIn(service(), second, first)).at(-1)).toMatch(/^Nothing changed/);
    });
  });
});
