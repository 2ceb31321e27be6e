import { nearestRecord } from './historyColumns.ts';
import { loadingWords } from './periodWords.ts';
import { type Read, type Reading, readEnd, readPoint, spokenPoint } from './reading.ts';
import type { Shown } from './scene/historyScene.ts';
import { measured, measureWords } from './told/measure.ts';
import { modeWords } from './told/modeWords.ts';
import type { Span } from './window/params.ts';

interface HeaderState extends Omit<Read, 'columns'> {
  /** The instant that is read, if any. */
  readonly point: number | null;
  readonly isOld: boolean;
  readonly totalNow: number | null;
}

/** What the header says, and what is said of points and measures; while another period is on its way its words change at once, its figures when they are there. */
export function readHeader(shown: Shown | null, { point, isOld, totalNow, ...state }: HeaderState) {
  const columns = shown?.columns ?? { times: new Float64Array(0), totals: new Float64Array(0) };
  const read = { ...state, columns };
  const indexOf = (at: number) => nearestRecord(columns.times, at);
  const index = point === null || isOld ? -1 : indexOf(point);
  return {
    reading: readingOf(read, index, isOld, totalNow),
    drawn: shown === null || isOld ? '' : modeWords(shown.scene, read, index === -1 ? null : index),
    speak: (at: number) => spokenPoint(read, indexOf(at)),
    measure: (span: Span) => {
      const found = measured(columns, span);
      return found === null ? [] : measureWords(found, state.figures);
    },
  };
}

function readingOf(read: Read, index: number, isOld: boolean, totalNow: number | null): Reading {
  if (read.columns.times.length === 0) return { total: totalNow, change: null, words: '' };
  if (isOld) return { ...readEnd(read), words: loadingWords(read.period) };
  return index === -1 ? readEnd(read) : readPoint(read, index);
}
