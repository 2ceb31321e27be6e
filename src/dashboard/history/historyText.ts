import { changeOf, type HistoryChange } from '#analytics/change.ts';
import type { ChartText } from '../chart/Chart.tsx';
import { dateAt, figuresAt, pointsBetween } from '../chart/lineFigures.ts';
import { modeTraits } from '../chart/modes.ts';
import {
  type FigureFormats,
  figureAt,
  isMoved,
  isSingle,
  type SceneLine,
  type Scene,
  type Span,
} from '../chart/scene.ts';
import { nearestRecord, type Series } from '../chart/series.ts';
import { directionOf, newFigure, withoutSign } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import type { UnreadableRecords } from './readRecords.ts';
import { backfilledText } from './backfilled.ts';
import type { HistoryPeriod } from './historyWindow.ts';
import { dateTag, periodText, sinceText, spanText, startText } from './periodText.ts';

/** The period is that of the records, also while another one loads. */
export interface ShownHistory extends HistoryPeriod {
  readonly columns: Pick<Series, 'times' | 'totals'>;
  readonly scene: Scene | null;
  /** Returns in percent, with their benchmark if there is one; null without returns. */
  readonly returns: Scene | null;
  /** The zoom within the period. */
  readonly zoom: Span | null;
  /** The last record of the history regardless of period and zoom. */
  readonly asOf: number;
  /** Date of the first recorded holdings; undefined if unknown. */
  readonly began: number | undefined;
  readonly figures: FigureFormats;
}

/** At the end of the window or at the hovered point. Total and change are those of the records in every mode. */
export interface Header {
  readonly total: number | null;
  readonly change: HistoryChange | null;
  readonly window: string;
  /** Note on backfilled levels in the change; empty if there are none. */
  readonly backfilled: string;
  readonly returns: { readonly ratio: number; readonly text: string; readonly rest: string } | null;
  readonly drawn: string;
  /** The last record, if the service reports a different total. */
  readonly record?: number;
}

interface HeaderState {
  readonly point: number | null;
  readonly isOld: boolean;
  /** Figure while there is no record. A reported total takes precedence over records. */
  readonly totalNow: number | null;
  /** Total and records are reported separately, and may differ. Otherwise both are computed from the same facts. */
  readonly isReported: boolean;
}

export function headerOf(shown: ShownHistory, state: HeaderState): Header {
  const { point, isOld, totalNow, isReported } = state;
  const { times, totals } = shown.columns;
  const nothing = { change: null, backfilled: '', returns: null, drawn: '' };
  // Today's total is not that of a window that ended.
  const isEnded = shown.zoom !== null || (shown.part?.to ?? Infinity) !== Infinity;
  if (times.length === 0) {
    const isOfPart = shown.zoom === null && shown.part !== null && shown.scene !== null;
    return {
      ...nothing,
      total: isOfPart && isEnded ? null : totalNow,
      window: isOfPart ? visibleText(shown) : '',
    };
  }
  const index = point === null || isOld ? -1 : nearestRecord(times, point);
  const at = times[index] ?? times.at(-1) ?? NaN;
  // A single record has nothing to be compared with.
  const isOne = times.length === 1;
  const texts = isOne
    ? nothing
    : {
        ...nothing,
        backfilled: backfilledSince(shown, shown.scene?.lines[0], times[0] ?? NaN),
        returns: returnsAt(shown, at),
        drawn: drawnText(shown, at),
      };
  // A selected date may be before all records; a hovered point cannot.
  if (point !== null && index === 0 && point < at && shown.zoom === null && shown.part === null) {
    const window = `no record before ${shown.figures.format.dateTime(at)}`;
    return { ...nothing, total: null, window };
  }
  if (index !== -1) return { ...texts, ...recordAt(shown, index) };
  const total = totals.findLast((value) => Number.isFinite(value)) ?? null;
  const change = isOne ? null : changeOf(totals);
  const header = { ...texts, total, change, window: visibleText(shown) };
  // Computed totals and records may differ by one tick.
  if (!isReported || totalNow === null || total === null || isEnded) return header;
  return { ...header, total: totalNow, record: total };
}

