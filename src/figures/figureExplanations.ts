import { daysPerYear } from '#analytics/returns.ts';
import { reconciles, sumOf } from '#analytics/weights.ts';
import type { FigureExplanation, FigureName } from '#contract/figures.ts';
import { BenchmarkInputs } from './benchmarkInputs.ts';
import type { ExplainedCase, ExplanationInput } from './explanationInputs.ts';

interface FormulaRow {
  readonly formula: string;
  readonly inputs: (of: BenchmarkInputs) => readonly ExplanationInput[];
}

const isRise = (b: number) => b > 0;
const isFall = (b: number) => b <= 0;

/** Each figure's formula with the symbols of its inputs. */
const formulas: Readonly<Record<FigureName, FormulaRow>> = {
  simpleGain: {
    formula: 'V₁ − V₀ − Σ CF',
    inputs: (of) => [...of.values, of.netFlow, ...of.flows],
  },
  timeWeightedReturn: {
    formula: 'Π (1 + r) − 1, which is last index ÷ first index − 1',
    inputs: (of) => of.indexEnds,
  },
  moneyWeightedReturn: {
    formula:
      'the R with V₀ + Σ CF (1 + R)^(−s) = V₁ (1 + R)^(−1), s the share of the period before the flow; of a year from 365 days on',
    inputs: (of) => [...of.values, of.days, ...of.flows],
  },
  modifiedDietz: {
    formula: '(V₁ − V₀ − Σ CF) ÷ (V₀ + Σ w CF), w the share of the period after the flow',
    inputs: (of) => [...of.values, of.netFlow, of.weightedFlow, ...of.flows],
  },
  annualizedReturn: {
    formula: `(1 + R)^(${daysPerYear} ÷ days) − 1`,
    inputs: (of) => [of.figure('R', 'timeWeightedReturn'), of.days],
  },
  volatility: { formula: 'std r × √P', inputs: (of) => [of.deviation, of.perYear, of.count] },
  maxDrawdown: {
    formula: 'lowest index ÷ highest index before it − 1',
    inputs: (of) => of.depth('maxDrawdown', 'lowest'),
  },
  currentDrawdown: {
    formula: 'last index ÷ highest index before it − 1',
    inputs: (of) => of.depth('currentDrawdown', 'last'),
  },
  sharpe: {
    formula: '(mean r − f) ÷ std r × √P, f = (1 + rf)^(1 ÷ P) − 1',
    inputs: (of) => [of.mean, of.deviation, ...of.rates, of.perYear, of.count],
  },
  sortino: {
    formula: '(mean r − f) ÷ √(Σ min(r − f, 0)² ÷ n) × √P, f = (1 + rf)^(1 ÷ P) − 1',
    inputs: (of) => [of.mean, of.downside, ...of.rates, of.perYear, of.count],
  },
  calmar: {
    formula: 'annualized return ÷ |max drawdown|',
    inputs: (of) => [
      of.figure('annualized return', 'annualizedReturn'),
      of.figure('max drawdown', 'maxDrawdown'),
    ],
  },
  ulcer: { formula: '√(Σ drawdown² ÷ n)', inputs: (of) => of.drawdownSquares },
  valueAtRisk95: {
    formula: '5 % quantile of r, linear interpolation',
    inputs: (of) => [...of.tail('valueAtRisk95'), of.count],
  },
  expectedShortfall95: {
    formula: 'mean of the r at or below the 5 % quantile',
    inputs: (of) => [...of.tail('expectedShortfall95'), of.count],
  },
  omega: {
    formula: 'Σ max(r − f, 0) ÷ Σ max(f − r, 0), f = (1 + rf)^(1 ÷ P) − 1',
    inputs: (of) => [...of.gainsAndLosses, ...of.rates, of.perYear, of.count],
  },
  tailRatio: {
    formula: 'q95 ÷ |q05|, quantiles of r, linear interpolation',
    inputs: (of) => [of.quantile('q95', 0.95), of.quantile('q05', 0.05), of.count],
  },
  skewness: {
    formula: 'm₃ ÷ m₂^1.5, moments of r with divisor n',
    inputs: (of) => [of.moment(3), of.moment(2), of.count],
  },
  kurtosis: {
    formula: 'm₄ ÷ m₂² − 3, moments of r with divisor n',
    inputs: (of) => [of.moment(4), of.moment(2), of.count],
  },
  best: { formula: 'highest r', inputs: (of) => of.extreme('best') },
  worst: { formula: 'lowest r', inputs: (of) => of.extreme('worst') },
  shareOfGains: { formula: 'count of r > 0 ÷ n', inputs: (of) => [of.gains, of.count] },
  excessReturn: {
    formula: `(1 + R)^(${daysPerYear} ÷ days) − (1 + R_b)^(${daysPerYear} ÷ days)`,
    inputs: (of) => [...of.totals, of.commonDays],
  },
  informationRatio: {
    formula: 'excess return ÷ tracking error, both of a year',
    inputs: (of) => [
      of.figure('excess return', 'excessReturn'),
      of.figure('tracking error', 'trackingError'),
    ],
  },
  beta: { formula: 'cov(r, b) ÷ var(b)', inputs: (of) => of.regression },
  alpha: {
    formula: '(mean r − beta × mean b) × P',
    inputs: (of) => [of.figure('beta', 'beta'), ...of.regression, of.commonPerYear],
  },
  correlation: {
    formula: 'cov(r, b) ÷ (std r × std b)',
    inputs: (of) => [...of.regression, ...of.deviations],
  },
  rSquared: {
    formula: 'correlation²',
    inputs: (of) => [of.figure('correlation', 'correlation'), of.pairCount],
  },
  trackingDifference: { formula: 'R − R_b', inputs: (of) => of.totals },
  trackingError: {
    formula: 'std(r − b) × √P',
    inputs: (of) => [of.differenceDeviation, of.commonPerYear, of.pairCount],
  },
  captureUp: {
    formula: '(Π (1 + r) − 1) ÷ (Π (1 + b) − 1) over the steps with b > 0',
    inputs: (of) => of.capture(isRise),
  },
  captureDown: {
    formula: '(Π (1 + r) − 1) ÷ (Π (1 + b) − 1) over the steps with b ≤ 0',
    inputs: (of) => of.capture(isFall),
  },
  battingAverage: { formula: 'count of r > b ÷ n', inputs: (of) => [of.wins, of.pairCount] },
  activeShare: { formula: '½ Σ |w − target|', inputs: (of) => of.weights },
};

