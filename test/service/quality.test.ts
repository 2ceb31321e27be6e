import { expect, test } from 'vitest';
import { day, type HistoryType, hour } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getQuality,
  getThematicQuality,
  getTokenQuality,
  getUserQuality,
} from '#contract/operations/quality.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import { qualityPage, seriesQuality } from '#contract/quality.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { answerOf, makeUser, problemOf, stated } from '../support/calls.ts';
import { onEmbedded } from '../support/engines.ts';
import type { TestService } from '../support/service.ts';
import { createTableMarket, type TokenTable } from '../support/tableMarket.ts';

const asOf = Date.UTC(2025, 5, 17, 6);
const midnight = Date.UTC(2025, 5, 17);
const hostile = 'a/b?c#d e%2F';

function every(
  step: number,
  from: number,
  to = asOf,
  isLeftOut: (at: number) => boolean = () => false,
) {
  const prices: [number, number][] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    if (!isLeftOut(at)) prices.push([at, 1 + prices.length]);
  }
  return { step, prices } satisfies TokenTable;
}

/** Three days without a price, 10 to 8 days before the last midnight. */
const isGap = (at: number) => at > midnight - 11 * day && at < midnight - 7 * day;

const market = createTableMarket(
  {
    good: every(hour, asOf - 40 * day),
    gaps: every(day, asOf - 50 * day, asOf, isGap),
    ended: every(day, asOf - 300 * day, asOf - 100 * day),
    none: { step: day, prices: [] },
  },
  asOf,
);

async function fill(service: TestService): Promise<void> {
  const weights = { one: { good: 0.5, ended: 0.5 }, two: { good: 1 } };
  for (const [id, tokens] of Object.entries(weights)) {
    const definition = {
      name: id.toUpperCase(),
      tokens: Object.entries(tokens).map(([token, weight]) => ({ token, weight })),
    };
    await service.call('PUT', pathTo(putThematic, id), definition);
  }
  const at = new Date(asOf - 30 * day).toISOString();
  const held = { ada: ['good', 'gaps'], [hostile]: ['gaps'], bob: ['ended', 'none'], cy: ['good'] };
  for (const [customId, tokens] of Object.entries(held)) {
    await makeUser(service, customId);
    const positions = tokens.map((token) => ({ token, amount: 2 }));
    await stated(service, customId, { thematics: 'one', tokens: positions, at });
  }
}

type SeriesOf =
  | { readonly user: string; readonly thematic?: string }
  | { readonly thematic: string }
  | { readonly token: string };

function pathOfSeries(name: SeriesOf, historyType: HistoryType): string {
  if ('token' in name) return pathOf(getTokenQuality, { params: { id: name.token, historyType } });
  if (!('user' in name)) {
    return pathOf(getThematicQuality, { params: { id: name.thematic, historyType } });
  }
  const { user, ...query } = name;
  return pathOf(getUserQuality, { params: { id: user, historyType }, query });
}

