import { expect, test } from 'vitest';
import {
  figureNames,
  type FigureExplanation,
  type FigureName,
  type FiguresAnswer,
} from '#contract/figures.ts';
import { day } from '#contract/historyType.ts';
import { makeUser } from '#test/support/calls.ts';
import { onEmbedded } from '#test/support/engines.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { figureCalls } from './figureCalls.ts';

const feeds = 'data-feeds';

/** Returns the first input whose name begins with a symbol. */
type Read = (symbol: string) => number;

/** Each formula, applied to the inputs of its explanation only. */
const applied: Record<FigureName, (of: Read, answer: FiguresAnswer) => number> = {
  simpleGain: (of) => of('V₁') - of('V₀') - of('Σ CF'),
  timeWeightedReturn: (of) => of('last index') / of('first index') - 1,
  // The rate of a year at which opening value and flows grow to the closing value.
  moneyWeightedReturn(of, { figures: { moneyWeightedReturn: found }, to, explanation }) {
    const rate = found.value ?? NaN;
    const years = (at: string | null) => (Date.parse(to ?? '') - Date.parse(at ?? '')) / day / 365;
    const grown = (explanation?.inputs ?? [])
      .filter(({ name }) => name.startsWith('V₀') || name.startsWith('CF'))
      .reduce((sum, { value, at }) => sum + (value ?? NaN) * (1 + rate) ** years(at), 0);
    return Math.abs(grown / of('V₁') - 1) < 1e-9 ? rate : NaN;
  },
  modifiedDietz: (of) => (of('V₁') - of('V₀') - of('Σ CF')) / (of('V₀') + of('Σ w CF')),
  annualizedReturn: (of) => (1 + of('R')) ** (365 / of('days')) - 1,
  volatility: (of) => of('std r') * Math.sqrt(of('P')),
  maxDrawdown: (of) => of('index, lowest') / of('index at the peak') - 1,
  currentDrawdown: (of) => of('index, last') / of('index at the peak') - 1,
  sharpe: (of) => ((of('mean r') - of('f,')) / of('std r')) * Math.sqrt(of('P')),
  sortino: (of) => ((of('mean r') - of('f,')) / of('√')) * Math.sqrt(of('P')),
  calmar: (of) => of('annualized return') / Math.abs(of('max drawdown')),
  ulcer: (of) => Math.sqrt(of('Σ drawdown²') / of('n,')),
  valueAtRisk95: (of) => of('q05'),
  expectedShortfall95: (of) => of('Σ r at or below') / of('r at or below'),
  omega: (of) => of('Σ max(r − f, 0)') / of('Σ max(f − r, 0)'),
  tailRatio: (of) => of('q95') / Math.abs(of('q05')),
  skewness: (of) => of('m₃') / of('m₂') ** 1.5,
  kurtosis: (of) => of('m₄') / of('m₂') ** 2 - 3,
  best: (of) => of('r'),
  worst: (of) => of('r'),
  shareOfGains: (of) => of('count of r > 0') / of('n,'),
  excessReturn: (of) => (1 + of('R')) ** (365 / of('days')) - (1 + of('R_b')) ** (365 / of('days')),
  informationRatio: (of) => of('excess return') / of('tracking error'),
  beta: (of) => of('cov(r, b)') / of('var(b)'),
  alpha: (of) => (of('mean r') - of('beta') * of('mean b')) * of('P'),
  correlation: (of) => of('cov(r, b)') / (of('std r') * of('std b')),
  rSquared: (of) => of('correlation') ** 2,
  trackingDifference: (of) => of('R') - of('R_b'),
  trackingError: (of) => of('std(r − b)') * Math.sqrt(of('P')),
  captureUp: (of) => of('Π (1 + r) − 1') / of('Π (1 + b) − 1'),
  captureDown: (of) => of('Π (1 + r) − 1') / of('Π (1 + b) − 1'),
  battingAverage: (of) => of('count of r > b') / of('n,'),
  activeShare: (of) => of('Σ |w − target|') / 2,
};

const reader =
  ({ inputs }: FigureExplanation): Read =>
  (symbol) =>
    inputs.find(({ name }) => name.startsWith(symbol))?.value ?? NaN;

onEmbedded((service) => {
  const { get, before, ofUser, ofThematic, hold } = figureCalls(service);

  async function someHoldings() {
    await makeUser(service(), 'ada');
    await hold(feeds, { AUGRY: 20 }, 900.3 * day);
    await hold(feeds, { AUGRY: 20, KORV: 40 }, 200.6 * day);
    await hold(feeds, { AUGRY: 35, KORV: 10 }, 12.2 * day);
  }

  test('the formula of each figure gives its value with the inputs of its explanation', async () => {
    await someHoldings();
    for (const name of figureNames) {
      const answer = await ofUser('all', { thematic: feeds, rf: 0.02, explain: name });
      const { explanation } = answer;
      if (explanation === undefined) throw new Error(`${name} is not explained`);
      expect(explanation.name).toBe(name);
      const of = reader(explanation);
      const { value } = answer.figures[name];
      const result = applied[name](of, answer);
      expect([name, value, offBy(value, result) < 1e-9]).toEqual([name, value, true]);
    }
  });

  test('the links of inputs lead to calls that answer, and the steps reconcile', async () => {
    await someHoldings();
    for (const name of figureNames) {
      for (const answer of [
        await ofUser('month', { thematic: feeds, explain: name }),
        await ofThematic(feeds, 'month', { benchmark: 'open-lending', explain: name }),
        await ofUser('year', { thematic: feeds, explain: name, asOf: before(9 * day) }),
      ]) {
        const { inputs = [], reconciliation } = answer.explanation ?? {};
        expect(reconciliation).toMatchObject({ isMatch: true });
        expect(offBy(reconciliation?.sum, reconciliation?.total ?? NaN)).toBeLessThan(1e-9);
        expect(inputs.length).toBeGreaterThan(0);
        const links = new Set(inputs.flatMap(({ href }) => href ?? []));
        for (const href of links) expect([href, (await get(href)).status]).toEqual([href, 200]);
        const histories = inputs.filter(({ at, href }) => at !== null && href !== null);
        for (const { at, href } of histories) {
          expect(await (await get(href ?? '')).text()).toContain(at);
        }
      }
    }
  });

  test('figures over complete steps name the excluded ones; returns and drawdowns exclude none', async () => {
    await someHoldings();
    const volatility = await ofUser('all', { explain: 'volatility' });
    const first = { from: volatility.from, reason: 'The first step is shorter than the others.' };
    const last = { to: volatility.to, reason: 'The last step is not complete yet.' };
    expect(volatility.excluded).toEqual([
      expect.objectContaining(first),
      expect.objectContaining(last),
    ]);
    expect(volatility.explanation?.excluded).toEqual(volatility.excluded);
    const { explanation } = await ofUser('all', { explain: 'timeWeightedReturn' });
    expect(explanation?.excluded).toEqual([]);
  });

  test('a figure without a value is explained too', async () => {
    await makeUser(service(), 'ada');
    const nothing = await ofUser('all', { explain: 'sharpe' });
    expect(nothing.explanation).toMatchObject({
      formula: expect.stringContaining('mean r'),
      inputs: [],
      reconciliation: null,
    });
    await hold(feeds, { AUGRY: 20 }, 3.5 * day);
    const { explanation, figures } = await ofUser('all', { explain: 'sharpe' });
    expect(figures.sharpe.reason).toBe('This figure needs at least 20 returns; the period has 2.');
    expect(explanation?.inputs.find(({ name }) => name.startsWith('n,'))?.value).toBe(2);
  });
});
