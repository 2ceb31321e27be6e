import { afterAll, beforeAll, expect, test } from 'vitest';
import { figureNames, figures } from '#contract/figures.ts';
import { day, historyTypes, hour } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { offBy } from '../analytics/plainFigures.ts';
import { answerOf, makeUser, problemOf, stated } from '../support/calls.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { createTestService, testNow, type TestService } from '../support/service.ts';
import { answering } from './answering.ts';

let own: TestService;
let connected: Connected;
beforeAll(async () => {
  own = await createTestService();
  await makeUser(own, 'ada');
  await stated(own, 'ada', {
    thematics: 'data-feeds',
    tokens: [{ token: 'AUGRY', amount: 2 }],
    at: '2025-05-05T05:05:05Z',
  });
  connected = createConnected({ answer: own.fetch, database: own.database });
});
afterAll(async () => {
  await connected.close();
  await own.close();
});

const inFrontOf = answering({ now: testNow });
const thematicPath = (
  historyType: (typeof historyTypes)[number],
  query: NonNullable<Parameters<typeof pathOf<typeof getThematicFigures>>[1]>['query'] = {},
  id = 'data-feeds',
) => pathOf(getThematicFigures, { params: { id, historyType }, query });

test.each(historyTypes)('a thematic has the figures of its reported level: %s', async (type) => {
  const mix = { benchmark: ['open-lending', 'energy-grids'], weight: ['0.4', '0.6'], rf: 0.02 };
  for (const query of [mix, { benchmark: 'open-lending' }, {}]) {
    const path = thematicPath(type, query);
    const recorded = await answerOf(own.call('GET', path), figures);
    const reported = await answerOf(connected.call('GET', path), figures);
    const { from, to, step, observations, excluded, benchmark } = recorded;
    expect(reported).toMatchObject({ from, to, step, observations, excluded, benchmark });
    for (const name of figureNames.filter((one) => one !== 'activeShare')) {
      const { value, reason } = recorded.figures[name];
      const other = reported.figures[name];
      const isSame = value === null ? other.value === null : offBy(other.value, value) < 1e-9;
      expect([name, isSame, other.reason]).toEqual([name, true, reason]);
    }
    expect(reported.months.map(({ period }) => period)).toEqual(
      recorded.months.map(({ period }) => period),
    );
  }
  const { activeShare } = (
    await answerOf(
      connected.call('GET', thematicPath(type, { benchmark: 'open-lending' })),
      figures,
    )
  ).figures;
  expect(activeShare).toMatchObject({ value: null, reason: notReported.definitions });
});

test('a user has none, since past amounts are not reported, and an unknown one does not exist', async () => {
  for (const query of [{}, { thematic: 'data-feeds', explain: 'sharpe' }]) {
    const params = { id: 'ada', historyType: 'month' } as const;
    const path = pathOf(getUserFigures, { params, query });
    const answer = await answerOf(connected.call('GET', path), figures);
    expect(answer).toMatchObject({ from: null, reason: notReported.holdings, drawdowns: [] });
    for (const name of figureNames) {
      expect(answer.figures[name]).toMatchObject({ value: null, reason: notReported.holdings });
    }
  }
  await problemOf(connected.call('GET', '/x/users/nobody/figures/month'), 'user-not-found');
  await problemOf(connected.call('GET', '/x/thematics/nope/figures/month'), 'thematic-not-found');
  for (const benchmark of ['nope', '..', '']) {
    const path = thematicPath('month', { benchmark });
    await problemOf(connected.call('GET', path), 'thematic-not-found');
  }
});

test('between two instants, the finest history that reaches back; as of an instant, nothing after it', async () => {
  const from = new Date(testNow - 3 * day).toISOString();
  const to = new Date(testNow - 2 * day).toISOString();
  const answer = await answerOf(connected.call('GET', thematicPath('all', { from, to })), figures);
  expect(answer).toMatchObject({ step: hour, observations: 23 });
  const { asOf } = answer;
  expect(asOf).toBe(new Date(testNow).toISOString());
  const past = await answerOf(connected.call('GET', thematicPath('all', { asOf: to })), figures);
  expect(past.asOf).toBe(to);
  expect(Date.parse(past.to ?? '')).toBeLessThanOrEqual(testNow - 2 * day);
});

test('records at odd times, with gaps and mixed steps, have returns over the coarsest step', async () => {
  const begin = Date.UTC(2026, 4, 1, 7, 13);
  const at = (hours: number) => new Date(begin + hours * hour).toISOString();
  const daily = Array.from({ length: 24 }, (_, i) => i * 24).filter((hours) => hours !== 240);
  const hourly = Array.from({ length: 100 }, (_, i) => 23 * 24 + i + 1);
  const levels = [...daily, ...hourly].map((hours) => ({
    date: at(hours),
    total: hours === 48 ? null : 100 + Math.sin(hours),
  }));
  const { call } = inFrontOf({
    '/p/thematics/t': { id: 't', name: 'T' },
    '/p/thematics/t/history/month': levels,
  });
  const answer = await answerOf(call('GET', thematicPath('month', {}, 't')), figures);
  expect(answer.step).toBe(day);
  expect(answer.excluded).toEqual([
    { from: at(24), to: at(72), reason: 'Records are missing.' },
    { from: at(216), to: at(264), reason: 'Records are missing.' },
    { from: at(648), to: at(652), reason: 'The last step is not complete yet.' },
  ]);
  // 27 days, of which two gaps take two each.
  expect(answer.observations).toBe(23);
  expect(answer.figures.volatility.value).not.toBeNull();
  expect(answer.figures.timeWeightedReturn.observations).toBe(levels.length - 2);
});

test('a thematic without records has the reason', async () => {
  const { call } = inFrontOf({ '/p/thematics/t': { id: 't' }, '/p/thematics/t/history/day': [] });
  const answer = await answerOf(call('GET', thematicPath('day', {}, 't')), figures);
  expect(answer.reason).toBe('The thematic had no level in this period.');
});
