import { periodChange, recordedStep } from '#analytics/change.ts';
import { noChanges, type PeriodChanges } from '#contract/change.ts';
import { historyTypes, minute, stepOf, windowOf, type HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { incompleteText } from '#contract/incompleteList.ts';
import type { ForeignRecord, Read } from '../reading/read.ts';
import { readWholeHistory } from '../source/pages.ts';
import type { ReadOptions } from '../source/source.ts';
import { pastHistory } from './pastHistory.ts';
import type { ConnectedService } from './reader.ts';

/** The levels of a thematic over a period. NaN is a gap. */
export interface LevelColumns {
  readonly times: Float64Array;
  readonly levels: Float64Array;
  /** Why the levels are unreadable, in a sentence; null if they are not. */
  readonly fault: string | null;
}

export interface LevelFigures {
  readonly change: PeriodChanges;
  readonly level: number | null;
  /** Time of the answer with that level, in epoch milliseconds. */
  readonly levelReadAt: number | null;
  /** Why a history is unreadable, in a sentence; null if none is. */
  readonly fault: string | null;
}

/** Maximum age of a cached history in milliseconds. Only its ends or a sparkline are displayed. */
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

/**
 * Derives levels and changes of thematics from their histories, because the interface does not show them. Values of unreadable
 * histories are not known.
 */
export function createThematicFigures({ source, clock }: ConnectedService) {
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

    /** @param asOf a past instant in epoch milliseconds; undefined: the present. */
    async figuresOf(
      id: string,
      priority: ReadOptions['priority'],
      asOf?: number,
    ): Promise<LevelFigures> {
      const past = pastHistory(asOf, clock());
      const lines = await Promise.all(
        historyTypes.map(async (type) => {
          const longer = past.reads(type);
          const { line, readAt } = await read(id, longer, optionsOf(longer, priority));
          const [from, to] = past.range(line.times, type);
          const times = line.times.subarray(from, to);
          return { type, readAt, line: { ...line, times, levels: line.levels.subarray(from, to) } };
        }),
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

/** An incomplete history may lack its first or last record, so neither change nor level is known. */
function columnsFrom({ value, incomplete }: Read<readonly ForeignRecord[]>): LevelColumns {
  const [first] = incomplete;
  if (first !== undefined) return { ...noRecords, fault: incompleteText(first) };
  return {
    times: Float64Array.from(value, ({ at }) => at),
    levels: Float64Array.from(value, ({ total }) => total ?? NaN),
    fault: null,
  };
}

const notFound = () => problem('thematic-not-found', 'History not found.');

/** Last ÷ first − 1, as of the last record. */
function changeOver(type: HistoryType, { times, levels }: LevelColumns): number | null {
  const last = times.at(-1);
  if (last === undefined) return null;
  const window = windowOf[type];
  return periodChange({
    times,
    totals: levels,
    windowStart: window === null ? null : last - window,
    step: recordedStep(times, stepOf[type]),
  });
}

function optionsOf(type: HistoryType, priority: ReadOptions['priority']): ReadOptions {
  // Its last record may be displayed as the level next to a chart of recent data.
  if (type === 'day' && priority === 'person') return { priority };
  return { priority, maxAge: maxAges[type] };
}
