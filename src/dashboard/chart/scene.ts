import { lowerBound } from '#analytics/extent.ts';
import { type Blocks, blocksOf, type Extremes, extremesWithin } from '#analytics/extremes.ts';
import { inMode, type Mode } from '#analytics/modes.ts';
import { firstCommon, unionOf } from '#analytics/union.ts';
import type { AxisScale, Figure } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import { type LineMark, lineMarks, modeTraits, type ValueName, valueTraits } from './modes.ts';
import type { Series } from './series.ts';

export type { Mode } from '#analytics/modes.ts';

/** A stretch of time, both ends included, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What of a history is shown, and how that is changed: all of it is kept by the page. */
export interface ChartWindow {
  readonly zoom: Span | null;
  readonly measure: Span | null;
  readonly zoomTo: (span: Span | null) => void;
  readonly measureBetween: (span: Span | null) => void;
  /** Back to all of the period, with no date of it read. */
  readonly reset: () => void;
}

/** How the figures of a mode are written: on the axis, beside it, and wherever there is room. */
interface ModeFormats {
  readonly tick: (figure: number, axis: AxisScale) => string;
  readonly beside: (figure: number, axis: AxisScale) => string;
  readonly full: (figure: Figure) => string;
}

export type FigureFormats = ReturnType<typeof figuresOf>;

/**
 * How the figures of a history of values, levels or prices are written.
 * @param hasBase it is known when a level was 100.
 */
export function figuresOf(format: Format, valueName: ValueName, hasBase = true) {
  const own = valueTraits[valueName].isPublic ? format.market : format;
  const { full, signed } = {
    Value: { full: format.total, signed: format.change },
    Level: { full: format.level, signed: format.levelChange },
    Price: { full: format.price, signed: format.priceChange },
  }[valueName];
  const modes: Record<Mode, ModeFormats> = {
    value: { tick: own.tick, beside: own.besideAxis, full },
    percent: { tick: own.percentTick, beside: own.percentChange, full: own.percentChange },
    index: { tick: own.indexTick, beside: own.index, full: own.index },
    drawdown: { tick: own.percentTick, beside: own.percent, full: own.percent },
  };
  return {
    modes,
    valueName,
    /** What they count: the currency, or what a level is measured against; null: nothing is said. */
    unit: valueTraits[valueName][hasBase ? 'caption' : 'captionWithoutBase'] ?? format.currency,
    /** A record: a total, a level or a price, and what it changed by. */
    total: full,
    parts: (figure: Figure) => own.parts(full(figure)),
    signed,
    change: own.percentChange,
    /** A difference of two indices, in points. */
    points: own.indexChange,
    /** Instants, and what is no figure of the history. */
    format,
  };
}

/** The style of a line: it differs from the others by colour and, besides, by dash. */
export interface LineStyle {
  readonly colour: string;
  readonly dash: string | undefined;
  readonly width: number;
}

/** The line a page is about. */
export const mainStyle: LineStyle = { colour: 'var(--accent)', dash: undefined, width: 1.5 };
/** What it is compared with. */
export const benchmarkStyle: LineStyle = { colour: 'var(--ink-2)', dash: '5 4', width: 1.25 };

/** How a line is drawn where it is backfilled. */
export const backfilledStyle = (style: LineStyle): LineStyle => ({
  ...style,
  dash: style.dash ?? '3 3',
});

/** A history that is drawn, with its name and its style. */
export interface NamedSeries {
  readonly id: string;
  readonly label: string;
  readonly style: LineStyle;
  /** Epoch ms; figures before it were computed afterwards. */
  readonly backfilledUntil?: number | undefined;
  readonly series: Series;
}

/** Where a line breaks, from record to record. */
export interface LineGap extends Span {
  /** There are records, but their totals are not known. */
  readonly isUnknown: boolean;
}

