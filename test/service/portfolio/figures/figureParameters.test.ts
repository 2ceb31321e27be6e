import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { figureNames } from '#contract/figures.ts';
import { day, hour, minute } from '#contract/historyType.ts';
import { makeUser, problemOf, stated } from '#test/support/calls.ts';
import { onEmbedded } from '#test/support/engines.ts';
import {
  figureCalls,
  thematicFiguresPath,
  userFiguresPath,
  type UserQuery,
} from './figureCalls.ts';

const feeds = 'data-feeds';
const lending = 'open-lending';
const belowYear = 'This figure needs at least one year; the period is shorter.';

onEmbedded((service) => {
  const { get, before, ofUser, ofThematic, hold } = figureCalls(service);

  describe('a time between two instants', () => {
    test.each([
      [24 * hour, 5 * minute],
      [24 * hour + 1, hour],
      [7 * day, hour],
      [7 * day + 1, 4 * hour],
      [31 * day, 4 * hour],
      [31 * day + 1, day],
      [364 * day, day],
    ])('of %d ms has steps of %d ms', async (length, step) => {
      await makeUser(service(), 'ada');
      await hold(feeds, { AUGRY: 20 }, 400 * day);
      const from = before(length);
      const answer = await ofUser('all', { from });
      expect(answer).toMatchObject({ from, to: before(0), step });
      expect(await ofUser('all', { from, to: before(0) })).toEqual(answer);
    });

    test('begins and ends at exactly these instants, with the prices of then', async () => {
      await makeUser(service(), 'ada');
      await hold(feeds, { AUGRY: 20 }, 400 * day);
      const [from, to] = [before(20 * day + 12_345_678), before(3 * day + 7_654_321)];
      const { market } = service();
      const priceAt = (at: string) => market.priceAt('AUGRY', Date.parse(at))?.price ?? NaN;
      const answer = await ofUser('all', { from, to });
      expect(answer).toMatchObject({ from, to, asOf: before(0) });
      const { timeWeightedReturn, simpleGain } = answer.figures;
      expect(timeWeightedReturn.value).toBeCloseTo(priceAt(to) / priceAt(from) - 1, 12);
      expect(simpleGain.value).toBeCloseTo(20 * (priceAt(to) - priceAt(from)), 8);
      const level = await ofThematic(feeds, 'all', { from, to });
      expect(level).toMatchObject({ from, to });
    });

    test('begins with the first holding if that is later, and is empty before it', async () => {
      await makeUser(service(), 'ada');
      await hold(feeds, { AUGRY: 20 }, 10 * day);
      expect(await ofUser('all', { from: before(30 * day) })).toMatchObject({
        from: before(10 * day),
        step: 4 * hour,
      });
      const early = await ofUser('all', { from: before(30 * day), to: before(11 * day) });
      expect(early).toMatchObject({
        from: null,
        to: null,
        step: null,
        reason: 'There were no holdings in this period.',
      });
      expect(early.figures.sharpe.reason).toBe(early.reason);
    });
  });

  describe('gates', () => {
    test('ratios need 20 returns over complete steps', async () => {
      await makeUser(service(), 'ada');
      await hold(feeds, { AUGRY: 20 }, 400 * day);
      // At whole hours, so that no step is partial.
      const to = new Date(Math.floor(service().market.asOf() / hour) * hour);
      const of = (hours: number) =>
        ofUser('all', {
          from: new Date(to.getTime() - hours * hour - day).toISOString(),
          to: new Date(to.getTime()).toISOString(),
          benchmark: feeds,
        });
      const gated = [
        'volatility',
        'sharpe',
        'sortino',
        'valueAtRisk95',
        'expectedShortfall95',
        'omega',
        'tailRatio',
        'skewness',
        'kurtosis',
        'beta',
        'alpha',
        'correlation',
        'rSquared',
        'trackingError',
        'captureUp',
        'captureDown',
      ] as const;
      const enough = await of(1);
      expect(enough.observations).toBe(25);
      for (const name of gated) expect([name, enough.figures[name].reason]).toEqual([name, null]);
      // Daily steps.
      const midnight = Math.floor(service().market.asOf() / day) * day;
      for (const [days, isEnough] of [
        [19, false],
        [20, true],
      ] as const) {
        const wallet = `of ${days} days`;
        await makeUser(service(), wallet);
        await stated(service(), wallet, {
          thematics: feeds,
          tokens: [{ token: 'AUGRY', amount: 1 }],
          at: new Date(midnight - days * day).toISOString(),
        });
        const answer = await ofUser('all', { thematic: feeds }, wallet);
        expect(answer.observations).toBe(days);
        for (const name of gated) {
          expect([days, name, answer.figures[name].value !== null]).toEqual([days, name, isEnough]);
        }
        expect(answer.figures.best.value).not.toBeNull();
      }
    });

    test('yearly figures need 365 days', async () => {
      await makeUser(service(), 'ada');
      await hold(feeds, { AUGRY: 20 }, 800 * day);
      const yearly = ['annualizedReturn', 'calmar', 'excessReturn', 'informationRatio'] as const;
      for (const [length, isYear] of [
        [365 * day - 1, false],
        [364 * day, false],
        [365 * day, true],
      ] as const) {
        const answer = await ofUser('all', { from: before(length), thematic: feeds });
        for (const name of yearly) {
          const { value, reason } = answer.figures[name];
          const expected = isYear ? null : belowYear;
          expect([length, name, value !== null, reason]).toEqual([length, name, isYear, expected]);
        }
      }
      const { figures } = await ofUser('year');
      expect(figures.annualizedReturn.value).not.toBeNull();
    });
  });

  describe('a benchmark', () => {
    test('is the thematic of a wallet, and none for users and thematics', async () => {
      await makeUser(service(), 'ada');
      await hold(feeds, { AUGRY: 20 }, 100 * day);
      expect((await ofUser('month', { thematic: feeds })).benchmark?.thematics[0]?.id).toBe(feeds);
      expect((await ofUser('month', { thematic: feeds, benchmark: 'none' })).benchmark).toBeNull();
      expect((await ofThematic(feeds, 'month')).benchmark).toBeNull();
      const { benchmark, figures, months } = await ofUser('month');
      expect(benchmark).toBeNull();
      expect(figures.beta.reason).toBe('No benchmark is selected.');
      expect(months.every(({ excess }) => excess === null)).toBe(true);
    });

    test('of one thematic with the weight 1 is that thematic', async () => {
      const plain = await ofThematic(feeds, 'month', { benchmark: lending });
      expect(await ofThematic(feeds, 'month', { benchmark: lending, weight: 1 })).toEqual(plain);
    });

    test('of itself: beta 1, and no difference', async () => {
      const { figures } = await ofThematic(feeds, 'year', { benchmark: feeds });
      expect(figures.beta.value).toBeCloseTo(1, 12);
      expect(figures.trackingDifference.value).toBeCloseTo(0, 12);
      expect(figures.trackingError.value).toBe(0);
      expect(figures.informationRatio.reason).toBe('The returns do not vary.');
    });
  });

  test.each<[string, UserQuery | string, string]>([
    ['month', { from: '2026-06-01T00:00:00Z' }, 'from requires the type all, not month'],
    ['year', { to: '2026-06-01T00:00:00Z' }, 'to requires the type all'],
    ['all', { from: '2026-06-18T00:00:00Z' }, 'after the as of'],
    ['all', { to: '2026-06-18T00:00:00Z' }, 'after the as of'],
    ['all', { from: '2026-06-02T00:00:00Z', to: '2026-06-01T00:00:00Z' }, 'is after to'],
    ['all', { from: 'yesterday' }, 'it is a time such as'],
    ['all', { asOf: '2026-06-18T00:00:00Z' }, 'in the future'],
    ['all', { to: '2026-06-10T00:00:00Z', asOf: '2026-06-09T00:00:00Z' }, 'after the as of'],
    ['day', { weight: '1' }, 'weight requires a benchmark'],
    ['day', { thematic: feeds, weight: '1' }, 'weight requires a benchmark'],
    ['day', { benchmark: [feeds, lending] }, '2 benchmark and 0 weight'],
    ['day', { benchmark: [feeds, lending], weight: ['0.5'] }, '2 benchmark and 1 weight'],
    ['day', { benchmark: feeds, weight: ['0.5', '0.5'] }, '1 benchmark and 2 weight'],
    ['day', { benchmark: [feeds, lending], weight: ['0.5', '0.4'] }, 'sum to 0.9'],
    ['day', { benchmark: feeds, weight: '0.5' }, 'sum to 0.5'],
    ['day', { benchmark: [feeds, feeds], weight: ['0.5', '0.5'] }, 'more than once'],
    ['day', { benchmark: ['none', feeds], weight: ['0.5', '0.5'] }, 'stands alone'],
    ['day', { benchmark: 'none', weight: '1' }, 'stands alone'],
    ['day', { benchmark: feeds, weight: '-1' }, 'above 0 up to 1'],
    ['day', { benchmark: feeds, weight: 'NaN' }, 'above 0 up to 1'],
    ['day', { benchmark: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'more than 20 times'],
    ['day', { rf: '-1' }, 'yearly rate'],
    ['day', { rf: '3 %' }, 'yearly rate'],
    ['day', { rf: '1e400' }, 'yearly rate'],
    ['day', { explain: 'toString' }, 'must be one of simpleGain'],
    ['day', { explain: 'sharpe', format: 'csv' }, 'explain does not apply to format=csv'],
    ['day', { format: 'xml' }, 'json, csv'],
    ['day', 'rf=0&rf=0', 'rf occurs more than once'],
    ['day', 'figure=sharpe', 'Unknown query parameter'],
  ])('over %s, %j is an invalid query', async (type, query, detail) => {
    await makeUser(service(), 'ada');
    const path =
      typeof query === 'string'
        ? `/x/users/ada/figures/${type}?${query}`
        : userFiguresPath(type === 'all' ? 'all' : type === 'day' ? 'day' : 'month', query);
    const problem = await problemOf(get(path.replace('/month', `/${type}`)), 'invalid-query');
    expect(problem.detail).toContain(detail);
  });

  test('unknown users, thematics, benchmarks and types are named', async () => {
    await makeUser(service(), 'ada');
    await problemOf(get(userFiguresPath('day', {}, 'nobody')), 'user-not-found');
    for (const query of [{ thematic: 'nope' }, { benchmark: 'nope' }, { benchmark: '' }]) {
      await problemOf(get(userFiguresPath('day', query)), 'thematic-not-found');
    }
    await problemOf(get(thematicFiguresPath('nope', 'day')), 'thematic-not-found');
    const mix = { benchmark: [feeds, '../x'], weight: ['0.5', '0.5'] };
    await problemOf(get(thematicFiguresPath(feeds, 'day', mix)), 'thematic-not-found');
    await problemOf(get('/x/users/ada/figures/decade'), 'invalid-history-type');
  });

  test.each(['a/b?c#d e%2F', '日本', 'none', 'figures'])('any id works: %s', async (id) => {
    await makeUser(service(), id);
    const tokens = [{ token: 'AUGRY', weight: 1 }];
    const path = `/x/thematics/${encodeURIComponent(id)}`;
    await service().call('PUT', path, { name: id, tokens });
    await hold(id, { AUGRY: 2 }, 90 * day, id);
    const answer = await ofUser('month', { thematic: id, explain: 'volatility' }, id);
    // A wallet's own thematic is its benchmark, even one that is called none.
    expect(answer.figures.beta.value).toBeCloseTo(1, 9);
    expect((await get(answer.explanation?.inputs[0]?.href ?? path)).status).toBeLessThan(500);
    expect((await ofThematic(id, 'month')).figures.volatility.value).not.toBeNull();
  });

  test('as CSV: every figure, drawdown, month and year in one table, and no formula', async () => {
    await makeUser(service(), 'ada');
    const tokens = [{ token: 'AUGRY', weight: 1 }];
    await service().call('PUT', '/x/thematics/evil', { name: '=1+1', tokens });
    await hold(feeds, { AUGRY: 20 }, 500 * day);
    const query = { benchmark: 'evil' };
    const answer = await ofUser('year', query);
    const response = await get(userFiguresPath('year', { ...query, format: 'csv' }));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
    const of = (table: string) => rows.filter((row) => row['table'] === table);
    expect(of('figure').map((row) => [row['name'], row['value'], row['reason']])).toEqual(
      figureNames.map((name) => {
        const { value, reason } = answer.figures[name];
        return [name, value === null ? '' : String(value), reason ?? ''];
      }),
    );
    expect(of('drawdown').map((row) => Number(row['value']))).toEqual(
      answer.drawdowns.map(({ depth }) => depth),
    );
    expect(of('month').map((row) => row['name'])).toEqual(
      answer.months.map(({ period }) => period),
    );
    expect(of('year').map((row) => Number(row['excess']))).toEqual(
      answer.years.map(({ excess }) => excess),
    );
    expect(rows[0]).toMatchObject({ from: answer.from, asOf: answer.asOf, benchmark: "'=1+1" });
    const empty = await get(thematicFiguresPath(feeds, 'day', { format: 'csv' }));
    expect(empty.status).toBe(200);
  });
});
