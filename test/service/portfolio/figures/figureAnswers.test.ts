import { expect, test } from 'vitest';
import { figureNames, figures, type FigureName, type FiguresAnswer } from '#contract/figures.ts';
import { day, historyTypes, hour, minute, type HistoryType } from '#contract/historyType.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { answerOf, makeUser, stated } from '#test/support/calls.ts';
import { history } from '#test/support/embedded.ts';
import { onEmbedded } from '#test/support/engines.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { plainAnswer, plainLevels, plainRecords } from './plainFiguresAnswer.ts';

const feeds = 'data-feeds';
const lending = 'open-lending';
const rf = 0.03;

const steps: Record<HistoryType, number> = {
  day: 5 * minute,
  week: hour,
  month: 4 * hour,
  year: day,
  all: day,
};

type UserQuery = PathInput<typeof getUserFigures>['query'];

/** Each figure is that of plain loops, and the others have a reason. Active share is tested on its own. */
function expectFigures(answer: FiguresAnswer, plain: Partial<Record<FigureName, number>>): void {
  for (const name of figureNames) {
    if (name === 'activeShare') continue;
    const { value, reason } = answer.figures[name];
    const expected = plain[name];
    const isRight = expected === undefined ? value === null : offBy(value, expected) < 1e-9;
    expect([name, value, expected, isRight]).toEqual([name, value, expected, true]);
    expect([name, /^[A-Z].*\.$/.test(reason ?? '')]).toEqual([name, value === null]);
  }
}

onEmbedded((service) => {
  const get = (path: string) => service().call('GET', path);
  const ofUser = (historyType: HistoryType, query: UserQuery = {}, id = 'ada') =>
    answerOf(get(pathOf(getUserFigures, { params: { id, historyType }, query })), figures);
  const ofThematic = (id: string, historyType: HistoryType, query: UserQuery = {}) =>
    answerOf(get(pathOf(getThematicFigures, { params: { id, historyType }, query })), figures);
  const hold = (thematics: string, tokens: Record<string, number>, ago: number, id = 'ada') =>
    stated(service(), id, {
      thematics,
      tokens: Object.entries(tokens).map(([token, amount]) => ({ token, amount })),
      at: new Date(service().market.asOf() - ago).toISOString(),
    });
  const positions = (historyType: HistoryType, thematic?: string, id = 'ada') =>
    answerOf(
      get(pathOf(getPositionsHistory, { params: { id, historyType }, query: { thematic } })),
      positionsHistory,
    );
  const levels = (id: string, historyType: HistoryType) =>
    answerOf(get(pathOf(getThematicHistory, { params: { id, historyType } })), history);

  /** Deposits, a withdrawal and a switch of tokens, within every period. */
  async function someHoldings() {
    await makeUser(service(), 'ada');
    await hold(feeds, { AUGRY: 20 }, 900.3 * day);
    await hold(feeds, { AUGRY: 20, KORV: 40 }, 200.6 * day);
    await hold(feeds, { AUGRY: 35, KORV: 10 }, 12.2 * day);
    await hold(feeds, { AUGRY: 30, KORV: 12 }, 3.7 * day);
    await hold(feeds, { AUGRY: 31, KORV: 13 }, 0.4 * day);
    await hold(lending, { TALO: 9 }, 500.1 * day);
  }

  test.each(historyTypes)('every figure over %s is that of plain loops', async (type) => {
    await someHoldings();
    const held = plainRecords(await positions(type, feeds));
    const level = plainLevels(await levels(feeds, type));
    const from = held.times[0] ?? NaN;
    // `all` of the thematic starts earlier: its level at the wallet's first record is asked for alone.
    const at = (
      await ofThematic(feeds, 'all', { to: new Date(from).toISOString(), explain: 'simpleGain' })
    ).explanation?.inputs[1]?.value;
    const byTime = new Map(level.times.map((time, i) => [time, level.values[i] ?? NaN]));
    if (typeof at === 'number') byTime.set(from, at);
    const beside = held.times.map((time) => byTime.get(time) ?? NaN);
    const answer = await ofUser(type, { thematic: feeds, rf });
    expectFigures(
      answer,
      plainAnswer(held, beside, {
        step: steps[type],
        rf,
        isYear: type === 'year' || type === 'all',
      }),
    );
    expect(answer.step).toBe(steps[type]);
  });
});