/** A history with a mode and a window applied: from the record before the window to the one after it. */
export interface Line extends Omit<NamedSeries, 'series'> {
  readonly times: Float64Array;
  readonly figures: Float64Array;
  readonly blocks: Blocks;
  /** Its records within the window. */
  readonly shownTimes: Float64Array;
  readonly shown: Float64Array;
  /** The lowest and the highest of those, as indices of `shown`; null where none is known. */
  readonly extremes: Extremes | null;
  readonly gaps: readonly LineGap[];
}

/** All that a chart draws, before anything of it is a pixel. */
export interface Scene extends Span {
  readonly mode: Mode;
  /** Whether it is drawn on a log scale; to want one is not enough, nothing may be 0 or below. */
  readonly isLog: boolean;
  readonly lines: readonly Line[];
  /** The instants of the window at which any of them has a record. */
  readonly times: Float64Array;
  /** Where the lines are rebased: the first instant at which all are known and not 0; null where there is none. */
  readonly basedAt: number | null;
  /** Whether its figures belong to the market and not to a user: privacy leaves them. */
  readonly isPublic: boolean;
  /** Whether the lines are equals; otherwise the first is the one the page is about. */
  readonly areEqual: boolean;
  /** Instants marked on the time axis, each with its reason. */
  readonly events: readonly SceneEvent[];
  readonly marks: ReadonlySet<LineMark>;
}

export interface SceneEvent {
  readonly at: number;
  readonly label: string;
}

export interface SceneOptions extends Pick<Scene, 'mode' | 'isLog' | 'isPublic'> {
  readonly areEqual?: boolean;
  readonly events?: readonly SceneEvent[] | undefined;
  readonly marks?: ReadonlySet<LineMark>;
}

const initialMarks: Scene['marks'] = new Set(
  lineMarks.filter(({ isInitial }) => isInitial).map(({ name }) => name),
);

/** One history or several, as they are drawn: rebased at the first instant they share within the window. */
export function sceneOf(all: readonly NamedSeries[], window: Span, options: SceneOptions): Scene {
  const { mode, isPublic, areEqual = false, events = [], marks = initialMarks } = options;
  const visible = all.map(({ series }) => visibleOf(series, window));
  const [only] = visible;
  const union =
    only !== undefined && visible.length === 1
      ? { times: only.times, totals: [only.totals] }
      : unionOf(visible);
  const basedAt = union.times[firstCommon(union.totals)] ?? null;
  // Without a common base there is nothing to compare: past the end, no record is one.
  const base = basedAt ?? Infinity;
  const lines = all.map((named) => lineOf(named, window, mode, base));
  return {
    ...window,
    mode,
    isPublic,
    areEqual,
    lines,
    times: union.times,
    basedAt,
    isLog: options.isLog && whyNoLog(mode, lines) === null,
    events: events.filter(({ at }) => at >= window.from && at <= window.to),
    marks,
  };
}

/** From the first to the last record of any of them, as far as a zoom leaves it. */
export function windowOfAll(all: readonly Pick<Series, 'times'>[], zoom: Span | null): Span {
  const first = Math.min(...all.map(({ times }) => times[0] ?? Infinity));
  const last = Math.max(...all.map(({ times }) => times.at(-1) ?? -Infinity));
  return { from: Math.max(zoom?.from ?? first, first), to: Math.min(zoom?.to ?? last, last) };
}

/** The records [begin, end) within a window. */
function rangeOf(times: Float64Array, { from, to }: Span): readonly [number, number] {
  const begin = lowerBound(times, from);
  let end = lowerBound(times, to, begin);
  while (times[end] === to) end += 1;
  return [begin, end];
}

/** The records of a history within a window, as views into its columns. */
export function visibleOf({ times, totals }: Pick<Series, 'times' | 'totals'>, window: Span) {
  const range = rangeOf(times, window);
  return { times: times.subarray(...range), totals: totals.subarray(...range) };
}

