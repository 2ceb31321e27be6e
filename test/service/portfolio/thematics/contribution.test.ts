import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { contribution, type Contribution } from '#contract/contribution.ts';
import { history } from '#contract/history.ts';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import {
  getContribution,
  getThematic,
  getThematicHistory,
  putThematic,
} from '#contract/operations/thematics.ts';
import { thematic } from '#contract/thematic.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import { answerOf, problemOf } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

const day = 86_400_000;

onEachEngine((service) => {
  const read = (id: string, type: HistoryType): Promise<Contribution> =>
    answerOf(service().call('GET', pathTo(getContribution, id, type)), contribution);
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

  test('an unknown thematic and an unknown period are told apart', async () => {
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
