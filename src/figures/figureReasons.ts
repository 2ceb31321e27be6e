import type { FigureReason } from '#analytics/figure.ts';
import { minReturns } from '#contract/figuresLimits.ts';
import type { ExclusionReason } from './figuresSteps.ts';

/** Why an operation does not answer a figure that its formula could compute. */
export type GateReason =
  | 'few-returns'
  | 'few-common-returns'
  | 'below-a-year'
  | 'no-benchmark'
  | 'no-common-records'
  | 'blended-benchmark';

/** A sentence for each reason, and for a number of observations. */
export const reasonTexts: Readonly<
  Record<FigureReason | GateReason, (observations: number) => string>
> = {
  'few-returns': (count) =>
    `This figure needs at least ${minReturns} returns; the period has ${count}.`,
  'few-common-returns': (count) =>
    `This figure needs at least ${minReturns} returns with a return of the benchmark; the period has ${count}.`,
  'below-a-year': () => 'This figure needs at least one year; the period is shorter.',
  'no-benchmark': () => 'No benchmark is selected.',
  'no-common-records': () => 'The benchmark has no level in this period.',
  'blended-benchmark': () => 'Active share compares with one thematic, not with several.',
  'too-few-records': () => 'The period has too few records.',
  'unknown-value': () => 'A value within the period is not known.',
  'no-base': () => 'The value to compare with is 0 or less.',
  'no-time': () => 'The period has no length.',
  'total-loss': () => 'Everything is lost, so there is no rate of return.',
  'below-total-loss': () => 'A loss of more than everything cannot be compounded.',
  'no-variation': () => 'The returns do not vary.',
  'flat-benchmark': () => 'The benchmark does not vary.',
  'no-losses': () => 'The period has no losses.',
  'no-drawdown': () => 'The period has no drawdown.',
  'no-rise': () => 'The benchmark never rose.',
  'no-fall': () => 'The benchmark never fell.',
  'no-root': () => 'No rate of return explains these deposits and withdrawals.',
  'several-roots': () => 'More than one rate of return explains these deposits and withdrawals.',
  'too-large': () => 'The number is too large.',
};

export const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  'partial-first': 'The first step is shorter than the others.',
  'partial-last': 'The last step is not complete yet.',
  gap: 'Records are missing.',
  'no-value': 'The holdings had no value.',
};