onEmbedded(
  (service) => {
    const list = async (query: Parameters<typeof pathOf<typeof getQuality>>[1]['query'] = {}) =>
      answerOf(service().call('GET', pathOf(getQuality, { query })), qualityPage);
    const series = async (name: SeriesOf, historyType: HistoryType = 'month') =>
      answerOf(service().call('GET', pathOfSeries(name, historyType)), seriesQuality);

    test('nothing is listed without flaws', async () => {
      const before = await list();
      expect(before.rows.filter(({ users }) => users > 0)).toEqual([]);
    });

    test('lists tokens and thematics with flaws, worst first, with the users that depend on them', async () => {
      await fill(service());
      const { rows, count, checked } = await list();
      expect(
        rows.map(({ kind, id, users, flaws }) => [kind, id, users, flaws.map((f) => f.kind)]),
      ).toEqual([
        ['token', 'none', 1, ['no-price']],
        ['thematic', 'one', 4, ['old-price']],
        ['token', 'ended', 1, ['old-price']],
        ['token', 'gaps', 2, ['missing-steps', 'coarse-prices']],
      ]);
      expect(count).toBe(4);
      expect(checked).toEqual({ tokens: 4, thematics: 2, users: 4 });
      const [none, one, ended, gaps] = rows;
      expect(none?.figures).toContain('total');
      const last = Math.floor((asOf - 100 * day) / day) * day;
      const old = {
        kind: 'old-price',
        value: (asOf - last) / 1000,
        at: new Date(last).toISOString(),
      };
      expect(one?.flaws).toEqual([{ ...old, parts: ['ended'] }]);
      expect(ended?.flaws).toEqual([{ ...old, parts: [] }]);
      const before = new Date(midnight - 11 * day).toISOString();
      expect(gaps?.flaws).toEqual([
        { kind: 'missing-steps', value: 3, at: before, parts: [] },
        { kind: 'coarse-prices', value: day / 1000, at: null, parts: [] },
      ]);
    });

    test('is paged, and beyond the end there are no rows', async () => {
      await fill(service());
      const all = (await list()).rows;
      const pages = await Promise.all([0, 1, 2, 3].map((offset) => list({ offset, limit: 1 })));
      expect(pages.flatMap(({ rows }) => rows)).toEqual(all);
      expect(pages.map(({ count, offset }) => [count, offset])).toEqual(
        [0, 1, 2, 3].map((i) => [4, i]),
      );
      expect((await list({ offset: 4 })).rows).toEqual([]);
      await problemOf(service().call('GET', '/x/quality?limit=0'), 'invalid-query');
    });

    test('the CSV has a row for each flaw', async () => {
      await fill(service());
      const text = await (await service().call('GET', '/x/quality?format=csv')).text();
      const [head, ...lines] = text.trim().split('\r\n');
      expect(head).toBe('kind,id,name,flaw,value,unit,at,parts,users,figures,asOf');
      expect(lines.map((line) => line.split(',').slice(0, 6).join(' '))).toEqual([
        'token none The token none no-price  ',
        `thematic one ONE old-price ${(asOf - Math.floor((asOf - 100 * day) / day) * day) / 1000} seconds`,
        `token ended The token ended old-price ${(asOf - Math.floor((asOf - 100 * day) / day) * day) / 1000} seconds`,
        'token gaps The token gaps missing-steps 3 steps',
        `token gaps The token gaps coarse-prices ${day / 1000} seconds`,
      ]);
      await problemOf(service().call('GET', '/x/quality?format=csv&offset=1'), 'invalid-query');
    });

    test('a series names its missing steps and the tokens with flaws', async () => {
      await fill(service());
      const only = await series({ user: hostile });
      expect(only).toMatchObject({ stepSeconds: day / 1000 });
      expect(only.missing).toEqual([
        {
          from: new Date(midnight - 11 * day).toISOString(),
          to: new Date(midnight - 7 * day).toISOString(),
          steps: 3,
        },
      ]);
      expect(
        only.tokens.map(({ token, flaws }) => [
          token._id,
          flaws.map(({ kind, value }) => [kind, value]),
        ]),
      ).toEqual([['gaps', [['missing-steps', 3]]]]);
      // Beside a finer token, the same prices are coarse, and no record is missing.
      const both = await series({ user: 'ada', thematic: 'one' });
      expect(both.missing).toEqual([]);
      expect(
        both.tokens.map(({ token, flaws }) => [token._id, flaws.map(({ kind }) => kind)]),
      ).toEqual([['gaps', ['coarse-prices']]]);
      const bob = await series({ user: 'bob' });
      expect(
        bob.tokens.map(({ token, flaws }) => [token._id, flaws.map(({ kind }) => kind)]),
      ).toEqual([
        ['ended', ['old-price']],
        ['none', ['no-price']],
      ]);
      expect(bob.missing).toHaveLength(1);
    });

    test('a series without flaws has none, in any period', async () => {
      await fill(service());
      for (const type of ['day', 'month', 'all'] as const) {
        for (const query of [{ user: 'cy' }, { thematic: 'two' }, { token: 'good' }]) {
          const { missing, tokens, records } = await series(query, type);
          expect([query, type, missing, tokens]).toEqual([query, type, [], []]);
          expect(records).toBeGreaterThan(1);
        }
      }
    });

    test('thematics and tokens are series too, and so is a token without prices', async () => {
      await fill(service());
      const one = await series({ thematic: 'one' });
      expect(one.tokens.map(({ token }) => token._id)).toEqual(['ended']);
      expect((await series({ token: 'gaps' })).missing).toHaveLength(1);
      expect(await series({ token: 'none' })).toMatchObject({
        records: 0,
        from: null,
        to: null,
        missing: [],
      });
    });

    test('as of a past instant, the flaws are those of then', async () => {
      await fill(service());
      const path = pathOf(getTokenQuality, {
        params: { id: 'ended', historyType: 'month' },
        query: { asOf: new Date(asOf - 150 * day).toISOString() },
      });
      const then = await answerOf(service().call('GET', path), seriesQuality);
      expect(then.tokens).toEqual([]);
      expect(then.missing).toEqual([]);
      expect((await series({ token: 'ended' })).tokens[0]?.flaws[0]?.kind).toBe('old-price');
    });

    test('a series must exist', async () => {
      const ask = (name: SeriesOf) => service().call('GET', pathOfSeries(name, 'day'));
      await problemOf(ask({ token: 'no' }), 'token-not-found');
      await problemOf(ask({ user: '日本' }), 'user-not-found');
      await problemOf(ask({ thematic: 'no' }), 'thematic-not-found');
      await problemOf(
        service().call('GET', '/x/tokens/good/quality/decade'),
        'invalid-history-type',
      );
    });
  },
  { market },
);
