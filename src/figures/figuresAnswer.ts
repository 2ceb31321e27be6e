import { monthlyReturns, yearlyReturns } from '#analytics/calendarReturns.ts';
import { deepestDrawdowns, drawdownsOf, type Drawdown } from '#analytics/drawdowns.ts';
import { returnDifference } from '#analytics/returnDifference.ts';
import {
  eachFigure,
  type DrawdownRow,
  type ExcludedSteps,
  type FigureName,
  type FiguresAnswer,
  type FigureValue,
} from '#contract/figures.ts';
import { maxDrawdowns } from '#contract/figuresLimits.ts';
import { formatTime } from '#contract/time.ts';
import { inSlices } from '#directory/slices.ts';
import { describeBenchmark, readBenchmark } from './figuresBenchmark.ts';
import { measure, type FiguresMeasures } from './figuresMeasures.ts';
import type { FiguresRequest } from './figuresRequest.ts';
import { readSubject, type FiguresSubject, type SubjectSeries } from './figuresSubject.ts';
import { figuresTable, type FigureTerms, type GatedFigure } from './figuresTable.ts';
import { explainFigure, explainUnknown } from './figureExplanations.ts';
import type { ExplanationLinks } from './explanationLinks.ts';
import { exclusionTexts, reasonTexts } from './figureReasons.ts';
import { isNotKnown, type FiguresSource } from './source.ts';

/** Computes the answer about a subject. Throws 404 user-not-found or thematic-not-found. */
export async function answerFigures(
  source: FiguresSource,
  subject: FiguresSubject,
  request: FiguresRequest,
  links: ExplanationLinks,
): Promise<FiguresAnswer> {
  const { period, rf, explain } = request;
  const [series, benchmark] = await Promise.all([
    readSubject(source, subject, period),
    readBenchmark(source, request.benchmark, period),
  ]);
  const head = {
    asOf: formatTime(source.asOf()),
    benchmark: benchmark === null ? null : describeBenchmark(benchmark),
    rf,
  };
  if (isNotKnown(series)) {
    const explanation = explain === undefined ? {} : { explanation: explainUnknown(explain) };
    return { ...head, ...withoutFigures(series.reason), ...explanation };
  }
  return inSlices(computeFigures(head, series, { benchmark, rf, explain, links }));
}

interface AnswerTerms extends FigureTerms, Pick<FiguresRequest, 'explain'> {
  readonly links: ExplanationLinks;
}

/** Yields between slices. */
function* computeFigures(
  head: Pick<FiguresAnswer, 'asOf' | 'benchmark' | 'rf'>,
  series: SubjectSeries,
  { benchmark, rf, explain, links }: AnswerTerms,
): Generator<void, FiguresAnswer> {
  const measures = measure(series, benchmark);
  yield;
  const drawdowns = deepestDrawdowns(series.times, series.index, maxDrawdowns);
  const latest = drawdownsOf(series.times, series.index).at(-1);
  yield;
  const figures = yield* figuresTable(measures, { benchmark, rf });
  yield;
  const excluded = excludedSteps(measures);
  const calendar = {
    times: series.times,
    levels: series.index,
    benchmark: measures.common?.levels,
  };
  const difference = differenceOf(measures);
  yield;
  return {
    ...head,
    from: formatTime(measures.money.from),
    to: formatTime(measures.money.to),
    step: measures.own.step,
    observations: measures.own.returns.length,
    excluded,
    figures: withCourses(
      eachFigure((name) => valueOf(figures[name])),
      {
        deepest: drawdowns[0],
        current: latest?.recoveredAt === null ? latest : undefined,
      },
    ),
    difference,
    drawdowns: drawdowns.map(drawdownRow),
    months: monthlyReturns(calendar).map((month) => ({ ...month })),
    years: yearlyReturns(calendar).map((year) => ({ ...year })),
    ...(explain !== undefined && {
      explanation: explainFigure(explain, { measures, figures, benchmark, rf, links }, excluded),
    }),
  };
}

/** Without records, every figure has the same reason. */
function withoutFigures(reason: string) {
  const none = { value: null, reason, standardError: null, observations: 0 };
  return {
    from: null,
    to: null,
    step: null,
    observations: 0,
    excluded: [],
    figures: withCourses(
      eachFigure(() => none),
      { deepest: undefined, current: undefined },
    ),
    difference: null,
    drawdowns: [],
    months: [],
    years: [],
    reason,
  };
}

function valueOf(figure: GatedFigure): FigureValue {
  const { value, observations } = figure;
  if (value !== null)
    return { value, reason: null, standardError: figure.standardError, observations };
  const { reason } = figure;
  const text = typeof reason === 'string' ? reasonTexts[reason](observations) : reason.reason;
  return { value, reason: text, standardError: null, observations };
}

interface Courses {
  readonly deepest: Drawdown | undefined;
  readonly current: Drawdown | undefined;
}

function withCourses(
  figures: Readonly<Record<FigureName, FigureValue>>,
  { deepest, current }: Courses,
): FiguresAnswer['figures'] {
  return {
    ...figures,
    maxDrawdown: { ...figures.maxDrawdown, ...noCourse, ...(deepest && courseOf(deepest)) },
    currentDrawdown: { ...figures.currentDrawdown, ...noCourse, ...(current && courseOf(current)) },
  };
}

const noCourse = { peakAt: null, troughAt: null, recoveredAt: null, days: null };

const courseOf = ({ peakAt, troughAt, recoveredAt, days }: Drawdown) => ({
  peakAt: formatTime(peakAt),
  troughAt: formatTime(troughAt),
  recoveredAt: recoveredAt === null ? null : formatTime(recoveredAt),
  days,
});

const drawdownRow = (of: Drawdown): DrawdownRow => ({ depth: of.depth, ...courseOf(of) });

function excludedSteps({ series, own }: FiguresMeasures): ExcludedSteps[] {
  const { times, recordsFrom } = series;
  const timeOf = (record: number) => times[record] ?? NaN;
  const ranges = own.excluded.map(({ from, to, reason }) => ({
    from: formatTime(timeOf(from)),
    to: formatTime(timeOf(to)),
    reason: exclusionTexts[reason],
  }));
  if (recordsFrom === timeOf(0)) return ranges;
  const leading = { from: formatTime(recordsFrom), to: formatTime(timeOf(0)) };
  return [{ ...leading, reason: exclusionTexts['no-value'] }, ...ranges];
}

/** null if one of the two returns is not known; the figures have the reason. */
function differenceOf({ series, money }: FiguresMeasures): FiguresAnswer['difference'] {
  const difference = returnDifference(money, { times: series.times, levels: series.index });
  if (difference.value === null) return null;
  const { value, isYearly, moneyWeighted, timeWeighted, parts, residual } = difference;
  return {
    value,
    isYearly,
    moneyWeighted,
    timeWeighted,
    parts: parts.map(({ at, ...part }) => ({ at: formatTime(at), ...part })),
    residual,
  };
}
