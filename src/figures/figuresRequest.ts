import type { FigureName } from '#contract/figures.ts';
import { noBenchmark } from '#contract/figuresLimits.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getThematicFigures } from '#contract/operations/figures.ts';
import { formatTime } from '#contract/time.ts';
import { problem } from '#platform/http/problem.ts';
import type { BookPeriod } from './bookHeld.ts';
import type { BenchmarkPart } from './figuresBenchmark.ts';
import type { FiguresPeriod } from './figuresSpan.ts';

type FiguresQuery = QueryOf<typeof getThematicFigures>;

export interface FiguresRequest {
  readonly period: FiguresPeriod;
  /** Empty: none. */
  readonly benchmark: readonly BenchmarkPart[];
  readonly rf: number;
  readonly explain: FigureName | undefined;
  readonly isCsv: boolean;
}

/**
 * Checks the parameters that depend on each other. Throws 400 invalid-query.
 * @param ownBenchmark the benchmark if none is requested.
 * @param asOf epoch milliseconds.
 */
export function figuresRequest(
  type: HistoryType,
  { benchmark, weight, rf = 0, from, to, explain, format }: FiguresQuery,
  { ownBenchmark, asOf }: { readonly ownBenchmark: readonly string[]; readonly asOf: number },
): FiguresRequest {
  const isCsv = format === 'csv';
  if (isCsv && explain !== undefined) {
    throw invalid('explain does not apply to format=csv. Omit one of them.');
  }
  if (benchmark.length === 0 && weight.length > 0) {
    throw invalid('weight requires a benchmark for each weight. Add benchmark, or omit weight.');
  }
  return {
    period: figuresPeriod(type, { from, to }, asOf),
    benchmark:
      benchmark.length === 0
        ? ownBenchmark.map((id) => ({ id, weight: 1 }))
        : partsOf(benchmark, weight),
    rf,
    explain,
    isCsv,
  };
}

const invalid = (detail: string) => problem('invalid-query', detail);

/**
 * Returns the requested period. Throws 400 invalid-query.
 * @param asOf epoch milliseconds.
 */
export function figuresPeriod(
  type: HistoryType,
  { from, to }: Pick<FiguresPeriod, 'from' | 'to'>,
  asOf: number,
): FiguresPeriod {
  for (const [name, at] of Object.entries({ from, to })) {
    if (at === undefined) continue;
    if (type !== 'all') {
      throw invalid(`${name} requires the type all, not ${type}. Use all, or omit ${name}.`);
    }
    if (at <= asOf) continue;
    throw invalid(
      `${name} is ${formatTime(at)}, which is after the as of, ${formatTime(asOf)}. Use an earlier time.`,
    );
  }
  checkOrder(from, to);
  return { type, from, to };
}

/** Returns the requested period of a book. Throws 400 invalid-query. */
export function bookPeriod(
  type: HistoryType,
  { from, to, step }: Pick<BookPeriod, 'from' | 'to' | 'step'>,
  asOf: number,
): BookPeriod {
  if (step === undefined) return figuresPeriod(type, { from, to }, asOf);
  checkOrder(from, to);
  return { type, from, to, step };
}

function checkOrder(from: number | undefined, to: number | undefined): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid(`from (${formatTime(from)}) is after to (${formatTime(to)}).`);
  }
}

function partsOf(ids: readonly string[], weights: readonly number[]): BenchmarkPart[] {
  if (ids.includes(noBenchmark)) {
    if (ids.length === 1 && weights.length === 0) return [];
    throw invalid(`benchmark=${noBenchmark} stands alone: omit weight and the other benchmarks.`);
  }
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) {
    throw invalid(`benchmark names ${JSON.stringify(repeated)} more than once.`);
  }
  const [only] = ids;
  if (only !== undefined && ids.length === 1 && weights.length === 0) {
    return [{ id: only, weight: 1 }];
  }
  if (weights.length !== ids.length) {
    throw invalid(
      `There are ${ids.length} benchmark and ${weights.length} weight parameters: several benchmarks need one weight each, in the same order.`,
    );
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) > weightTolerance) {
    throw invalid(`The weights sum to ${sum}; they must sum to 1.`);
  }
  return ids.map((id, index) => ({ id, weight: weights[index] ?? 0 }));
}

/** As for the weights of a thematic. */
const weightTolerance = 1e-9;
