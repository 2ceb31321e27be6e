import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { figureNames, figures, type FiguresAnswer } from '#contract/figures.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { figuresOperations } from '#figures/figuresOperations.ts';
import { createLevelBook } from '#figures/levels.ts';
import type { FiguresSource } from '#figures/source.ts';
import { serve } from '#platform/http/implement.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import { answerOf } from '../support/calls.ts';
import { createTableMarket, type TokenTable } from '../support/tableMarket.ts';

const hour = 3_600_000;
const day = 24 * hour;
const begin = Date.UTC(2024, 0, 1);

/** Prices at ascending days from the beginning. */
const prices = (all: readonly number[], step = day): TokenTable => ({
  step,
  prices: all.map((price, i) => [begin + i * step, price]),
});

interface Held {
  readonly day: number;
  readonly amounts: Readonly<Record<string, number>>;
}

/** Reads figures of a wallet with these prices and statements. Its thematic holds the token `x`. */
function reading(
  tables: Record<string, TokenTable>,
  statements: readonly Held[],
  asOf: number,
): (type: HistoryType, query?: string) => Promise<FiguresAnswer> {
  const market = createSwitchableMarket(createTableMarket(tables, asOf));
  const thematic = {
    id: 't',
    name: 'T',
    definitions: [{ from: 0, tokens: [{ token: 'x', weight: 1 }] }],
  };
  const source: FiguresSource = {
    async holdings() {
      return [
        {
          thematicId: 't',
          heldFrom:
            statements
              .filter(({ amounts }) => Object.values(amounts).some((amount) => amount > 0))
              .map((one) => begin + one.day * day)[0] ?? null,
          statements: statements.map((one) => ({
            at: begin + one.day * day,
            positions: Object.entries(one.amounts).map(([token, amount]) => ({ token, amount })),
          })),
        },
      ];
    },
    definitions: {
      levels: createLevelBook(market),
      all: async () => [thematic],
      find: async () => thematic,
    },
    prices: market,
    asOf: () => asOf,
    tokens: async () => [],
    headers: () => ({}),
  };
  const app = new Hono();
  serve(
    app,
    figuresOperations(() => source),
  );
  return async (type, query = 'thematic=t') =>
    answerOf(app.request(`/x/users/u/figures/${type}?${query}`), figures);
}

/** Names of figures with neither a value nor a sentence, or with both. JSON has no NaN and no infinity. */
const withoutReason = (answer: FiguresAnswer): string[] =>
  figureNames.filter((name) => {
    const { value, reason } = answer.figures[name];
    return (value === null) !== /^[A-Z].*\.$/.test(reason ?? '');
  });

const at = (days: number) => begin + days * day;
const waves = Array.from({ length: 400 }, (_, i) => 100 + 10 * Math.sin(i) + i / 10);

