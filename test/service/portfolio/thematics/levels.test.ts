import { expect, test } from 'vitest';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import { getLevels, getThematicHistory, putThematic } from '#contract/operations/thematics.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import { answerOf, problemOf } from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, levelList, thematic } from '#test/support/embedded.ts';

onEmbedded((service) => {
  const read = (type: HistoryType) =>
    answerOf(service().call('GET', pathTo(getLevels, type)), levelList);
  const recordsOf = (id: string, type: HistoryType) =>
    answerOf(service().call('GET', pathTo(getThematicHistory, id, type)), history);
  const define = (id: string, token: string) => {
    const definition = { name: id, tokens: [{ token, weight: 1 }] };
    return answerOf(service().call('PUT', pathTo(putThematic, id), definition), thematic, 201);
  };

  test('of every thematic, in their order, records of its history to the last digit', async () => {
    for (const type of historyTypes) {
      const lines = await read(type);
      expect(lines.map(({ thematics }) => thematics)).toEqual(
        catalogue.thematics.map(({ _id }) => _id),
      );
      for (const { thematics, dates, levels } of lines) {
        const records = await recordsOf(thematics, type);
        const known = new Map(records.map(({ date, total }) => [date, total]));
        expect(levels).toEqual(dates.map((date) => known.get(date)));
        expect(dates).toHaveLength(52);
        expect([dates[0], dates.at(-1)]).toEqual([records[0]?.date, records.at(-1)?.date]);
      }
    }
  });

  test('at each of 52 even steps the last record up to then', async () => {
    for (const type of ['day', 'all'] as const) {
      const times = (await recordsOf('data-feeds', type)).map(({ date }) => Date.parse(date));
      const [from = NaN, to = NaN] = [times[0], times.at(-1)];
      const expected = Array.from({ length: 52 }, (_, i) =>
        times.findLast((at) => at <= from + ((to - from) * i) / 51),
      );
      const line = (await read(type)).find(({ thematics }) => thematics === 'data-feeds');
      expect(line?.dates.map((date) => Date.parse(date))).toEqual(expected);
    }
  });

  test('one that began within the period has the records since, one before its inception none', async () => {
    // VENDR was listed on 2024-02-06.
    service().clock.now = Date.UTC(2024, 1, 5, 12);
    await define('vendria', 'VENDR');
    expect((await read('month')).at(-1)).toEqual({ thematics: 'vendria', dates: [], levels: [] });
    service().clock.now = Date.UTC(2024, 1, 8, 12);
    for (const type of ['month', 'year', 'all'] as const) {
      const records = await recordsOf('vendria', type);
      expect((await read(type)).at(-1)).toEqual({
        thematics: 'vendria',
        dates: records.map(({ date }) => date),
        levels: records.map(({ total }) => total),
      });
    }
  });

  test('carries a strong entity tag and is not sent twice; an unknown period is named', async () => {
    const { call } = service();
    const path = pathTo(getLevels, 'month');
    const tag = (await call('GET', path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    expect((await call('GET', path, undefined, { 'if-none-match': tag })).status).toBe(304);
    await problemOf(call('GET', '/x/levels/decade'), 'invalid-history-type');
    await problemOf(call('GET', '/x/levels'), 'route-not-found');
  });
});
