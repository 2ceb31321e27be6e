import type * as figures from '#contract/operations/figures.ts';
import { noBenchmark } from '#contract/figuresLimits.ts';
import type { ProseOf } from './callProse.ts';
import { asOfProse } from './parameterProse.ts';

const answers = { 200: { description: 'The figures.' } };

export const figuresParametersProse = {
  benchmark: {
    description: `Id of a thematic to compare with, or \`${noBenchmark}\`. Repeatable, with a \`weight\` each. Default: the wallet’s thematic, otherwise none.`,
    example: 'settlement-layers',
  },
  weight: {
    description:
      'Weight of the benchmark at the same place. All weights sum to 1; the mix is rebalanced at each record.',
    example: '0.6',
  },
  rf: {
    description: 'Yearly risk-free rate, and minimum return of Omega: 0.03 is 3 %. Default: 0.',
    example: '0.03',
  },
  from: {
    description:
      'Start, with the type `all` only: the first record is at this instant. The step follows the length: 5 minutes up to 24 hours, an hour up to 7 days, 4 hours up to 31 days, otherwise a day; or that of the prices if it is longer.',
    example: '2026-01-01T00:00:00.000Z',
  },
  to: { description: 'End, with the type `all` only. Default: the as of.' },
  asOf: asOfProse,
  explain: { description: 'Name of a figure to explain.', example: 'sharpe' },
  format: {
    description: '`csv`: figures, drawdowns, months and years as one table.',
    example: 'csv',
  },
};

const rules =
  'Each figure has a value or a reason. Ratios need 20 returns; annualized returns, Calmar and the information ratio need a year. Volatility, ratios and tracking errors leave out partial steps.';

export const userFiguresProse: ProseOf<Pick<typeof figures, 'getUserFigures'>> = {
  getUserFigures: {
    summary: 'Figures of a user or a wallet over a period',
    description: `Returns, risk, comparison with a benchmark, drawdowns and calendar. ${rules} Past amounts are not known of a connected service: every figure then has that reason.`,
    query: {
      thematic: { description: 'Only the wallet of this thematic.' },
      ...figuresParametersProse,
    },
    answers,
  },
};

export const thematicFiguresProse: ProseOf<Pick<typeof figures, 'getThematicFigures'>> = {
  getThematicFigures: {
    summary: 'Figures of a thematic over a period',
    description: `Returns, risk, comparison with a benchmark, drawdowns and calendar of its level, which has no flows. ${rules}`,
    query: figuresParametersProse,
    answers,
  },
};
