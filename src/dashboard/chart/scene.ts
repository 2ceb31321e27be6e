import { lowerBound } from '#analytics/extent.ts';
import { type Blocks, blocksOf, type Extremes, extremesWithin } from '#analytics/extremes.ts';
import { inMode } from '#analytics/modes.ts';
import { firstCommon, unionOf } from '#analytics/union.ts';
import type { AxisScale, FormattableFigure } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import {
  type ChartMode,
  isRolling,
  type LineMark,
  lineMarks,
  modeTraits,
  type ValueName,
  valueTraits,
} from './modes.ts';
import type { Series } from './series.ts';

/** A stretch of time in epoch milliseconds, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** View of a history with its setters. The page owns the state, and `goTo` shows it as of a record. */
export interface ChartWindow {
  readonly zoom: Span | null;
  readonly measure: Span | null;
  readonly zoomTo: (span: Span | null) => void;
  readonly measureBetween: (span: Span | null) => void;
  readonly reset: () => void;
  readonly goTo: (at: number) => void;
}

interface ModeFormats {
  readonly tick: (figure: number, axis: AxisScale) => string;
  readonly beside: (figure: number, axis: AxisScale) => string;
  readonly full: (figure: FormattableFigure) => string;
}

export type FigureFormats = ReturnType<typeof figuresOf>;

/** @param hasBase the instant when a level was 100 is known. */
export function figuresOf(format: Format, valueName: ValueName, hasBase = true) {
  const own = valueTraits[valueName].isPublic ? format.market : format;
  const { full, signed } = {
    Value: { full: format.total, signed: format.change },
    Level: { full: format.level, signed: format.levelChange },
    Price: { full: format.price, signed: format.priceChange },
  }[valueName];
  const percent = { tick: own.percentTick, beside: own.percent, full: own.percent };
  const statistic = { tick: own.indexTick, beside: own.statistic, full: own.statistic };
  const modes: Record<ChartMode, ModeFormats> = {
    value: { tick: own.tick, beside: own.besideAxis, full },
    percent: { tick: own.percentTick, beside: own.percentChange, full: own.percentChange },
    index: { tick: own.indexTick, beside: own.index, full: own.index },
    drawdown: percent,
    rollingVolatility: percent,
    rollingSharpe: statistic,
    rollingBeta: statistic,
    rollingCorrelation: statistic,
  };
  return {
    modes,
    valueName,
    /** Currency, or the base of a level; null shows no unit. */
    unit: valueTraits[valueName][hasBase ? 'caption' : 'captionWithoutBase'] ?? format.currency,
    total: full,
    parts: (figure: FormattableFigure) => own.parts(full(figure)),
    signed,
    change: own.percentChange,
    /** Difference of two indices, in points. */
    points: own.indexChange,
    format,
  };
}

/** Lines differ by color and by dash. */
export interface LineStyle {
  readonly colour: string;
  readonly dash: string | undefined;
  readonly width: number;
}

export const mainStyle: LineStyle = { colour: 'var(--accent)', dash: undefined, width: 1.5 };
export const benchmarkStyle: LineStyle = { colour: 'var(--ink-2)', dash: '5 4', width: 1.25 };

export const peersStyle: LineStyle = { colour: 'var(--ink-3)', dash: '1 3', width: 1.5 };
export const previousStyle: LineStyle = { colour: 'var(--line-3)', dash: '3 3', width: 1.25 };

export const backfilledStyle = (style: LineStyle): LineStyle => ({
  ...style,
  dash: style.dash ?? '3 3',
});

export interface NamedSeries {
  readonly id: string;
  readonly label: string;
  readonly style: LineStyle;
  /** Epoch ms. Earlier figures were computed afterwards. */
  readonly backfilledUntil?: number | undefined;
  /** Milliseconds by which an earlier stretch was moved onto the window. It has its own base, and its own dates are earlier by this. */
  readonly shift?: number;
  /** Drawn beside the history with its own base: peers, and the edges of their band. */
  readonly aside?: 'line' | 'lower' | 'upper';
  readonly series: Series;
}

export interface LineGap extends Span {
  readonly isUnknown: boolean;
}

/** A history with a mode and a window applied, including one record on either side. */
export interface SceneLine extends Omit<NamedSeries, 'series'> {
  readonly times: Float64Array;
  readonly figures: Float64Array;
  readonly blocks: Blocks;
  readonly shownTimes: Float64Array;
  readonly shown: Float64Array;
  /** Indices of `shown`; null if no figure is known. */
  readonly extremes: Extremes | null;
  readonly gaps: readonly LineGap[];
}

export interface Scene extends Span {
  readonly mode: ChartMode;
  /** Log scale in effect: it needs figures above 0. */
  readonly isLog: boolean;
  readonly lines: readonly SceneLine[];
  /** Instants of the window at which any line that is not moved has a record. */
  readonly times: Float64Array;
  /** The first instant at which all lines are known and not 0; null if there is none. */
  readonly basedAt: number | null;
  /** Market data is public, so privacy does not hide it. */
  readonly isPublic: boolean;
  /** If not, the first line is the main one. */
  readonly areEqual: boolean;
  readonly events: readonly SceneEvent[];
  readonly marks: ReadonlySet<LineMark>;
  /** Stretches to shade, with their ranks from 1. */
  readonly shades: readonly Span[];
  /** Number of returns in a rolling window; null in other modes. */
  readonly rollingSize: number | null;
}

export interface SceneEvent {
  readonly at: number;
  readonly label: string;
}

type OptionalPart = 'areEqual' | 'marks' | 'shades' | 'rollingSize';

