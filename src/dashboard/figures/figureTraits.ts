import { figureKinds, type FigureName, type FiguresAnswer } from '#contract/figures.ts';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import type { Format } from '../preferences/format.ts';

interface FigureTraits {
  readonly label: string;
  /** Named beside the figure where other products use another one. */
  readonly convention?: string;
  /** A gain or a loss: with sign, arrow and color. */
  readonly isChange?: true;
}

export const figureTraits: Readonly<Record<FigureName, FigureTraits>> = {
  simpleGain: {
    label: 'Simple gain',
    convention: 'closing − opening value − net flow',
    isChange: true,
  },
  timeWeightedReturn: {
    label: 'Time-weighted return',
    convention: 'independent of flows',
    isChange: true,
  },
  moneyWeightedReturn: {
    label: 'Money-weighted return',
    convention: 'XIRR over the period',
    isChange: true,
  },
  modifiedDietz: {
    label: 'Modified Dietz',
    convention: 'simple gain ÷ average capital',
    isChange: true,
  },
  annualizedReturn: {
    label: 'Annualized return',
    convention: 'compounded, from one year on',
    isChange: true,
  },
  volatility: { label: 'Volatility', convention: 'annualized, 365 days' },
  maxDrawdown: { label: 'Max drawdown' },
  currentDrawdown: { label: 'Current drawdown' },
  sharpe: {
    label: 'Sharpe ratio',
    convention: 'mean ÷ deviation of excess, annualized',
  },
  sortino: {
    label: 'Sortino ratio',
    convention: 'downside over all steps',
  },
  calmar: {
    label: 'Calmar ratio',
    convention: 'annualized return ÷ max drawdown',
  },
  ulcer: { label: 'Ulcer index' },
  valueAtRisk95: { label: 'Value at risk', convention: '95 %, one step' },
  expectedShortfall95: {
    label: 'Expected shortfall',
    convention: '95 %, one step',
  },
  omega: { label: 'Omega', convention: 'above the risk-free rate' },
  tailRatio: { label: 'Tail ratio', convention: '95 % ÷ 5 % quantile' },
  skewness: { label: 'Skewness', convention: 'divided by n' },
  kurtosis: { label: 'Excess kurtosis', convention: 'divided by n' },
  best: { label: 'Best step', isChange: true },
  worst: { label: 'Worst step', isChange: true },
  shareOfGains: { label: 'Share of gains' },
  excessReturn: {
    label: 'Excess return',
    convention: 'difference of annualized returns',
    isChange: true,
  },
  informationRatio: {
    label: 'Information ratio',
    convention: 'excess return ÷ tracking error',
  },
  beta: { label: 'Beta' },
  alpha: { label: 'Alpha', convention: 'mean × steps a year', isChange: true },
  correlation: { label: 'Correlation' },
  rSquared: { label: 'R²' },
  trackingDifference: {
    label: 'Tracking difference',
    convention: 'over the period',
    isChange: true,
  },
  trackingError: { label: 'Tracking error', convention: 'annualized' },
  captureUp: { label: 'Upside capture', convention: 'compounded' },
  captureDown: { label: 'Downside capture', convention: 'compounded' },
  battingAverage: { label: 'Batting average', convention: 'steps ahead' },
  activeShare: { label: 'Active share', convention: 'now' },
};

/** A thematic has no flows: its only return is that of its level. */
export const hasFlows = ({ user, book }: FiguresOwner): boolean =>
  user !== undefined || book !== undefined;

const ofFlows: ReadonlySet<FigureName> = new Set([
  'simpleGain',
  'moneyWeightedReturn',
  'modifiedDietz',
]);

/** Returns the figures that mean something: without flows, none that measures their effect. */
export const figuresWith = <Name extends FigureName>(
  isWithFlows: boolean,
  names: readonly Name[],
): readonly Name[] => (isWithFlows ? names : names.filter((name) => !ofFlows.has(name)));

/** Without flows, there is one return. */
export const figureLabel = (name: FigureName, isWithFlows = true): string =>
  name === 'timeWeightedReturn' && !isWithFlows ? 'Return' : figureTraits[name].label;

/** Convention of a figure in an answer: a money-weighted return may be that of a year. */
export function conventionOf(
  name: FigureName,
  answer: FiguresAnswer | null,
  isWithFlows = true,
): string | undefined {
  if (name === 'timeWeightedReturn' && !isWithFlows) return 'of the level';
  const isYearly = name === 'moneyWeightedReturn' && answer?.difference?.isYearly === true;
  return isYearly ? 'XIRR, a year' : figureTraits[name].convention;
}

type Formatter = (value: number | null | undefined) => string;

/** Formats of a figure and of its standard error, which has no sign. */
export function figureFormats(
  name: FigureName,
  format: Format,
  isPublic: boolean,
): { readonly value: Formatter; readonly error: Formatter } {
  const own = isPublic ? format.market : format;
  const error = { money: own.total, share: own.percent, plain: own.statistic }[figureKinds[name]];
  if (figureTraits[name].isChange !== true) return { value: error, error };
  return { value: figureKinds[name] === 'money' ? own.change : own.percentChange, error };
}
