import { periodChange } from '#analytics/change.ts';
import { noChanges, type PeriodChanges } from '#contract/change.ts';
import { historyTypes, minute, stepOf, windowOf, type HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { incompleteText } from '#contract/incompleteList.ts';
import type { ForeignRecord, Read } from '../reading/read.ts';
import { readWholeHistory } from '../source/pages.ts';
import type { ReadOptions } from '../source/source.ts';
import type { ConnectedService } from './reader.ts';

/** The levels of a thematic over a period: NaN is a gap. */
export interface LevelColumns {
  readonly times: Float64Array;
  readonly levels: Float64Array;
  /** Why they could not be read, in a sentence; null: they could. */
  readonly fault: string | null;
}

/** What the histories of a thematic say of it. */
export interface LevelFigures {
  readonly change: PeriodChanges;
  /** The last one that is known. */
  readonly level: number | null;
  /** When the service gave that. */
  readonly levelReadAt: number | null;
  /** Why a history could not be read, in a sentence; null: all could. */
  readonly fault: string | null;
}

/** So old a history may be of which the ends alone count, or a line of a few points. */
const maxAges: Record<HistoryType, number> = {
  day: minute,
  week: 5 * minute,
  month: 30 * minute,
  year: 30 * minute,
  all: 30 * minute,
};

const noRecords: LevelColumns = {
  times: new Float64Array(0),
  levels: new Float64Array(0),
  fault: null,
};

export const unknownFigures: LevelFigures = {
  change: noChanges,
  level: null,
  levelReadAt: null,
  fault: null,
};

export type ReportedFigures = ReturnType<typeof createThematicFigures>;

/** Levels and changes of thematics, which the interface does not show: from their histories. What cannot be read is not known. */
export function createThematicFigures({ source, clock }: ConnectedService) {
  /** By the answer they were read from. */
  const columns = new WeakMap<object, LevelColumns>();

  async function read(
    id: string,
    historyType: HistoryType,
    options: ReadOptions,
  ): Promise<{ readonly line: LevelColumns; readonly readAt: number | null }> {
    const nothing = { line: noRecords, readAt: null };
    try {
      const path = pathOf(getThematicHistory, { params: { id, historyType } });
      const get = (page: string) => source.read(page, { ...options, notFound });
      const first = await get(path);
      const { json, readAt } = first;
      if (typeof json !== 'object' || json === null) return nothing;
      const cached = columns.get(json);
      if (cached !== undefined) return { line: cached, readAt };
      const read = await readWholeHistory(
        async (page) => (page === path ? first : get(page)),
        path,
        historyType,
        clock(),
      );
      source.noteShapes(path, read.shapes);
      const line = columnsFrom(read);
      if (!read.shapes.some(({ kind }) => kind === 'history-pages')) columns.set(json, line);
      return { line, readAt };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'thematic-not-found') return nothing;
      return { ...nothing, line: { ...noRecords, fault: error.message } };
    }
  }

  return {
    async levelsOf(id: string, type: HistoryType, priority: ReadOptions['priority']) {
      return (await read(id, type, optionsOf(type, priority))).line;
    },

    async figuresOf(id: string, priority: ReadOptions['priority']): Promise<LevelFigures> {
      const lines = await Promise.all(
        historyTypes.map(async (type) => ({
          type,
          ...(await read(id, type, optionsOf(type, priority))),
        })),
      );
      const change = Object.fromEntries(
        lines.map(({ type, line }) => [type, changeOver(type, line)]),
      );
      const latest = lines.find(({ line }) => line.levels.some(Number.isFinite));
      return {
        change: { ...unknownFigures.change, ...change },
        level: latest?.line.levels.findLast(Number.isFinite) ?? null,
        levelReadAt: latest?.readAt ?? null,
        fault: lines.find(({ line }) => line.fault !== null)?.line.fault ?? null,
      };
    },
  };
}

/** Of a part of a history neither the change nor the last level is known. */
function columnsFrom({ value, incomplete }: Read<readonly ForeignRecord[]>): LevelColumns {
  const [first] = incomplete;
  if (first !== undefined) return { ...noRecords, fault: incompleteText(first) };
  return {
    times: Float64Array.from(value, ({ at }) => at),
    levels: Float64Array.from(value, ({ total }) => total ?? NaN),
    fault: null,
  };
}

const notFound = () => problem('thematic-not-found', 'There is no such history.');

/** Last ÷ first − 1; the as of is that of the last record, and the step what is between the first two, where that is longer. */
function changeOver(type: HistoryType, { times, levels }: LevelColumns): number | null {
  const [first, second] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return null;
  const window = windowOf[type];
  return periodChange({
    times,
    totals: levels,
    windowStart: window === null ? null : last - window,
    step: Math.max(stepOf[type], (second ?? first) - first),
  });
}

function optionsOf(type: HistoryType, priority: ReadOptions['priority']): ReadOptions {
  // Its last record may be the level that a page shows, beside a history that is as new as can be.
  if (type === 'day' && priority === 'person') return { priority };
  return { priority, maxAge: maxAges[type] };
}
