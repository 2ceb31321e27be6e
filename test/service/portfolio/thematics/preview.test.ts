import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { getDefinitions, getThematic, putThematic } from '#contract/operations/thematics.ts';
import { getThematicRebalance, previewDefinition } from '#contract/operations/rebalance.ts';
import {
  previewedDefinition,
  thematicRebalance,
  type PreviewedDefinition,
} from '#contract/rebalance.ts';
import { definitionList } from '#contract/thematic.ts';
import { answerOf, createWith, problemOf, readEvents } from '../../../support/calls.ts';
import { thematic } from '../../../support/embedded.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '../../../support/pathTo.ts';

const day = 86_400_000;
type Weights = Readonly<Record<string, number>>;

const body = (weights: Weights, from?: number) => ({
  name: 'Mix',
  tokens: Object.entries(weights).map(([token, weight]) => ({ token, weight })),
  ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
});

onEmbedded((service) => {
  const preview = (weights: Weights, from?: number, id = 'mix'): Promise<PreviewedDefinition> =>
    answerOf(
      service().call('POST', pathTo(previewDefinition, id), body(weights, from)),
      previewedDefinition,
    );
  const define = (weights: Weights, from?: number, status = 200, id = 'mix') =>
    answerOf(service().call('PUT', pathTo(putThematic, id), body(weights, from)), thematic, status);
  const readThematic = (id = 'mix') =>
    answerOf(service().call('GET', pathTo(getThematic, id)), thematic);
  const hold = (id: string, amounts: Weights) =>
    createWith(service(), id, {
      attributes: {},
      wallets: [
        {
          thematics: 'mix',
          tokens: Object.entries(amounts).map(([token, amount]) => ({ token, amount })),
          at: '2026-01-01T00:00:00Z',
        },
      ],
    });
  const tradesNow = () =>
    answerOf(service().call('GET', pathTo(getThematicRebalance, 'mix')), thematicRebalance);

  test.each([
    ['now', 0],
    ['at a past midnight', 100 * day],
    ['within a past day', 40.3 * day],
  ])('effective %s, it is what the definition then does, and it writes nothing', async (_, ago) => {
    await define({ AUGRY: 0.5, TALO: 0.5 }, undefined, 201);
    await hold('ada', { AUGRY: 100, TALO: 20 });
    await hold('日本', { TALO: 7 });
    const events = (await readEvents(service())).length;
    const from = ago === 0 ? undefined : Math.round(service().market.asOf() - ago);
    const weights = { AUGRY: 0.2, KORV: 0.8 };
    const before = await readThematic();
    const traded = await tradesNow();
    const shown = await preview(weights, from);
    expect((await readEvents(service())).length).toBe(events);
    expect(await readThematic()).toEqual(before);
    const rows = service().call('GET', pathTo(getDefinitions, 'mix'));
    expect(await answerOf(rows, definitionList)).toHaveLength(1);

    await define(weights, from);
    const after = await readThematic();
    expect(shown.level).toBe(after.total);
    expect(shown.levelBefore).toBe(before.total);
    expect(shown.from).toBe(new Date(from ?? service().market.asOf()).toISOString());
    const atFrom = ago === 0 ? before.total : shown.line.levels[0];
    expect(shown.levelAtFrom).toBeCloseTo(atFrom ?? NaN, 10);
    expect(shown.line.levels).toHaveLength(ago === 0 ? 0 : 120);
    const then = await tradesNow();
    expect(shown.before).toMatchObject({ traded: traded.traded, tokens: traded.tokens });
    expect(shown.after).toMatchObject({
      wallets: 2,
      total: then.total,
      traded: then.traded,
      groups: then.groups,
      tokens: then.tokens,
    });
    expect(shown.after.activeShare).toBeGreaterThan(0.5);
    expect(sumOf(shown.after.groups.map(({ wallets }) => wallets))).toBe(2);
  });

  test('the past year with the weights alone is that of a thematic that always had them', async () => {
    await define({ AUGRY: 0.5, TALO: 0.5 }, undefined, 201);
    const weights = { AUGRY: 0.3, KORV: 0.7 };
    const { pastYear } = await preview(weights);
    const alone = await define(weights, undefined, 201, 'alone');
    expect(pastYear.change).toBeCloseTo(alone.change.year ?? NaN, 12);
    expect(pastYear.changeBefore).toBe((await readThematic()).change.year);
    const { levels } = pastYear;
    expect((levels.at(-1) ?? NaN) / (levels[0] ?? NaN) - 1).toBeCloseTo(pastYear.change ?? NaN, 12);
  });

  test('a new thematic: level 100 at its start, no wallets, and the id stays free', async () => {
    const since = service().market.asOf() - 30 * day;
    const shown = await preview({ AUGRY: 1 }, since, 'a/b?c#d e%2F');
    expect(shown).toMatchObject({
      before: null,
      levelBefore: null,
      levelAtFrom: 100,
      after: { wallets: 0, total: 0, traded: 0 },
    });
    const backfilled = await preview({ AUGRY: 1 }, undefined, 'new');
    expect(backfilled.line.levels[0]).toBe(100);
    await problemOf(service().call('GET', pathTo(getThematic, 'new')), 'thematic-not-found');
  });

  test('a definition that a later one supersedes moves nothing today', async () => {
    const asOf = service().market.asOf();
    await define({ AUGRY: 0.5, TALO: 0.5 }, undefined, 201);
    await hold('ada', { AUGRY: 100, TALO: 20 });
    await define({ KORV: 1 }, asOf - 10 * day);
    const shown = await preview({ TALO: 1 }, asOf - 20 * day);
    expect(shown.after).toEqual(shown.before);
    expect(shown.level).not.toBe(shown.levelBefore);
  });

  test('unchanged weights have no start and change nothing', async () => {
    await define({ AUGRY: 0.5, TALO: 0.5 }, undefined, 201);
    await hold('ada', { AUGRY: 100 });
    const shown = await preview({ AUGRY: 0.5, TALO: 0.5 });
    expect(shown).toMatchObject({ from: null, levelAtFrom: null, level: shown.levelBefore });
    expect(shown.after).toEqual(shown.before);
  });

  test('rejects what the definition would be rejected for', async () => {
    const send = (content: unknown) =>
      service().call('POST', pathTo(previewDefinition, 'mix'), content);
    await problemOf(send(body({ AUGRY: 0.5 })), 'invalid-thematic');
    await problemOf(send(body({ NOPE: 1 })), 'invalid-thematic');
    await problemOf(send(body({ AUGRY: 1 }, service().market.asOf() + day)), 'invalid-thematic');
    await problemOf(send({ name: 'Mix' }), 'invalid-body');
  });
});
