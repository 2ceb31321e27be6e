import { blendedLevels } from '#analytics/blend.ts';
import type { FiguresBenchmark } from '#contract/figures.ts';
import { noBenchmark } from '#contract/figuresLimits.ts';
import { readLevelLine, type LevelLine } from './figuresLevels.ts';
import type { FiguresPeriod } from './figuresSpan.ts';
import type { StepRule } from './figuresSteps.ts';
import type { SubjectSeries } from './figuresSubject.ts';
import type { FiguresSource } from './source.ts';

/** A thematic in a benchmark. All weights sum to 1. */
export interface BenchmarkPart {
  readonly id: string;
  readonly weight: number;
}

interface WeightedLine {
  readonly line: LevelLine;
  readonly weight: number;
}

export type Benchmark = readonly WeightedLine[];

/** Throws 404 thematic-not-found. */
export async function readBenchmark(
  source: FiguresSource,
  parts: readonly BenchmarkPart[],
  period: FiguresPeriod,
): Promise<Benchmark | null> {
  if (parts.length === 0) return null;
  return Promise.all(
    parts.map(async ({ id, weight }) => ({
      line: await readLevelLine(source, id, period),
      weight,
    })),
  );
}

export function describeBenchmark(benchmark: Benchmark): FiguresBenchmark {
  const thematics = benchmark.map(({ line: { id, name }, weight }) => ({ id, name, weight }));
  const [only] = thematics;
  return {
    kind: thematics.length === 1 ? 'thematic' : 'blend',
    label:
      thematics.length === 1
        ? (only?.name ?? noBenchmark)
        : thematics.map(({ name, weight }) => `${percent(weight)} ${name}`).join(' + '),
    thematics,
  };
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;

/**
 * Returns the level of a benchmark at the records of a subject: of one thematic its own, of several a level that is 100 at the first
 * record at which all are known, and rebalanced to the weights at each record. NaN where one is not known.
 */
export function benchmarkLevels(series: SubjectSeries, benchmark: Benchmark): Float64Array {
  const columns = benchmark.map(({ line }) => series.levels(line));
  return blendedLevels(
    columns,
    benchmark.map(({ weight }) => weight),
  );
}

/** Returns the step of returns of a subject and its benchmark: the coarsest of all. */
export function commonRule(series: SubjectSeries, benchmark: Benchmark): StepRule | null {
  const rules = benchmark.map(({ line }) => series.commonRule(line));
  return rules.reduce<StepRule | null>((coarsest, rule) => {
    if (coarsest === null || rule === null) return null;
    return rule.step > coarsest.step ? rule : coarsest;
  }, series.rule);
}
