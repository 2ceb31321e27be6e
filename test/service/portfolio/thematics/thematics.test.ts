import { expect, test } from 'vitest';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import {
  getFullThematicHistory,
  getHolders,
  getThematic,
  getThematicHistory,
  getThematics,
  putThematic,
} from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import { answerOf, problemOf } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, thematic, thematicList } from '#test/support/embedded.ts';

const day = 86_400_000;

onEachEngine((service) => {
  const read = (id: string) => answerOf(service().call('GET', pathTo(getThematic, id)), thematic);
  const levels = (id: string, type: HistoryType) =>
    answerOf(service().call('GET', pathTo(getThematicHistory, id, type)), history);

  test('all are listed in the order in which they came, each as it is shown by itself', async () => {
    const list = await answerOf(service().call('GET', getThematics.path), thematicList);
    expect(list.map(({ _id }) => _id)).toEqual(catalogue.thematics.map(({ _id }) => _id));
    expect(list).toHaveLength(12);
    for (const one of list) {
      expect(await read(one._id)).toEqual(one);
      const sum = one.tokens.reduce((whole, { weight }) => whole + weight, 0);
      expect(sum).toBeCloseTo(1, 12);
    }
  });

  test('its level is that of an index by hand: 100 at inception, target weights at every midnight', async () => {
    const { market } = service();
    const { tokens } = await read('open-lending');
    const records = await levels('open-lending', 'all');
    // The last 00:00 UTC before t, the weights of those that had a price then, from level to level.
    const growth = (from: number, to: number): number => {
      const priced = tokens.flatMap(({ token, weight }) => {
        const before = market.priceAt(token._id, from)?.price;
        const after = market.priceAt(token._id, to)?.price;
        return before === undefined || after === undefined
          ? []
          : [{ weight, ratio: after / before }];
      });
      const weights = priced.reduce((sum, { weight }) => sum + weight, 0);
      return priced.reduce((sum, { weight, ratio }) => sum + weight * ratio, 0) / weights;
    };
    let level = 100;
    let before = Date.UTC(2021, 0, 1);
    expect(records[0]).toEqual({ date: '2021-01-01T00:00:00.000Z', total: 100 });
    for (const { date, total } of records.slice(1)) {
      const at = Date.parse(date);
      level *= growth(before, at);
      expect(total / level).toBeCloseTo(1, 9);
      before = at;
    }
    expect(before).toBe(market.asOf());
    // SOLVA came in the middle: it is part of the level only from its own first midnight on.
    expect(market.firstAt('SOLVA')).toBeGreaterThan(Date.UTC(2021, 0, 2));
  });

  test('finer histories meet the daily one at its midnights, and end at the level of now', async () => {
    const all = new Map(
      (await levels('data-feeds', 'all')).map(({ date, total }) => [date, total]),
    );
    const { total } = await read('data-feeds');
    for (const [type, count] of [
      ['day', 289],
      ['week', 169],
      ['month', 181],
      ['year', 366],
    ] as const) {
      const records = await levels('data-feeds', type);
      expect(records).toHaveLength(count);
      expect(records.at(-1)?.total).toBe(total);
      const midnights = records.filter(({ date }) => Date.parse(date) % day === 0);
      expect(midnights.length).toBeGreaterThan(0);
      for (const { date, total: level } of midnights) expect(level).toBe(all.get(date));
    }
  });

  test('its changes are last ÷ first − 1 of its histories', async () => {
    const { change } = await read('energy-grids');
    for (const type of historyTypes) {
      const records = await levels('energy-grids', type);
      const [first, last] = [records[0]?.total ?? NaN, records.at(-1)?.total ?? NaN];
      expect(change[type]).toBeCloseTo(last / first - 1, 12);
    }
  });

  test('a change is null where the history begins more than a step after the window', async () => {
    // VENDR was listed on 2024-02-06: 12 days later a week is known, a month is not.
    service().clock.now = Date.UTC(2024, 1, 18, 12);
    const definition = { name: 'Vendria', tokens: [{ token: 'VENDR', weight: 1 }] };
    const made = await service().call('PUT', pathTo(putThematic, 'vendria'), definition);
    const { change } = await answerOf(made, thematic, 201);
    expect(change).toEqual({
      day: expect.any(Number),
      week: expect.any(Number),
      month: null,
      year: null,
      all: expect.any(Number),
    });
    const [first] = await levels('vendria', 'month');
    expect(first?.date).toBe('2024-02-06T00:00:00.000Z');
  });

  test('answers carry a strong entity tag and are not sent twice', async () => {
    const { call } = service();
    for (const path of [
      getThematics.path,
      pathTo(getThematic, 'data-feeds'),
      pathTo(getFullThematicHistory, 'data-feeds'),
      pathTo(getThematicHistory, 'data-feeds', 'day'),
      getTokens.path,
    ]) {
      const first = await call('GET', path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const second = await call('GET', path, undefined, { 'if-none-match': known });
        expect([second.status, await second.text()]).toEqual([304, '']);
        expect(second.headers.get('etag')).toBe(tag);
      }
      const other = await call('GET', path, undefined, { 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
      expect(await other.text()).toBe(await first.text());
      const head = await call('HEAD', path);
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    }
  });

  test('the tag changes with the tick and not before', async () => {
    const { call, clock } = service();
    const tagOf = async () =>
      (await call('GET', pathTo(getThematic, 'data-feeds'))).headers.get('etag');
    const tag = await tagOf();
    clock.now += 9_000;
    expect(await tagOf()).toBe(tag);
    clock.now += 1_000;
    expect(await tagOf()).not.toBe(tag);
  });

  test('one that is not there is not found, whatever its name', async () => {
    const { call } = service();
    const odd = [
      'nothing',
      'Data-Feeds',
      'data-feeds ',
      '日本',
      'a/b?c#d e%2F',
      'a\0b',
      'x'.repeat(5000),
    ];
    for (const id of odd) {
      await problemOf(call('GET', pathTo(getThematic, id)), 'thematic-not-found');
      await problemOf(call('GET', pathTo(getFullThematicHistory, id)), 'thematic-not-found');
      await problemOf(call('GET', pathTo(getThematicHistory, id, 'day')), 'thematic-not-found');
      await problemOf(call('GET', pathTo(getHolders, id)), 'thematic-not-found');
    }
  });
});