/** A history in a mode, against its record at the instant `base`. */
function lineOf({ series, ...name }: NamedSeries, window: Span, mode: Mode, base: number): Line {
  const [begin, end] = rangeOf(series.times, window);
  // One more on either side, so that the line runs on to the edges.
  const left = Math.max(begin - 1, 0);
  const times = series.times.subarray(left, end + 1);
  const totals = series.totals.subarray(left, end + 1);
  const figures = inMode(totals, mode, lowerBound(times, base));
  const blocks = figures === totals ? series.blocks : blocksOf(figures);
  const offset = figures === totals ? begin : begin - left;
  const found = extremesWithin(blocks, offset, offset + end - begin);
  return {
    ...name,
    times,
    figures,
    blocks,
    shownTimes: series.times.subarray(begin, end),
    shown: figures.subarray(begin - left, end - left),
    extremes: found && {
      ...found,
      lowest: found.lowest - offset,
      highest: found.highest - offset,
    },
    gaps: gapsWithin(series, window),
  };
}

function gapsWithin({ times, gaps }: Series, { from, to }: Span): LineGap[] {
  return gaps
    .map(({ before, after }) => ({
      from: times[before] ?? NaN,
      to: times[after] ?? NaN,
      isUnknown: after > before + 1,
    }))
    .filter((gap) => gap.to > from && gap.from < to);
}

/** Why a log scale is not offered; null where it is. */
export function whyNoLog(mode: Mode, lines: readonly Line[]): string | null {
  if (!modeTraits[mode].hasLog) {
    const withLog = Object.values(modeTraits).filter(({ hasLog }) => hasLog);
    return `Only ${withLog.map(({ name }) => name).join(' and ')} have a log scale`;
  }
  const isPositive = lines.every(({ extremes }) => (extremes?.low ?? 0) > 0);
  return isPositive ? null : 'A log scale has no zero and nothing below it';
}

/** The colour a line is drawn in: what is lost has one of its own. */
export function colourOf(line: Line, { mode }: Pick<Scene, 'mode'>): string {
  return modeTraits[mode].isLoss && line.style !== benchmarkStyle
    ? 'var(--loss)'
    : line.style.colour;
}

/**
 * The figure of a line at an instant: its record there, or else the last one before as long as the line does not break.
 * NaN before its first, after its last, and within a gap.
 */
export function figureAt({ shownTimes, shown, gaps }: Line, at: number): number {
  const after = lowerBound(shownTimes, at);
  if (shownTimes[after] === at) return shown[after] ?? NaN;
  if (after === 0 || gaps.some((gap) => gap.from < at && at < gap.to)) return NaN;
  // Two histories end at the same tick, a moment apart.
  const isPastEnd = after === shownTimes.length && at - (shownTimes.at(-1) ?? NaN) > endTolerance;
  return isPastEnd ? NaN : (shown[after - 1] ?? NaN);
}

const endTolerance = 120_000;

/** The figure of the record a line has at an instant; NaN where it has none: nothing is carried on to there. */
export function recordAt({ shownTimes, shown }: Line, at: number): number {
  const index = lowerBound(shownTimes, at);
  return shownTimes[index] === at ? (shown[index] ?? NaN) : NaN;
}

export interface LineFigure {
  readonly line: Line;
  /** The figure in the mode of the scene; NaN where the line has none. */
  readonly figure: number;
  /** The change to there as a ratio: since the base, or since another instant. */
  readonly change: number;
}

/** All lines of a scene in a mode that has a base at an instant; their changes since another one where it is given. */
export function figuresAt(scene: Scene, at: number, since: number | null = null): LineFigure[] {
  const { multipleOf } = modeTraits[scene.mode];
  return scene.lines.map((line) => {
    const figure = figureAt(line, at);
    const from = since === null ? 1 : multipleOf(figureAt(line, since));
    return { line, figure, change: multipleOf(figure) / from - 1 };
  });
}

/** How far the first of two lines is ahead of the second, in points; null where they are not two. */
export function pointsBetween(figures: readonly LineFigure[]): number | null {
  const [first, second] = figures;
  if (first === undefined || second === undefined || figures.length !== 2) return null;
  return (first.change - second.change) * 100;
}