/** Explains a figure with the values of this case. `excluded` are the steps that it leaves out. */
export function explainFigure(
  name: FigureName,
  explained: ExplainedCase,
  excluded: FigureExplanation['excluded'],
): FigureExplanation {
  const { formula, inputs } = formulas[name];
  return {
    name,
    formula,
    inputs: [...inputs(new BenchmarkInputs(explained))],
    excluded: includesAllSteps.has(name) ? [] : excluded,
    reconciliation: reconciliationOf(explained),
  };
}

/** Explains a figure of which nothing is known. */
export function explainUnknown(name: FigureName): FigureExplanation {
  return { name, formula: formulas[name].formula, inputs: [], excluded: [], reconciliation: null };
}

/** Returns and drawdowns include partial steps. Active share has none. */
const includesAllSteps: ReadonlySet<FigureName> = new Set<FigureName>([
  'simpleGain',
  'timeWeightedReturn',
  'moneyWeightedReturn',
  'modifiedDietz',
  'annualizedReturn',
  'maxDrawdown',
  'currentDrawdown',
  'calmar',
  'ulcer',
  'excessReturn',
  'trackingDifference',
  'activeShare',
]);

/**
 * The value after every step must be the value before it, with the return and the flow of that step. null after a total loss, since
 * the index of later deposits stays at 0.
 */
function reconciliationOf({ measures }: ExplainedCase): FigureExplanation['reconciliation'] {
  const { values, index, flow } = measures.series;
  const total = values.at(-1);
  if (total === undefined || index.some((level, i) => level === 0 && (values[i] ?? 0) > 0)) {
    return null;
  }
  const effects = Array.from(measures.total, (_, i) => {
    const value = values[i] ?? NaN;
    const growth = (index[i + 1] ?? NaN) / (index[i] ?? NaN);
    return (value > 0 ? value * (growth - 1) : 0) + (flow[i + 1] ?? 0);
  });
  const sum = sumOf([values[0] ?? NaN, ...effects]);
  return {
    name: 'V₀ + Σ (V × r + CF) of all steps = V₁',
    sum,
    total,
    difference: sum - total + 0,
    isMatch: reconciles(sum, total),
  };
}
