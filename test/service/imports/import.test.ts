import { describe, expect, it } from 'vitest';
import { getUser } from '#contract/operations/users.ts';
import { countSamples } from '#service/samples/make.ts';
import { readThematics } from '#service/portfolio/thematicStore.ts';
import {
  answerOf,
  changed,
  makeUser,
  readEvents,
  readUser,
  readWallets,
  stated,
} from '#test/support/calls.ts';
import { notRecorded } from '#test/support/notRecorded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import type { TestService } from '#test/support/service.ts';
import { file, refusal } from './files.ts';
import { marketWriterOf } from './marketWriter.ts';
import { rowVersions } from './tables.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user } from '#test/support/embedded.ts';

const daily = file(
  'daily.csv',
  'time,BTC,ETH,OLD',
  '2025-06-01,1,10,5',
  '2025-06-15,2,20,',
  '2025-06-16,3,30,',
);
const hourly = file(
  'hourly.csv',
  'time,BTC,EUR',
  '2025-06-16T22:00Z,2.5,1',
  '2025-06-16T23:00Z,3,1',
);
const header = 'thematic_id,thematic_name,symbol,token_name';
const thematics = file(
  'thematics.csv',
  header,
  'store,Store of value,BTC,Bitcoin',
  'platforms,"Platforms, all",ETH,Ether',
  'platforms,"Platforms, all",BTC,Bitcoin',
);
const all = [daily, hourly, thematics];

function bringIn(service: TestService, files = all, replace = false): Promise<string[]> {
  return marketWriterOf(service).import(files, { replace, record: notRecorded });
}

describe('an import into the simulated market', () => {
  onEachEngine(
    (service) => {
      it('puts real prices and thematics in its place, and says so', async () => {
        const { database, market } = service();
        const summary = await bringIn(service());
        expect(summary).toEqual([
          'daily.csv: 3 rows of 1 d, 3 tokens.',
          'hourly.csv: 2 rows of 1 h, 1 tokens; column EUR was skipped (a currency, not a token).',
          'thematics.csv: 3 rows of thematics.',
          'Prices: 9 new, 0 changed. The market has 3 tokens and prices up to 2025-06-17T00:00:00.000Z.',
          'Tokens: 3 new or renamed.',
          'Thematics: 2 created, 0 updated, 0 kept.',
          'No recent prices; the last one is carried forward: OLD (2025-06-02T00:00:00.000Z).',
          'Tokens in no thematic: OLD.',
          'Real prices replaced the simulated market.',
          '12 sample users were recreated.',
        ]);
        expect(market.kind).toBe('stored');
        expect(market.tokens()).toEqual([
          { _id: 'BTC', symbol: 'BTC', name: 'Bitcoin' },
          { _id: 'ETH', symbol: 'ETH', name: 'Ether' },
          { _id: 'OLD', symbol: 'OLD', name: 'OLD' },
        ]);
        expect(market.priceAt('OLD', market.asOf())).toEqual({
          price: 5,
          at: Date.UTC(2025, 5, 2),
          step: 86_400_000,
        });
        const rows = await readThematics(database.queries);
        expect(
          rows.map(({ id, name, definitions, source }) => ({ id, name, definitions, source })),
        ).toEqual([
          {
            id: 'store',
            name: 'Store of value',
            source: 'stored',
            definitions: [{ from: 0, tokens: [{ token: 'BTC', weight: 1 }] }],
          },
          {
            id: 'platforms',
            name: 'Platforms, all',
            source: 'stored',
            definitions: [
              {
                from: 0,
                tokens: [
                  { token: 'ETH', weight: 0.5 },
                  { token: 'BTC', weight: 0.5 },
                ],
              },
            ],
          },
        ]);
        const events = await readEvents(service());
        expect(events.map(({ type, subject }) => [type, subject])).toEqual([
          ['thematic.created', 'store'],
          ['thematic.created', 'platforms'],
        ]);
        expect(events[1]?.data).toMatchObject({
          _id: 'platforms',
          tokens: [{ token: { _id: 'ETH', price: 30 } }, {}],
        });
      });

      it('recreates the sample users, who then hold its tokens', async () => {
        const { database } = service();
        await bringIn(service());
        expect(await countSamples(database.queries)).toBe(12);
        const held = await database.queries.execute(
          "SELECT DISTINCT p ->> 'token' AS token FROM statements, json_array_elements(positions) AS p ORDER BY 1",
        );
        expect(JSON.stringify(held)).toMatch(/BTC.*ETH/s);
        expect(JSON.stringify(held)).not.toMatch(/KORV|ALDR|MOOZ/);
      });

      it('a second time changes nothing: no row, no event, no revision', async () => {
        const { database, market } = service();
        await bringIn(service());
        const before = await rowVersions(database);
        const version = market.version;
        const summary = await bringIn(service(), all.toReversed());
        expect(await rowVersions(database)).toEqual(before);
        expect(market.version).toBe(version);
        expect(summary.at(-1)).toBe('Nothing changed: everything was imported before.');
        expect(summary).toContain(
          'Prices: 0 new, 0 changed. The market has 3 tokens and prices up to 2025-06-17T00:00:00.000Z.',
        );
      });

      it.each(['Writing prices', 'Creating sample users'])(
        'killed while %s leaves nothing',
        async (stage) => {
          const { database, market } = service();
          const before = await rowVersions(database);
          const killed = marketWriterOf(service()).import(all, {
            replace: false,
            record: notRecorded,
            progress: (progress) => {
              if (progress === stage) throw new Error(`killed while ${stage}`);
            },
          });
          await expect(killed).rejects.toThrow(`killed while ${stage}`);
          expect(await rowVersions(database)).toEqual(before);
          expect(market.kind).toBe('simulated');
          await bringIn(service());
          expect(market.kind).toBe('stored');
        },
      );

      it('of prices alone leaves no thematic, and says what to do', async () => {
        const summary = await bringIn(service(), [daily]);
        expect(summary).toContain(
          'No thematics exist now, so users cannot have holdings: import a file of thematics too.',
        );
        expect(await readThematics(service().database.queries)).toEqual([]);
        expect(await bringIn(service(), [thematics])).toContain(
          'Thematics: 2 created, 0 updated, 0 kept.',
        );
      });
    },
    { sampleUsers: 12 },
  );
});

