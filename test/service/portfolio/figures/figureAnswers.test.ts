import { expect, test } from 'vitest';
import { figureNames, type FigureName, type FiguresAnswer } from '#contract/figures.ts';
import { day, historyTypes, hour, minute, type HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPerformance, getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { answerOf, makeUser } from '#test/support/calls.ts';
import { history, performance, thematic, walletList } from '#test/support/embedded.ts';
import { onEmbedded } from '#test/support/engines.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { figureCalls } from './figureCalls.ts';
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

const isSame = (one: number | null | undefined, other: number | null): boolean =>
  other === null ? one === null : offBy(one, other) < 1e-9;

/** Links name the as of. */
const withoutLinks = (answers: FiguresAnswer[]) =>
  answers.map(({ explanation, ...answer }) => ({
    ...answer,
    inputs: explanation?.inputs.map(({ name, value }) => [name, value]),
  }));

onEmbedded((service) => {
  const { get, ofUser, ofThematic, hold } = figureCalls(service);
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
    expect(answer.benchmark).toEqual({
      kind: 'thematic',
      label: 'Data Feeds & Bridges',
      thematics: [{ id: feeds, name: 'Data Feeds & Bridges', weight: 1 }],
    });
  });

  test.each(historyTypes)(
    'a thematic over %s against a mix that is rebalanced at each record',
    async (type) => {
      const own = plainLevels(await levels(feeds, type));
      const [one, other] = [await levels(lending, type), await levels('energy-grids', type)];
      const mix = [100];
      for (let t = 1; t < own.times.length; t++) {
        const [a, b] = [one, other].map((of) => (of[t]?.total ?? NaN) / (of[t - 1]?.total ?? NaN));
        mix.push((mix.at(-1) ?? NaN) * (0.3 * (a ?? NaN) + 0.7 * (b ?? NaN)));
      }
      const answer = await ofThematic(feeds, type, {
        benchmark: [lending, 'energy-grids'],
        weight: ['0.3', '0.7'],
        rf,
      });
      expect(answer.benchmark?.label).toBe('30 % Open Lending + 70 % Energy Grids');
      expectFigures(
        answer,
        plainAnswer(own, mix, { step: steps[type], rf, isYear: type === 'year' || type === 'all' }),
      );
      expect(answer.figures.activeShare.reason).toContain('one thematic');
      // A level has no flows, so all returns are the same.
      const { timeWeightedReturn, modifiedDietz } = answer.figures;
      expect(offBy(modifiedDietz.value, timeWeightedReturn.value ?? NaN)).toBeLessThan(1e-9);
      expect(answer.difference?.parts).toEqual([]);
    },
  );

  test('returns agree with the performance of the page, and months compound to the return', async () => {
    await someHoldings();
    for (const type of historyTypes) {
      const path = pathOf(getPerformance, { params: { id: 'ada', historyType: type } });
      const { index, dates, total } = await answerOf(get(path), performance);
      const answer = await ofUser(type, { benchmark: feeds });
      expect([answer.from, answer.to, answer.asOf]).toEqual([dates[0], dates.at(-1), dates.at(-1)]);
      const returned = answer.figures.timeWeightedReturn.value ?? NaN;
      expect(offBy((index?.at(-1) ?? NaN) / 100 - 1, returned)).toBeLessThan(1e-9);
      for (const periods of [answer.months, answer.years]) {
        const compounded = periods.reduce((all, one) => all * (1 + (one.return ?? NaN)), 1) - 1;
        expect(offBy(compounded, returned)).toBeLessThan(1e-9);
      }
      const { value = NaN, parts = [], residual = NaN } = answer.difference ?? {};
      expect(parts.map(({ at }) => at)).toEqual(dates.filter((_, t) => isFlowAt(total, index, t)));
      const effects = parts.reduce((sum, { effect }) => sum + effect, residual);
      expect(Math.abs(effects - value)).toBeLessThan(1e-15);
    }
  });

  test('drawdowns: the deepest first, and the figures are those of the first and the last one', async () => {
    const answer = await ofThematic(feeds, 'all');
    const depths = answer.drawdowns.map(({ depth }) => depth);
    expect(depths).toHaveLength(5);
    expect(depths).toEqual(depths.toSorted((a, b) => a - b));
    const { maxDrawdown, currentDrawdown } = answer.figures;
    expect({ ...maxDrawdown, depth: maxDrawdown.value }).toMatchObject(answer.drawdowns[0] ?? {});
    const records = await levels(feeds, 'all');
    const highest = records.reduce((high, one) => (one.total >= high.total ? one : high));
    expect(currentDrawdown).toMatchObject({ peakAt: highest.date, recoveredAt: null });
    expect(currentDrawdown.days).toBeCloseTo(
      (Date.parse(answer.to ?? '') - Date.parse(highest.date)) / day,
      9,
    );
  });

  test('active share compares the weights of the last record with the targets', async () => {
    await someHoldings();
    const wallets = await answerOf(get('/p/users/ada/wallets'), walletList);
    const wallet = wallets.find(({ thematics }) => thematics === feeds);
    const { tokens: targets } = await answerOf(get(`/p/thematics/${feeds}`), thematic);
    const distance = new Map(targets.map(({ token, weight }) => [token._id, -weight]));
    for (const { token, total } of wallet?.tokens ?? []) {
      distance.set(token._id, (distance.get(token._id) ?? 0) + total / (wallet?.total ?? NaN));
    }
    const expected = [...distance.values()].reduce((sum, one) => sum + Math.abs(one), 0) / 2;
    const { activeShare } = (await ofUser('day', { thematic: feeds })).figures;
    expect(activeShare.value).toBeCloseTo(expected, 12);
    expect((await ofThematic(feeds, 'day', { benchmark: feeds })).figures.activeShare.value).toBe(
      0,
    );
  });

  test('a wallet that is split over two thematics leaves the figures of the user', async () => {
    await makeUser(service(), 'ada');
    await makeUser(service(), 'bob');
    await hold(feeds, { AUGRY: 20, TALO: 12 }, 300.3 * day);
    await hold(feeds, { AUGRY: 35, TALO: 10 }, 12.2 * day);
    await hold(feeds, { AUGRY: 5, TALO: 12 }, 300.3 * day, 'bob');
    await hold(lending, { AUGRY: 15 }, 300.3 * day, 'bob');
    await hold(feeds, { AUGRY: 30 }, 12.2 * day, 'bob');
    await hold(lending, { AUGRY: 5, TALO: 10 }, 12.2 * day, 'bob');
    for (const type of historyTypes) {
      const [ada, bob] = [await ofUser(type), await ofUser(type, {}, 'bob')];
      for (const name of figureNames) {
        const { value, reason } = ada.figures[name];
        const other = bob.figures[name];
        expect([name, type, isSame(other.value, value), other.reason]).toEqual([
          name,
          type,
          true,
          reason,
        ]);
      }
    }
  });

  test('a deposit alone moves no time-weighted figure, and larger amounts only the money', async () => {
    const holders = { ada: [1, 1, 1], bob: [7, 7, 7], eve: [1, 5, 2] };
    for (const [id, amounts] of Object.entries(holders)) {
      await makeUser(service(), id);
      for (const [index, amount] of amounts.entries()) {
        await hold(feeds, { AUGRY: amount, TALO: 2 * amount }, (500.3 - 200 * index) * day, id);
      }
    }
    for (const type of historyTypes) {
      const [ada, bob, eve] = await Promise.all(
        Object.keys(holders).map((id) => ofUser(type, { thematic: feeds }, id)),
      );
      for (const name of figureNames) {
        const value = ada?.figures[name].value ?? null;
        const isMoney = ['simpleGain', 'moneyWeightedReturn', 'modifiedDietz'].includes(name);
        const scaled = value !== null && name === 'simpleGain' ? 7 * value : value;
        expect([type, name, isSame(bob?.figures[name].value, scaled)]).toEqual([type, name, true]);
        const isMoved = !isSame(eve?.figures[name].value, value);
        expect([type, name, isMoved && !isMoney]).toEqual([type, name, false]);
      }
      const [paid, steady] = [eve, ada].map((of) => of?.figures.moneyWeightedReturn.value ?? null);
      expect(isSame(paid, steady ?? null)).toBe(type !== 'year' && type !== 'all');
    }
  });

  test('as of an instant, the answer is the one that was given then', async () => {
    await someHoldings();
    const { market, clock } = service();
    const asOf = new Date(market.asOf()).toISOString();
    const calls = (query: { asOf?: string }) =>
      Promise.all([
        ...historyTypes.map((type) => ofUser(type, { thematic: feeds, explain: 'beta', ...query })),
        ...historyTypes.map((type) => ofThematic(feeds, type, { benchmark: lending, ...query })),
        ofUser('all', { from: '2026-06-01T12:00:00Z', ...query }),
      ]);
    const then = await calls({});
    clock.now += 1.3 * day;
    await hold(feeds, { AUGRY: 1 }, 0.2 * day);
    const now = await calls({});
    expect(now[0]?.figures).not.toEqual(then[0]?.figures);
    expect(withoutLinks(await calls({ asOf }))).toEqual(withoutLinks(then));
  });
});

/** Whether the total changed by more than the return since the record before. */
function isFlowAt(
  total: readonly (number | null)[],
  index: readonly (number | null)[] | null,
  t: number,
) {
  const grown = ((index?.[t] ?? NaN) / (index?.[t - 1] ?? NaN)) * (total[t - 1] ?? NaN);
  return t > 0 && offBy(total[t], grown) > 1e-9;
}
