import { expect, test } from 'vitest';
import { contribution } from '#contract/contribution.ts';
import { day, historyTypes } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  deleteDefinition,
  getContribution,
  getDefinitions,
  getFullThematicHistory,
  putThematic,
} from '#contract/operations/thematics.ts';
import { definitionList } from '#contract/thematic.ts';
import { sumOf } from '#analytics/weights.ts';
import { createLevelBook, thematicHistory } from '#figures/levels.ts';
import { findThematic } from '#service/portfolio/thematicStore.ts';
import { answerOf, problemOf, readEvents } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, type History, thematic } from '#test/support/embedded.ts';

const iso = (at: number) => new Date(at).toISOString();
const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

const upTo = (records: History, at: number) => records.filter(({ date }) => Date.parse(date) <= at);
const faults = async (answer: Promise<Response>) => {
  const { errors } = await problemOf(answer, 'invalid-thematic');
  return errors?.map(({ pointer }) => pointer);
};

onEachEngine((service) => {
  const define = (weights: Record<string, number>, from?: number, id = 'mix') =>
    service().call('PUT', pathTo(putThematic, id), {
      name: 'Mix',
      tokens: Object.entries(weights).map(([token, weight]) => ({ token, weight })),
      ...(from === undefined ? {} : { from: iso(from) }),
    });
  const made = (weights: Record<string, number>) => answerOf(define(weights), thematic, 201);
  const changed = (weights: Record<string, number>, from?: number) =>
    answerOf(define(weights, from), thematic);
  const retract = (from: string, id = 'mix') =>
    service().call('DELETE', pathOf(deleteDefinition, { params: { id, from } }));
  const read = async (id = 'mix') =>
    answerOf(service().call('GET', pathOf(getDefinitions, { params: { id } })), definitionList);
  const levels = (id = 'mix'): Promise<History> =>
    answerOf(service().call('GET', pathTo(getFullThematicHistory, id)), history);

  /** The level the slow way: sold and bought anew at every midnight, and at `cut`, where the weights change. */
  async function chainedByHand(
    first: Record<string, number>,
    cut: number,
    second: Record<string, number>,
  ): Promise<Map<string, number>> {
    const { market } = service();
    const price = (token: string, at: number) => market.priceAt(token, at)?.price ?? NaN;
    const records = await levels();
    const start = Date.parse(records[0]?.date ?? '');
    const nodes = [cut];
    for (let at = start; at <= market.asOf(); at += day) nodes.push(at);
    nodes.push(market.asOf());
    const byHand = new Map([[iso(start), 100]]);
    let level = 100;
    let last = start;
    for (const at of [...new Set(nodes)].toSorted((a, b) => a - b)) {
      if (at <= start) continue;
      const weights = Object.entries(last < cut ? first : second);
      const bought = weights.filter(([token]) => price(token, last) > 0);
      const sum = sumOf(bought.map(([, weight]) => weight));
      const grown = sumOf(
        bought.map(([token, weight]) => (weight * price(token, at)) / price(token, last)),
      );
      level *= sum > 0 ? grown / sum : 1;
      last = at;
      byHand.set(iso(at), level);
    }
    return byHand;
  }

  test('redefined from now on, keeps its past to the last bit and chains on from there', async () => {
    await made({ AUGRY: 0.5, TALO: 0.5 });
    const before = await levels();
    const from = service().market.asOf();
    const { total } = await changed({ AUGRY: 0.5, KANAL: 0.5 });
    expect(await levels()).toEqual(before);
    expect(total).toBe(before.at(-1)?.total);
    service().clock.now += 5 * day;
    const after = await levels();
    expect(upTo(after, from - 1)).toEqual(upTo(before, from - 1));
    const byHand = await chainedByHand({ AUGRY: 0.5, TALO: 0.5 }, from, { AUGRY: 0.5, KANAL: 0.5 });
    for (const { date, total: level } of after) {
      expect(level / (byHand.get(date) ?? NaN)).toBeCloseTo(1, 10);
    }
  });

  test('redefined from the middle of a day in its past, changes no level up to that moment', async () => {
    await made({ AUGRY: 0.25, TALO: 0.75 });
    const before = await levels();
    const from = midnight('2024-03-10') + 13 * 3_600_000 + 7;
    await changed({ AUGRY: 0.25, KANAL: 0.75 }, from);
    const after = await levels();
    expect(upTo(after, from)).toEqual(upTo(before, from));
    expect(after).not.toEqual(before);
    const byHand = await chainedByHand({ AUGRY: 0.25, TALO: 0.75 }, from, {
      AUGRY: 0.25,
      KANAL: 0.75,
    });
    for (const { date, total } of after) {
      expect(total / (byHand.get(date) ?? NaN)).toBeCloseTo(1, 10);
    }
    // Its parts still add up, TALO, which is not part of it any more, among them.
    const moved = await answerOf(
      service().call('GET', pathTo(getContribution, 'mix', 'all')),
      contribution,
    );
    expect(moved.tokens.map(({ token, weight }) => [token._id, weight])).toEqual([
      ['AUGRY', 0.25],
      ['KANAL', 0.75],
      ['TALO', 0],
    ]);
    expect(sumOf(moved.tokens.map((one) => one.contribution ?? NaN))).toBeCloseTo(
      moved.change ?? NaN,
      8,
    );
  });

  test('what it was made of is listed, newest first, with what became of each', async () => {
    await made({ AUGRY: 1 });
    const [first] = await levels();
    const [early, late] = [midnight('2024-01-10'), midnight('2024-06-01')];
    await changed({ TALO: 1 }, late);
    await changed({ KANAL: 1 }, early);
    await changed({ OMNIQ: 1 }, late);
    expect((await retract(iso(early))).status).toBe(204);
    const list = await read();
    expect(list.map(({ from, tokens, status }) => [from, tokens[0]?.token, status])).toEqual([
      [iso(late), 'OMNIQ', 'current'],
      [iso(early), 'KANAL', 'retracted'],
      [iso(late), 'TALO', 'replaced'],
      [first?.date, 'AUGRY', 'earlier'],
    ]);
    expect(list.every(({ statedAt }) => statedAt === iso(service().clock.now))).toBe(true);
    const types = (await readEvents(service())).map(({ type }) => type);
    expect(types).toEqual([
      'thematic.created',
      ...Array.from({ length: 4 }, () => 'thematic.updated'),
    ]);
  });

  test('the same from replaces, as it is already changes nothing, taken back is as if it never was', async () => {
    await made({ AUGRY: 1 });
    const untouched = await levels();
    const from = midnight('2024-02-02') + 1;
    await changed({ TALO: 1 }, from);
    await changed({ AUGRY: 1 }, from);
    expect(await levels()).toEqual(untouched);
    await changed({ AUGRY: 1 }, midnight('2024-05-05'));
    await changed({ AUGRY: 1 });
    expect(await read()).toHaveLength(3);
    await changed({ TALO: 1 }, from);
    await retract(iso(from));
    expect(await levels()).toEqual(untouched);
    expect(await readEvents(service())).toHaveLength(5);
  });

  test('the first is replaced at the inception, never taken back', async () => {
    await made({ AUGRY: 1 });
    const begins = (await levels())[0]?.date ?? '';
    await answerOf(define({ TALO: 1 }, undefined, 'other'), thematic, 201);
    await changed({ TALO: 1 }, Date.parse(begins));
    expect(await levels()).toEqual(await levels('other'));
    expect(await read()).toMatchObject([{ status: 'current' }, { status: 'replaced' }]);
    await problemOf(retract((await levels())[0]?.date ?? ''), 'first-definition');
    await problemOf(retract(iso(midnight('2024-01-01'))), 'definition-not-found');
    await problemOf(retract('yesterday'), 'definition-not-found');
    await problemOf(retract(iso(0)), 'definition-not-found');
    await problemOf(retract(begins, 'nothing'), 'thematic-not-found');
    await problemOf(
      service().call('GET', pathOf(getDefinitions, { params: { id: 'nothing' } })),
      'thematic-not-found',
    );
  });

  test('from lies between inception and as of', async () => {
    await made({ AUGRY: 1 });
    const begins = Date.parse((await levels())[0]?.date ?? '');
    expect(await faults(define({ TALO: 1 }, begins - 1))).toEqual(['/from']);
    expect(await faults(define({ TALO: 1 }, service().market.asOf() + 1))).toEqual(['/from']);
    await changed({ TALO: 1 }, service().market.asOf());
  });

  test('before its first level there is no past: the whole definition is replaced', async () => {
    // VENDR was listed on 2024-02-06.
    service().clock.now = Date.UTC(2024, 1, 5, 12);
    await made({ VENDR: 1 });
    expect((await read())[0]?.from).toBe('2024-02-06T00:00:00.000Z');
    await changed({ VENDR: 0.5, AUGRY: 0.5 });
    expect((await levels())[0]?.total).toBe(100);
    expect(await read()).toHaveLength(2);
  });

  test('a book of levels caches the latest levels and recomputes the rest', async () => {
    await made({ AUGRY: 1 });
    await answerOf(define({ TALO: 1 }, undefined, 'other'), thematic, 201);
    const { database, market } = service();
    const [mix, other] = await Promise.all(
      ['mix', 'other'].map((id) => findThematic(database.queries, id)),
    );
    if (mix === undefined || other === undefined) throw new Error('They were just made');
    const roomy = createLevelBook(market);
    const tight = createLevelBook(market, 1);
    expect(roomy(mix)).toBe(roomy(mix));
    expect(tight(mix)).toBe(tight(mix));
    const before = tight(mix);
    tight(other);
    expect(tight(mix)).not.toBe(before);
    expect(tight(mix)).toEqual(before);
    for (const type of historyTypes) {
      expect(thematicHistory(market, tight, other, type)).toEqual(
        thematicHistory(market, roomy, other, type),
      );
    }
  });
});
