import { expect, test } from 'vitest';
import { contribution } from '#contract/contribution.ts';
import { day, historyTypes } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  deleteDefinition,
  getContribution,
  getDefinitions,
  getLevels,
  getThematic,
  getThematicHistory,
  getThematics,
  putThematic,
} from '#contract/operations/thematics.ts';
import { levelList } from '#contract/levels.ts';
import { definitionList } from '#contract/thematic.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, thematic, thematicList } from '#test/support/embedded.ts';
import {
  answerOf,
  makeUser,
  problemOf,
  readEvents,
  readHistory,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';

const iso = (at: number) => new Date(at).toISOString();
const start = Date.parse('2024-05-01T10:00:00Z');

onEachEngine((service) => {
  const put = (id: string, tokens: Record<string, number>, from?: number) =>
    service().call('PUT', pathTo(putThematic, id), {
      name: 'Basket',
      tokens: Object.entries(tokens).map(([token, weight]) => ({ token, weight })),
      ...(from !== undefined && { from: iso(from) }),
    });
  const define = (tokens: Record<string, number>, from?: number, id = 'basket') =>
    answerOf(put(id, tokens, from), thematic, 201);
  const read = (id = 'basket') =>
    answerOf(service().call('GET', pathTo(getThematic, id)), thematic);
  const levels = async (type: (typeof historyTypes)[number], id = 'basket') =>
    answerOf(service().call('GET', pathTo(getThematicHistory, id, type)), history);
  const definitions = () =>
    answerOf(service().call('GET', pathTo(getDefinitions, 'basket')), definitionList);

  test('a thematic with a start has level 100 there and nothing before it, in any figure', async () => {
    const made = await define({ AUGRY: 0.5, TALO: 0.5 }, start);
    expect(made.backfilledUntil).toBeNull();
    const all = await levels('all');
    expect(all[0]).toEqual({ date: iso(start), total: 100 });
    // Then at whole days, as every history.
    expect(all[1]?.date).toBe(iso(Math.ceil(start / day) * day));
    for (const type of historyTypes) {
      const [first] = await levels(type);
      expect(Date.parse(first?.date ?? '')).toBeGreaterThanOrEqual(start);
    }
    expect(made.total).toBe(all.at(-1)?.total);
    expect(made.change.all).toBeCloseTo((made.total ?? NaN) / 100 - 1, 12);
    // Of the price of each token from the start on.
    const priceAt = (token: string, at: number) =>
      service().market.priceAt(token, at)?.price ?? NaN;
    const midnight = Math.ceil(start / day) * day;
    const byHand = ['AUGRY', 'TALO'].map((id) => priceAt(id, midnight) / priceAt(id, start));
    expect(all[1]?.total).toBeCloseTo(((byHand[0] ?? NaN) + (byHand[1] ?? NaN)) * 50, 9);

    const lines = await answerOf(service().call('GET', pathTo(getLevels, 'all')), levelList);
    expect(lines.find(({ thematics }) => thematics === 'basket')?.dates[0]).toBe(iso(start));
    const parts = await answerOf(
      service().call('GET', pathTo(getContribution, 'basket', 'all')),
      contribution,
    );
    expect(parts).toMatchObject({ from: iso(start), first: 100 });
    expect(parts.change).toBeCloseTo(made.change.all ?? NaN, 12);
    const early = iso(start - day);
    const path = pathOf(getContribution, {
      params: { id: 'basket', historyType: 'all' },
      query: { from: early },
    });
    await problemOf(service().call('GET', path), 'invalid-query');
    const listed = await answerOf(service().call('GET', getThematics.path), thematicList);
    expect(listed.at(-1)).toEqual(made);
    const [event] = await readEvents(service());
    expect(event).toMatchObject({ type: 'thematic.created', data: made });
    expect((await definitions()).map(({ from }) => from)).toEqual([iso(start)]);
  });

  test('one that starts now has one record, and a history from then on', async () => {
    const asOf = service().market.asOf();
    const made = await define({ AUGRY: 1 }, asOf);
    expect(made).toMatchObject({ total: 100, backfilledUntil: null });
    for (const type of historyTypes) {
      expect(await levels(type)).toEqual([{ date: iso(asOf), total: 100 }]);
    }
  });

  test('the thematics of the simulated market are as old as it is: none is backfilled', async () => {
    const listed = await answerOf(service().call('GET', getThematics.path), thematicList);
    expect(listed.map(({ backfilledUntil }) => backfilledUntil)).toEqual(listed.map(() => null));
  });

  test('without one it is backfilled to the first prices, as every thematic was before', async () => {
    const made = await define({ AUGRY: 1 });
    expect(made.backfilledUntil).toBe(made.createdAt);
    expect((await levels('all'))[0]?.date).toMatch(/T00:00:00\.000Z$/);
    // Redefining changes no past.
    service().clock.now += day;
    await answerOf(put('basket', { TALO: 1 }), thematic);
    expect((await read()).backfilledUntil).toBe(made.createdAt);
  });

  test('the start lies between the first price and the as of', async () => {
    const { market } = service();
    const firstAt = Math.min(market.firstAt('AUGRY') ?? NaN, market.firstAt('TALO') ?? NaN);
    for (const from of [firstAt - 1, market.asOf() + 1]) {
      const { errors } = await problemOf(
        put('basket', { AUGRY: 0.5, TALO: 0.5 }, from),
        'invalid-thematic',
      );
      expect(errors).toEqual([
        {
          pointer: '/from',
          detail: `from must be between the first price of its tokens, ${iso(firstAt)}, and the as of, ${iso(market.asOf())}`,
        },
      ]);
    }
    await define({ AUGRY: 0.5, TALO: 0.5 }, firstAt, 'first');
    await define({ AUGRY: 0.5, TALO: 0.5 }, market.asOf(), 'last');
  });

  test('it is redefined and retracted as every thematic, but not before its start', async () => {
    await define({ AUGRY: 1 }, start);
    await problemOf(put('basket', { TALO: 1 }, start - 1), 'invalid-thematic');
    const cut = start + 3 * day;
    await answerOf(put('basket', { TALO: 1 }, cut), thematic);
    const upTo = (records: { date: string }[]) =>
      records.filter(({ date }) => Date.parse(date) <= cut);
    const redefined = await levels('all');
    await define({ AUGRY: 1 }, start, 'same');
    expect(upTo(redefined)).toEqual(upTo(await levels('all', 'same')));
    const retract = (from: number) =>
      service().call(
        'DELETE',
        pathOf(deleteDefinition, { params: { id: 'basket', from: iso(from) } }),
      );
    await problemOf(retract(start), 'first-definition');
    expect((await retract(cut)).status).toBe(204);
    expect(await levels('all')).toEqual(await levels('all', 'same'));
    // The first one is replaced where it begins; the start stays.
    await answerOf(put('basket', { TALO: 1 }, start), thematic);
    expect((await levels('all'))[0]).toEqual({ date: iso(start), total: 100 });
    expect((await definitions()).map(({ from, status }) => [from, status])).toEqual([
      [iso(start), 'current'],
      [iso(cut), 'retracted'],
      [iso(start), 'replaced'],
    ]);
  });

  test('holdings may be older than the start', async () => {
    await define({ AUGRY: 1 }, start);
    await makeUser(service(), 'early');
    const at = iso(start - 30 * day);
    await stated(service(), 'early', {
      thematics: 'basket',
      at,
      tokens: [{ token: 'AUGRY', amount: 2 }],
    });
    const [first] = await readHistory(service(), 'early', 'all', 'basket');
    expect(first?.date).toBe(at);
    expect((await levels('all'))[0]?.date).toBe(iso(start));
  });
});