describe('a value or a reason, for each figure', () => {
  const one = [{ day: 0, amounts: { x: 1 } }];
  const cases: Record<string, () => Promise<FiguresAnswer>> = {
    'no statement': () => reading({ x: prices(waves) }, [], at(30))('all'),
    'only empty statements': () =>
      reading({ x: prices(waves) }, [{ day: 0, amounts: {} }], at(30))('all'),
    'a token without a price': () =>
      reading({ x: prices([]) }, [{ day: 0, amounts: { x: 1 } }], at(30))('all'),
    'one record': () => reading({ x: prices(waves) }, one, at(0))('all'),
    'two records': () => reading({ x: prices(waves) }, one, at(1))('all'),
    'a flat price': () => reading({ x: prices(waves.map(() => 5)) }, one, at(390))('all'),
    'only gains': () => reading({ x: prices(waves.map((_, i) => 1 + i)) }, one, at(390))('all'),
    'only losses': () =>
      reading({ x: prices(waves.map((_, i) => 1 / (1 + i))) }, one, at(390))('all'),
    'a total loss': () =>
      reading({ x: prices(waves.map((p, i) => (i < 30 ? p : 0))) }, one, at(390))('all'),
    'a total loss and a new deposit': () =>
      reading(
        { x: prices(waves.map((p, i) => (i < 30 ? p : 0))), y: prices(waves) },
        [...one, { day: 40, amounts: { x: 1, y: 2 } }],
        at(390),
      )('all'),
    'sold and bought again': () =>
      reading(
        { x: prices(waves) },
        [...one, { day: 50, amounts: {} }, { day: 90, amounts: { x: 3 } }],
        at(390),
      )('all'),
    'sold and never bought again': () =>
      reading({ x: prices(waves) }, [...one, { day: 50, amounts: {} }], at(390))('all'),
    'huge amounts': () =>
      reading({ x: prices(waves) }, [{ day: 0, amounts: { x: 1e24 } }], at(390))('all'),
    'tiny prices': () => reading({ x: prices(waves.map((p) => p * 1e-30)) }, one, at(390))('all'),
    'huge returns': () =>
      reading(
        { x: prices(waves.map((_, i) => (i % 2 === 0 ? 1e-30 : 1e15))) },
        one,
        at(390),
      )('all'),
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const answer = await cases[name]?.();
    if (answer === undefined) throw new Error(name);
    expect(withoutReason(answer)).toEqual([]);
  });

  test('says why: nothing held, no price, one record, no losses, a total loss', async () => {
    const reasonOf = async (name: string) => (await cases[name]?.())?.reason;
    expect(await reasonOf('no statement')).toBe('There were no holdings in this period.');
    expect(await reasonOf('only empty statements')).toBe('There were no holdings in this period.');
    expect(await reasonOf('a token without a price')).toContain('no token had a price');
    const single = await cases['one record']?.();
    expect(single?.figures.timeWeightedReturn.reason).toBe('The period has too few records.');
    expect(single?.from).toBe(single?.to);
    const gains = await cases['only gains']?.();
    expect(gains?.figures.sortino.reason).toBe('The period has no losses.');
    expect(gains?.figures.calmar.reason).toBe('The period has no drawdown.');
    expect(gains?.figures.maxDrawdown).toMatchObject({ value: 0, peakAt: null, days: null });
    const lost = (await cases['a total loss']?.())?.figures;
    expect([lost?.timeWeightedReturn.value, lost?.maxDrawdown.value]).toEqual([-1, -1]);
    expect(lost?.annualizedReturn.value).toBe(-1);
    const revived = (await cases['a total loss and a new deposit']?.())?.figures;
    expect(revived?.timeWeightedReturn.value).toBe(-1);
  });

  test('the time without holdings is excluded, and is not counted as flat returns', async () => {
    const answer = await cases['sold and bought again']?.();
    expect(answer?.excluded).toEqual([
      {
        from: new Date(at(50)).toISOString(),
        to: new Date(at(90)).toISOString(),
        reason: 'The holdings had no value.',
      },
    ]);
    expect(answer?.observations).toBe(390 - 40);
  });

  test('the records before the first value are excluded, and the figures begin with it', async () => {
    const late = { step: day, prices: prices(waves).prices.slice(10) };
    const answer = await reading({ x: late }, [{ day: 0, amounts: { x: 1 } }], at(100))('all');
    expect(answer.from).toBe(new Date(at(10)).toISOString());
    expect(answer.excluded[0]).toEqual({
      from: new Date(at(0)).toISOString(),
      to: answer.from,
      reason: 'The holdings had no value.',
    });
    expect(answer.figures.simpleGain.value).toBeCloseTo(
      (waves[100] ?? NaN) - (waves[10] ?? NaN),
      9,
    );
  });
});

describe('mixed steps', () => {
  const hourly = Array.from({ length: 40 * 24 + 1 }, (_, i) => 50 + 5 * Math.sin(i / 7));
  const daily = waves.slice(0, 41);
  const both = [{ day: 0, amounts: { x: 1, y: 1 } }];
  const tables = { x: prices(hourly, hour), y: prices(daily) };

  test('returns are over the coarsest step at which a held token has prices', async () => {
    const answer = await reading(tables, both, at(40))('month');
    expect(answer).toMatchObject({ step: day, observations: 30 });
    const totals = daily.map((price, i) => price + (hourly[i * 24] ?? NaN)).slice(10);
    const returns = totals.slice(1).map((total, i) => total / (totals[i] ?? NaN) - 1);
    const mean = returns.reduce((sum, r) => sum + r, 0) / 30;
    const variance = returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / 29;
    expect(answer.figures.volatility.value).toBeCloseTo(Math.sqrt(variance * 365), 12);
    // A drawdown is over all records.
    expect(answer.figures.maxDrawdown.observations).toBeGreaterThan(150);
  });

  test('a token alone has its own step, and a day of a coarser one has too few returns', async () => {
    const alone = await reading(tables, [{ day: 0, amounts: { x: 1 } }], at(40))('month');
    expect(alone).toMatchObject({ step: 4 * hour, observations: 180 });
    const week = await reading(tables, both, at(40))('week');
    expect(week.observations).toBe(7);
    expect(week.figures.volatility.reason).toContain('the period has 7.');
  });

  test('a benchmark with a coarser step does not change the volatility of the wallet', async () => {
    const read = reading(
      { x: prices(daily), y: prices(hourly, hour) },
      [{ day: 0, amounts: { y: 1 } }],
      at(40),
    );
    const [against, alone] = [await read('month'), await read('month', '')];
    expect(against.figures.volatility).toEqual(alone.figures.volatility);
    expect(alone.observations).toBe(180);
    expect(against.figures.correlation.observations).toBe(30);
  });
});