export interface SceneOptions
  extends Pick<Scene, 'mode' | 'isLog' | 'isPublic'>, Partial<Pick<Scene, OptionalPart>> {
  readonly events?: readonly SceneEvent[] | undefined;
}

const initialMarks: Scene['marks'] = new Set(
  lineMarks.filter(({ isInitial }) => isInitial).map(({ name }) => name),
);

/** Rebases all lines at the first instant they share within the window. */
export function sceneOf(all: readonly NamedSeries[], window: Span, options: SceneOptions): Scene {
  const { mode, isPublic, areEqual = false, events = [], marks = initialMarks } = options;
  const own = all.filter((named) => !isAside(named));
  const visible = own.map(({ series }) => visibleOf(series, window));
  const [only] = visible;
  const union =
    only !== undefined && visible.length === 1
      ? { times: only.times, totals: [only.totals] }
      : unionOf(visible);
  const basedAt = union.times[firstCommon(union.totals)] ?? null;
  // Without a common base nothing can be compared: no record is after Infinity.
  const base = basedAt ?? Infinity;
  const lines = all.map((named) =>
    lineOf(named, window, mode, isAside(named) ? window.from : base),
  );
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
    shades: options.shades ?? [],
    rollingSize: options.rollingSize ?? null,
  };
}

export function windowOfAll(all: readonly Pick<Series, 'times'>[], zoom: Span | null): Span {
  const first = Math.min(...all.map(({ times }) => times[0] ?? Infinity));
  const last = Math.max(...all.map(({ times }) => times.at(-1) ?? -Infinity));
  return { from: Math.max(zoom?.from ?? first, first), to: Math.min(zoom?.to ?? last, last) };
}

/** Returns the records [begin, end) within a window. */
function rangeOf(times: Float64Array, { from, to }: Span): readonly [number, number] {
  const begin = lowerBound(times, from);
  let end = lowerBound(times, to, begin);
  while (times[end] === to) end += 1;
  return [begin, end];
}

/** Returns views, not copies. */
export function visibleOf({ times, totals }: Pick<Series, 'times' | 'totals'>, window: Span) {
  const range = rangeOf(times, window);
  return { times: times.subarray(...range), totals: totals.subarray(...range) };
}

function lineOf(
  { series, ...name }: NamedSeries,
  window: Span,
  mode: ChartMode,
  base: number,
): SceneLine {
  const [begin, end] = rangeOf(series.times, window);
  // One more on either side, so that the line reaches the edges.
  const left = Math.max(begin - 1, 0);
  const times = series.times.subarray(left, end + 1);
  const totals = series.totals.subarray(left, end + 1);
  const figures = isRolling(mode) ? totals : inMode(totals, mode, lowerBound(times, base));
  const blocks = figures === totals ? series.blocks : blocksOf(figures);
  const offset = figures === totals ? begin : begin - left;
  const extremes = extremesWithin(blocks, offset, offset + end - begin);
  return {
    ...name,
    times,
    figures,
    blocks,
    shownTimes: series.times.subarray(begin, end),
    shown: figures.subarray(begin - left, end - left),
    extremes: extremes && {
      ...extremes,
      lowest: extremes.lowest - offset,
      highest: extremes.highest - offset,
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

/** Reason why a log scale is not available; null if it is. */
export function whyNoLog(mode: ChartMode, lines: readonly SceneLine[]): string | null {
  if (!modeTraits[mode].hasLog) {
    const withLog = Object.values(modeTraits).filter(({ hasLog }) => hasLog);
    return `Only ${withLog.map(({ name }) => name).join(' and ')} have a log scale`;
  }
  const isPositive = lines.every(({ extremes }) => (extremes?.low ?? 0) > 0);
  return isPositive ? null : 'A log scale needs values above 0';
}

/** Reports whether a line is an earlier stretch. */
export const isMoved = ({ shift }: Pick<NamedSeries, 'shift'>): boolean => shift !== undefined;

/** Reports whether a line has its own base: an earlier stretch, or peers. */
export const isAside = (line: Pick<NamedSeries, 'shift' | 'aside'>): boolean =>
  line.aside !== undefined || isMoved(line);

/** Reports whether a scene has one line, apart from those with their own base. */
export const isSingle = ({ lines }: Pick<Scene, 'lines'>): boolean =>
  lines.filter((line) => !isAside(line)).length === 1;

export function colourOf(line: SceneLine, { mode }: Pick<Scene, 'mode'>): string {
  return modeTraits[mode].isLoss && line.style !== benchmarkStyle && !isAside(line)
    ? 'var(--loss)'
    : line.style.colour;
}

/** Returns the latest figure of a line up to an instant; NaN before its first record, after its last, and within a gap. */
export function figureAt({ times, shownTimes, shown, gaps }: SceneLine, at: number): number {
  const after = lowerBound(shownTimes, at);
  if (shownTimes[after] === at) return shown[after] ?? NaN;
  if (after === 0 || gaps.some((gap) => gap.from < at && at < gap.to)) return NaN;
  // Two histories end at the same tick, a moment apart. A record after the window continues the line.
  const isPastEnd = after === shownTimes.length && at - (times.at(-1) ?? NaN) > endTolerance;
  return isPastEnd ? NaN : (shown[after - 1] ?? NaN);
}

const endTolerance = 120_000;

/** Returns the figure of a record at exactly this instant; NaN if there is none. */
export function recordAt({ shownTimes, shown }: SceneLine, at: number): number {
  const index = lowerBound(shownTimes, at);
  return shownTimes[index] === at ? (shown[index] ?? NaN) : NaN;
}