describe('holdings in the simulated market', () => {
  const holding = { thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 2 }] };

  onEachEngine((service) => {
    it('stand in the way of an import, which names their users', async () => {
      const { database, market } = service();
      const ids = Array.from({ length: 23 }, (_, n) => `user ${n} a/b?c#d e%2F`);
      for (const id of ids) {
        await makeUser(service(), id);
        await stated(service(), id, holding);
      }
      await makeUser(service(), 'holds nothing');
      const before = await rowVersions(database);
      const problem = await refusal(bringIn(service()));
      expect(problem.code).toBe('holdings-in-the-way');
      expect(problem.message).toMatch(
        /^23 users have holdings in the simulated market: "user 0 a\/b\?c#d e%2F", .* and 3 more\. Nothing was imported\./,
      );
      expect(problem.message).toContain('--replace');
      expect(problem.extras.members).toEqual({ users: ids.slice(0, 20), count: 23 });
      expect(await rowVersions(database)).toEqual(before);
      expect(market.kind).toBe('simulated');
    });

    it('stand in the way even where they were given up: their history would be lost', async () => {
      await makeUser(service(), 'ann');
      await stated(service(), 'ann', holding);
      await stated(service(), 'ann', { ...holding, tokens: [] });
      expect((await refusal(bringIn(service()))).message).toMatch(
        /^1 user has holdings .*"ann"\. Nothing/,
      );
    });

    it('are dropped with --replace; users, attributes and webhooks stay', async () => {
      await makeUser(service(), 'ann');
      await changed(service(), 'ann', { name: 'Ann', tags: [1, { a: null }] });
      const before = await stated(service(), 'ann', holding);
      const tag = (await service().call('GET', pathTo(getUser, 'ann'))).headers.get('etag');
      await service().call('PUT', '/p/webhook', { url: 'https://example.com/hook', type: '*' });
      const summary = await bringIn(service(), all, true);
      expect(summary).toContain('Holdings of 1 users in the simulated market were deleted.');
      const response = await service().call('GET', pathTo(getUser, 'ann'));
      expect(response.headers.get('etag')).not.toBe(tag);
      const after = await answerOf(response, user);
      expect(after).toEqual({ ...before, total: 0, walletCount: 0, updatedAt: after.updatedAt });
      expect(after).toMatchObject({ name: 'Ann', tags: [1, { a: null }] });
      expect(await readWallets(service(), 'ann')).toEqual([]);
      expect(await (await service().call('GET', '/p/webhook')).json()).toMatchObject([
        { url: 'https://example.com/hook' },
      ]);
      const told = (await readEvents(service())).slice(-3);
      expect(told.map(({ type }) => type)).toEqual([
        'wallet.updated',
        'thematic.created',
        'thematic.created',
      ]);
      expect(told[0]?.data).toMatchObject({
        user: 'ann',
        tokens: [],
        total: 0,
        previous: { total: before.total, tokens: [{ token: { _id: 'KORV' }, amount: 2 }] },
      });
      await stated(service(), 'ann', { thematics: 'store', tokens: [{ token: 'BTC', amount: 2 }] });
      expect((await readUser(service(), 'ann')).total).toBe(6);
    });

    it('stand in the way in a thematic that was defined by hand, too', async () => {
      const { database } = service();
      await service().call('PUT', '/x/thematics/own', {
        name: 'Own',
        tokens: [{ token: 'KORV', weight: 1 }],
      });
      await makeUser(service(), 'ann');
      await stated(service(), 'ann', { ...holding, thematics: 'own' });
      expect((await refusal(bringIn(service()))).code).toBe('holdings-in-the-way');
      await bringIn(service(), all, true);
      expect((await readThematics(database.queries)).map(({ id }) => id)).toEqual([
        'store',
        'platforms',
      ]);
    });
  });
});