function visibleText(shown: ShownHistory): string {
  const { columns, zoom, figures, began } = shown;
  const { times, totals } = columns;
  // The change begins at the first known record.
  const known = times.subarray(Math.max(0, totals.findIndex(Number.isFinite)));
  if (zoom === null) return periodText(figures.format, shown, known, began);
  return spanText(figures.format, { from: times[0] ?? NaN, to: times.at(-1) ?? NaN });
}

function recordAt({ columns, period, figures: { format } }: ShownHistory, index: number) {
  const { times, totals } = columns;
  const total = totals[index] ?? NaN;
  const when = format.dateTime(times[index]);
  if (Number.isNaN(total)) return { total: null, change: null, window: `${when}, not known` };
  const first = totals.findIndex(Number.isFinite);
  const since = sinceText(format, period, times[first] ?? NaN);
  return { total, change: changeBetween(totals, first, index), window: `${when}, ${since}` };
}

/** Returns null if either record is unknown. */
export function changeBetween(
  totals: Float64Array,
  from: number,
  to: number,
): HistoryChange | null {
  const pair = Float64Array.of(totals[from] ?? NaN, totals[to] ?? NaN);
  return pair.some(Number.isNaN) ? null : changeOf(pair);
}

function backfilledSince(
  { figures }: ShownHistory,
  line: SceneLine | undefined,
  since: number,
): string {
  const until = line?.backfilledUntil;
  return until !== undefined && since < until ? backfilledText(figures.format, until) : '';
}

function returnsAt(shown: ShownHistory, at: number): Header['returns'] {
  const { returns: scene, figures } = shown;
  if (scene === null) return null;
  const rows = figuresAt(scene, at);
  const [own, other] = rows;
  const base = scene.basedAt ?? NaN;
  // With its last record as the base, there is nothing to compare.
  if (own === undefined || Number.isNaN(own.change) || base === own.line.shownTimes.at(-1))
    return null;
  const since = base > (shown.columns.times[0] ?? NaN) ? laterStart(shown, scene, base) : '';
  const points = pointsBetween(rows);
  const isApart = other !== undefined && points !== null && !Number.isNaN(points);
  return {
    ratio: own.change,
    text: `${own.line.label} ${figures.change(own.change)}`,
    rest: isApart
      ? [
          `${since}, ${distanceText(points, other.line.label, figures)}`,
          backfilledSince(shown, other.line, base) || [],
        ]
          .flat()
          .join(', ')
      : since,
  };
}

/** The return begins after the value beside it. Says from when, and why: “ since 16 Aug, the first record of both”. */
function laterStart({ figures, period }: ShownHistory, { lines }: Scene, base: number): string {
  const isOwnEarlier = (lines[0]?.shownTimes[0] ?? base) < base;
  const why = isOwnEarlier && lines.length > 1 ? 'of both' : 'with a value';
  return ` ${sinceText(figures.format, period, base)}, the first record ${why}`;
}

function distanceText(points: number, other: string, figures: FigureFormats): string {
  const text = figures.points(points);
  // Hidden figures must not reveal their direction.
  if (directionOf(text) === 'unknown') return `${text} points from ${other}`;
  if (text === figures.points(0)) return `level with ${other}`;
  const side = points > 0 ? 'ahead of' : 'behind';
  return `${text.slice(1)} points ${side} ${other}`;
}

/**
 * Figure of a single line in its mode: “index 104.32, 100 on 18 May”, “rolling beta 0.98, 30 records”. Empty if that is the total
 * itself.
 */
function drawnText({ scene, returns, period, figures }: ShownHistory, at: number): string {
  const [line] = scene?.lines ?? [];
  if (scene === null || line === undefined || line.extremes === null) return '';
  const { rollingSize } = scene;
  if (!isSingle(scene) && rollingSize === null) return '';
  const text = figures.modes[scene.mode].full(figureAt(line, at));
  const base = startText(figures.format, period, scene.basedAt ?? NaN);
  const note = modeTraits[scene.mode].note(text, base, returns !== null);
  return rollingSize === null ? note : `${note}, ${figures.format.count(rollingSize, 'record')}`;
}

