import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { contribution, type Contribution } from '#contract/contribution.ts';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import {
  getContribution,
  getThematic,
  getThematicHistory,
  putThematic,
} from '#contract/operations/thematics.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import { answerOf, problemOf } from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, thematic } from '#test/support/embedded.ts';

const day = 86_400_000;

onEmbedded((service) => {
  const read = (
    id: string,
    type: HistoryType,
    query: Required<PathInput<typeof getContribution>>['query'] = {},
  ): Promise<Contribution> => answerOf(call(id, type, query), contribution);
  const call = (
    id: string,
    historyType: HistoryType,
    query: Required<PathInput<typeof getContribution>>['query'],
  ) => service().call('GET', pathOf(getContribution, { params: { id, historyType }, query }));
  const define = (id: string, tokens: readonly { token: string; weight: number }[]) =>
    answerOf(service().call('PUT', pathTo(putThematic, id), { name: id, tokens }), thematic, 201);

  test('the parts sum to the change of the thematic, over every period and for every thematic', async () => {
    for (const { _id } of catalogue.thematics) {
      const { change } = await answerOf(service().call('GET', pathTo(getThematic, _id)), thematic);
      for (const type of historyTypes) {
        const found = await read(_id, type);
        expect(found.change).toBeCloseTo(change[type] ?? NaN, 10);
        const sum = sumOf(found.tokens.map((one) => one.contribution ?? NaN));
        expect(sum + (found.residual ?? NaN)).toBeCloseTo(found.change ?? NaN, 9);
        expect(Math.abs(found.residual ?? NaN)).toBeLessThan(1e-9);
      }
    }
  });

  test('begins and ends where the history does, at its levels', async () => {
    for (const type of historyTypes) {
      const records = await answerOf(
        service().call('GET', pathTo(getThematicHistory, 'energy-grids', type)),
        history,
      );
      const { from, to, first, last } = await read('energy-grids', type);
      expect({ date: from, total: first }).toEqual(records[0]);
      expect({ date: to, total: last }).toEqual(records.at(-1));
    }
  });

  test('between two instants the parts sum to the change of the level from record to record', async () => {
    for (const type of historyTypes) {
      const records = await answerOf(
        service().call('GET', pathTo(getThematicHistory, 'energy-grids', type)),
        history,
      );
      const at = (share: number) => records[Math.floor((records.length - 1) * share)];
      for (const [begin, end] of [
        [at(0.2), at(0.7)],
        [at(0.4), at(1)],
        [at(0), at(0.1)],
        [at(0.5), at(0.5)],
      ] as const) {
        // Between two records: the part has none but those inside.
        const from = new Date(Date.parse(begin?.date ?? '') - (begin === at(0) ? 0 : 1));
        const to = new Date(Date.parse(end?.date ?? '') + (end === at(1) ? 0 : 1));
        const query = { from: from.toISOString(), to: to.toISOString() };
        const found = await read('energy-grids', type, query);
        expect({ date: found.from, total: found.first }).toEqual(begin);
        expect({ date: found.to, total: found.last }).toEqual(end);
        const change = (end?.total ?? NaN) / (begin?.total ?? NaN) - 1;
        expect(found.change).toBeCloseTo(change, 12);
        expect(sumOf(found.tokens.map((one) => one.contribution ?? NaN))).toBeCloseTo(change, 9);
      }
    }
  });

  test('one end alone leaves the other where the history has it; between two records nothing is known', async () => {
    const { from, to } = await read('energy-grids', 'month');
    const middle = '2026-06-05T08:00:00.000Z';
    expect(await read('energy-grids', 'month', { from: middle })).toMatchObject({
      from: middle,
      to,
    });
    expect(await read('energy-grids', 'month', { to: middle })).toMatchObject({ from, to: middle });
    const query = { from: '2026-06-05T08:00:01.000Z', to: '2026-06-05T10:30:00+02:00' };
    const { tokens, ...nothing } = await read('energy-grids', 'month', query);
    expect(new Set(Object.values(nothing))).toEqual(new Set([null]));
    expect(tokens.map(({ contribution: part }) => part)).toEqual(tokens.map(() => null));
  });

  test('an end outside of the period, no time, and ends in the wrong order are refused', async () => {
    const [begin, end] = ['2026-05-18T14:23:40.000Z', '2026-06-17T14:23:40.000Z'];
    expect((await read('energy-grids', 'month', { from: begin, to: end })).to).toBe(end);
    for (const [query, detail] of [
      [{ from: '2026-05-18T14:23:39.999Z' }, `from is 2026-05-18T14:23:39.999Z; it must be within`],
      [{ to: '2026-06-17T14:23:40.001Z' }, `within the period, ${begin} to ${end}.`],
      [{ from: '2020-12-31T00:00:00Z' }, 'from is 2020-12-31T00:00:00Z'],
      [{ from: end, to: begin }, `from (${end}) is after to (${begin}).`],
      [{ from: 'yesterday' }, 'from is "yesterday"'],
      [{ to: '2026-02-30T00:00:00Z' }, 'to is "2026-02-30T00:00:00Z"'],
    ] as const) {
      const problem = await problemOf(call('energy-grids', 'month', query), 'invalid-query');
      expect(problem.detail).toContain(detail);
    }
    const before = call('energy-grids', 'all', { from: '2020-12-31T00:00:00Z' });
    expect((await problemOf(before, 'invalid-query')).detail).toContain('2021-01-01T00:00:00.000Z');
  });

  test('is the sum of weight × return of every day by hand, in points of the level before it', async () => {
    const { market } = service();
    const { from, to, first, tokens } = await read('open-lending', 'month');
    const start = Date.parse(from ?? '');
    const end = Date.parse(to ?? '');
    const priceOf = (token: string, at: number) => market.priceAt(token, at)?.price ?? NaN;
    const points = tokens.map(() => 0);
    let level = first ?? NaN;
    // The day before the first record's first midnight has to be held from its own midnight on.
    let at = start;
    while (at < end) {
      const midnight = Math.floor(at / day) * day;
      const next = Math.min(midnight + day, end);
      const grown = (until: number) =>
        sumOf(
          tokens.map(
            ({ token, weight }) =>
              (weight * priceOf(token._id, until)) / priceOf(token._id, midnight),
          ),
        );
      const levelAtMidnight = level / grown(at);
      for (const [i, { token, weight }] of tokens.entries()) {
        const move = priceOf(token._id, next) - priceOf(token._id, at);
        points[i] =
          (points[i] ?? 0) + (levelAtMidnight * weight * move) / priceOf(token._id, midnight);
      }
      level = levelAtMidnight * grown(next);
      at = next;
    }
    for (const [i, { contribution: part }] of tokens.entries()) {
      expect(part).toBeCloseTo((points[i] ?? NaN) / (first ?? NaN), 10);
    }
  });

  test('has weight, names and the token’s own change, in the order of the definition', async () => {
    await define('pair', [
      { token: 'VENDR', weight: 0.25 },
      { token: 'AUGRY', weight: 0.75 },
    ]);
    const { market } = service();
    const { from, to, tokens } = await read('pair', 'week');
    expect(tokens.map(({ token, weight }) => [token._id, weight])).toEqual([
      ['VENDR', 0.25],
      ['AUGRY', 0.75],
    ]);
    for (const { token, change } of tokens) {
      expect(token).toEqual({
        _id: token._id,
        symbol: market.token(token._id)?.symbol,
        name: market.token(token._id)?.name,
      });
      const price = (time: string | null) =>
        market.priceAt(token._id, Date.parse(time ?? ''))?.price ?? NaN;
      expect(change).toBeCloseTo(price(to) / price(from) - 1, 12);
    }
  });

  test('before the inception nothing is known; what was listed since has no change of its own', async () => {
    // VENDR was listed on 2024-02-06.
    service().clock.now = Date.UTC(2024, 1, 5, 12);
    await define('vendria', [{ token: 'VENDR', weight: 1 }]);
    expect(await read('vendria', 'month')).toEqual({
      from: null,
      to: null,
      first: null,
      last: null,
      change: null,
      residual: null,
      tokens: [expect.objectContaining({ weight: 1, change: null, contribution: null })],
    });
    service().clock.now = Date.UTC(2024, 1, 18, 12);
    await define('mixed', [
      { token: 'VENDR', weight: 0.5 },
      { token: 'AUGRY', weight: 0.5 },
    ]);
    const { tokens, change, residual } = await read('mixed', 'month');
    expect(tokens[0]).toMatchObject({ change: null, contribution: expect.any(Number) });
    expect(tokens[0]?.contribution).not.toBe(0);
    const sum = sumOf(tokens.map((one) => one.contribution ?? NaN));
    expect(sum + (residual ?? NaN)).toBeCloseTo(change ?? NaN, 10);
  });

  test('distinguishes an unknown thematic and an unknown period', async () => {
    const { call } = service();
    await problemOf(
      call('GET', pathTo(getContribution, 'a/b?c#d e%2F', 'day')),
      'thematic-not-found',
    );
    await problemOf(
      call('GET', '/x/thematics/open-lending/contribution/decade'),
      'invalid-history-type',
    );
    await problemOf(call('GET', '/x/thematics/open-lending/contribution'), 'route-not-found');
  });
});
