import { valuesAtRecords } from '#analytics/grid.ts';
import { levelsAt } from '#analytics/level.ts';
import { periodReaching } from '#contract/historyType.ts';
import { measuredStep, reportedTolerance, type StepRule } from './figuresSteps.ts';
import { figuresSpan, stepOfReturns, type FiguresPeriod } from './figuresSpan.ts';
import type { HistorySpan } from './historySpan.ts';
import { tokensAt, tokensBetween, type DatedThematic, type Levels } from './levels.ts';
import type { HistoryPrices, PriceGrid } from './prices.ts';
import {
  isNotKnown,
  orNotOffered,
  type FiguresSource,
  type NotKnown,
  type ReportedHistory,
  type ReportedLevels,
} from './source.ts';

/** The records at which a level is needed. */
export interface LevelRecords {
  readonly grid: Pick<PriceGrid, 'times'> & Partial<Pick<PriceGrid, 'series'>>;
  /** null for reported records. */
  readonly span: HistorySpan | null;
}

/** Levels of a thematic over a period: its own records, and its levels at the records of another history. */
export interface LevelLine {
  readonly id: string;
  readonly name: string;
  /** null without a level in the period. */
  readonly records: LevelRecords | null;
  /** NaN where the level is not known. */
  at(records: LevelRecords): Float64Array;
  /** Step of the returns of its levels at the records. */
  rule(records: LevelRecords): StepRule | null;
  /** Target weights at an instant. */
  targets(at: number): ReadonlyMap<string, number> | NotKnown;
}

/** Throws 404 thematic-not-found. */
export async function readLevelLine(
  source: FiguresSource,
  id: string,
  period: FiguresPeriod,
): Promise<LevelLine> {
  const { definitions } = source;
  if (isNotKnown(definitions)) return reportedLine(source, definitions, id, period);
  const thematic = await definitions.find(id);
  const prices = orNotOffered(source.prices);
  return recordedLine(prices, thematic, definitions.levels(thematic), period);
}

function recordedLine(
  prices: HistoryPrices,
  thematic: DatedThematic & { readonly name: string },
  levels: Levels | null,
  period: FiguresPeriod,
): LevelLine {
  const { id, name } = thematic;
  const targets = (at: number) =>
    new Map(tokensAt(thematic, at).map(({ token, weight }) => [token, weight]));
  if (levels === null) {
    const unknown = ({ grid }: LevelRecords) => new Float64Array(grid.times.length).fill(NaN);
    return { id, name, records: null, at: unknown, rule: () => null, targets };
  }
  const between = (from: number, to: number) => tokensBetween(levels, from, to);
  const span = figuresSpan(prices, period, between, levels.inception);
  return {
    id,
    name,
    records: span.start > span.asOf ? null : { grid: prices.grid(span), span },
    at: ({ grid }) =>
      levelsAt(
        grid.times,
        levels,
        levels.tokens.map((token) => grid.series?.(token) ?? prices.series(token, grid.times)),
      ),
    rule: ({ span: other }) =>
      other === null ? null : { step: stepOfReturns(prices, between, other), tolerance: 0 },
    targets,
  };
}

async function reportedLine(
  source: FiguresSource,
  reported: ReportedLevels,
  id: string,
  period: FiguresPeriod,
): Promise<LevelLine> {
  const { from = -Infinity, to = Infinity } = period;
  // The finest history that reaches back far enough.
  const type = Number.isFinite(from) ? periodReaching(from, source.asOf()) : period.type;
  const { name, ...history } = await reported.levelsOf(id, type);
  const own = knownWithin(history, from, to);
  return {
    id,
    name,
    records: own.times.length === 0 ? null : { grid: own, span: null },
    at: ({ grid }) => valuesAtRecords(grid.times, own),
    rule({ grid }) {
      const step = measuredStep(grid.times);
      const ownStep = measuredStep(own.times);
      return step === null || ownStep === null
        ? null
        : { step: Math.max(step, ownStep), tolerance: reportedTolerance };
    },
    targets: () => ({ reason: reported.reason }),
  };
}

/** Returns the known records between two instants. */
function knownWithin({ times, totals }: ReportedHistory, from: number, to: number) {
  const isIncluded = (i: number) =>
    Number.isFinite(totals[i]) && (times[i] ?? NaN) >= from && (times[i] ?? NaN) <= to;
  return {
    times: times.filter((_, i) => isIncluded(i)),
    totals: totals.filter((_, i) => isIncluded(i)),
  };
}