export function chartTextOf(shown: ShownHistory): ChartText {
  const { columns, scene, period, figures } = shown;
  const tag = (at: number) => dateTag(figures.format, period, at);
  return {
    tag,
    span: (span) => spanText(figures.format, span),
    point: (at) => {
      if (scene !== null && !isSingle(scene)) return spokenLines(scene, at, tag, figures);
      const record = spokenRecord(shown, nearestRecord(columns.times, at), tag);
      if (scene === null) return record;
      return [
        record,
        ...spokenBeside(scene, at, figures),
        ...spokenMoved(scene, at, tag, figures),
      ].join(', ');
    },
    measure: (span) => measureParts(shown, span),
  };
}

type Tag = ChartText['tag'];

function spokenLines(scene: Scene, at: number, tag: Tag, figures: FigureFormats): string {
  const parts = figuresAt(scene, at)
    .filter(({ line }) => !isMoved(line) && (line.aside ?? 'line') === 'line')
    .map(({ line, figure }) => `${line.label} ${figures.modes[scene.mode].full(figure)}`);
  return [tag(at), ...parts, ...spokenMoved(scene, at, tag, figures)].join(', ');
}

function spokenBeside(scene: Scene, at: number, figures: FigureFormats): string[] {
  return figuresAt(scene, at).flatMap(({ line, figure }) =>
    line.aside === 'line' && !Number.isNaN(figure)
      ? `${line.label} ${figures.modes[scene.mode].full(figure)}`
      : [],
  );
}

/** An earlier stretch with its own date: “Previous period, 10 Feb, 1,100.00”. */
function spokenMoved(scene: Scene, at: number, tag: Tag, figures: FigureFormats): string[] {
  return figuresAt(scene, at).flatMap(({ line, figure }) =>
    isMoved(line) && !Number.isNaN(figure)
      ? [line.label, tag(dateAt(line, at)), figures.modes[scene.mode].full(figure)]
      : [],
  );
}

/** A record in one sentence: “12 Mar, 1,234.50, up 2.1 %”. */
function spokenRecord(shown: ShownHistory, index: number, tag: (at: number) => string): string {
  const { total, change } = recordAt(shown, index);
  const when = tag(shown.columns.times[index] ?? NaN);
  if (total === null) return `${when}, not known`;
  return `${when}, ${shown.figures.total(total)}, ${spokenChange(change, shown.figures)}`;
}

function spokenChange(change: HistoryChange | null, figures: FigureFormats): string {
  if (change === null || change.absolute === 0) return 'unchanged';
  const ratio = figures.change(change.ratio);
  if (change.ratio !== null && directionOf(ratio) === 'unknown') return `changed by ${ratio}`;
  const direction = change.absolute > 0 ? 'up' : 'down';
  if (change.ratio === null) return `${direction} from 0`;
  return `${direction} ${withoutSign(ratio)}`;
}

/** Returns “−35,855,200.00”, “−16.60 %”, “14 days” between the records nearest to two instants. */
function measureParts({ columns, scene, figures }: ShownHistory, span: Span): string[] {
  const { times, totals } = columns;
  const [a, b] = [nearestRecord(times, span.from), nearestRecord(times, span.to)];
  if (a === b) return [];
  const length = formatDuration((times[b] ?? NaN) - (times[a] ?? NaN));
  if (scene !== null && !isSingle(scene)) return [length];
  const change = changeBetween(totals, a, b);
  const ratio = change?.isNew === true ? newFigure : figures.change(change?.ratio);
  return [figures.signed(change?.absolute), ratio, length];
}

/** Returns “3 of 288 records could not be read: no time in them.” Several reasons have a count each. */
export function unreadableText(format: Format, { count, of, why }: UnreadableRecords): string {
  const records = `${format.number(count)} of ${format.count(of, 'record')}`;
  const them = count === 1 ? 'it' : 'them';
  const reasons = why.map(
    (one) => `${one.reason} in ${why.length === 1 ? them : format.number(one.count)}`,
  );
  return `${records} could not be read: ${reasons.join(', ')}.`;
}
