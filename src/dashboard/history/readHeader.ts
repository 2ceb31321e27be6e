import { pointsBetween, rowsAt } from './compare/rows.ts';
import { nearestRecord } from './historyColumns.ts';
import { loadingWords } from './periodWords.ts';
import { dateTag, type Read, type Reading, readEnd, readPoint, spokenPoint } from './reading.ts';
import type { Shown } from './scene/historyScene.ts';
import type { Scene } from './scene/scene.ts';
import type { FigureFormats } from './told/figures.ts';
import { measured, measureWords } from './told/measure.ts';
import { modeWords } from './told/modeWords.ts';
import type { Span } from './window/params.ts';

interface HeaderState extends Omit<Read, 'columns'> {
  /** The instant that is read, if any. */
  readonly point: number | null;
  readonly isOld: boolean;
  readonly totalNow: number | null;
}

/**
 * What the header says, and what is said of points and measures; while another period is on its way its words change at
 * once, its figures when they are there.
 */
export function readHeader(shown: Shown | null, { point, isOld, totalNow, ...state }: HeaderState) {
  const columns = shown?.columns ?? { times: new Float64Array(0), totals: new Float64Array(0) };
  const read = { ...state, columns };
  const indexOf = (at: number) => nearestRecord(columns.times, at);
  const index = point === null || isOld ? -1 : indexOf(point);
  return {
    reading: readingOf(read, index, isOld, totalNow),
    drawn: shown === null ? '' : drawnWords(shown.scene, read, index),
    speak: (at: number) =>
      shown !== null && shown.scene.lines.length > 1
        ? spokenRows(shown.scene, at, read)
        : spokenPoint(read, indexOf(at)),
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

/** What the line is drawn in; of two lines the return of the first, and how far it is ahead of the other. */
function drawnWords(scene: Scene, read: Read, index: number): string {
  const { times } = read.columns;
  const rows = rowsAt(scene, times[index] ?? times.at(-1) ?? NaN);
  const [own, other] = rows;
  const points = pointsBetween(rows);
  if (own === undefined || other === undefined || points === null) {
    return modeWords(scene, read, index === -1 ? null : index);
  }
  if (Number.isNaN(points)) return '';
  const { line } = other;
  return `${own.line.label} ${read.figures.change(own.change)}, ${distance(points, line.label, read)}`;
}

function distance(points: number, other: string, read: Read): string {
  const text = read.figures.points(points);
  if (text === read.figures.points(0)) return `level with ${other}`;
  const side = points > 0 ? 'ahead of' : 'behind';
  // Hidden figures do not tell their direction either.
  if (!/^[+−]/.test(text)) return `${text} points from ${other}`;
  return `${text.slice(1)} points ${side} ${other}`;
}

/** What all lines say at an instant, in one sentence. */
export function spokenRows(
  scene: Scene,
  at: number,
  { period, figures }: { readonly period: Read['period']; readonly figures: FigureFormats },
): string {
  const said = rowsAt(scene, at).map(
    ({ line, figure }) => `${line.label} ${figures.modes[scene.mode].full(figure)}`,
  );
  return `${dateTag(period, at)}, ${said.join(', ')}`;
}
