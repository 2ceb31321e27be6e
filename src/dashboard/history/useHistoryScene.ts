import { useMemo } from 'react';
import { modeTraits, type ValueName, valueTraits } from '../chart/modes.ts';
import {
  benchmarkStyle,
  figuresOf,
  mainStyle,
  type Mode,
  type NamedSeries,
  type Scene,
  type SceneEvent,
  sceneOf,
  type Span,
  visibleOf,
  whyNoLog,
  windowOfAll,
} from '../chart/scene.ts';
import { categoryStyle } from '../portfolio/categories.ts';
import { useFormat } from '../preferences/format.ts';
import type { NamedSource } from './historyQueries.ts';
import type { HistoryData } from './readRecords.ts';
import type { Shown } from './historyText.ts';
import type { HistoryWindow } from './historyWindow.ts';
import { type HistoryFault, useHistories } from './useHistories.ts';

/** What a panel draws: one history, or several equal ones. The same objects at each render, or the lines are drawn again. */
export interface HistoryLines {
  /** One, or up to eight equal ones. */
  readonly series: readonly NamedSource[];
  /** The time-weighted index of the one history, which no deposit moves: per cent, index and drawdown are drawn of it. */
  readonly returns?: NamedSource | undefined;
  /** What the returns are compared with in per cent and as an index. */
  readonly benchmark?: NamedSource | undefined;
  /** Instants that are marked where the value is drawn. */
  readonly events?: readonly SceneEvent[] | undefined;
  readonly valueName: ValueName;
}

/** A panel's histories as they are drawn now. */
export interface HistoryScene extends Shown {
  /** The one history, or the first of several; undefined until it has been read. */
  readonly main: HistoryData | undefined;
  /** The mode that is drawn, which may be another than the one in the address. */
  readonly mode: Mode;
  /** Why a mode is not available; null where it is. */
  readonly whyNotMode: (mode: Mode) => string | null;
  readonly whyNoLog: string | null;
  /** The mode of the page where the address has none. */
  readonly ownMode: Mode;
  readonly isComparing: boolean;
  readonly isOld: boolean;
  readonly faults: readonly HistoryFault[];
  /** The instants of all records, zoomed away or not. */
  readonly allTimes: Float64Array<ArrayBuffer>;
}

const noSources: readonly NamedSource[] = [];
const whyNotCompared =
  'Their totals share no scale: histories are compared in per cent or as an index';
const whyPrivate = 'Totals are not shown in privacy mode';

export function useHistoryScene(
  lines: HistoryLines,
  window: HistoryWindow,
  zoom: Span | null,
): HistoryScene {
  const { series, returns, valueName } = lines;
  const { isPublic } = valueTraits[valueName];
  const areEqual = series.length > 1;
  const benchmark = window.hasBenchmark && returns !== undefined ? lines.benchmark : undefined;
  const beside = useMemo(
    () => [returns, benchmark].flatMap((source) => source ?? noSources),
    [returns, benchmark],
  );
  const histories = useHistories(
    useMemo(() => [...series, ...beside], [series, beside]),
    window.period,
  );
  const format = useFormat();
  const figures = useMemo(() => figuresOf(format, valueName), [format, valueName]);
  const isPrivate = !isPublic && format.preferences.privacy !== 'off';
  const mode = modeOf(window.mode, { areEqual, isPrivate, hasBenchmark: benchmark !== undefined });
  const isComparing = areEqual || (modeTraits[mode].isComparable && benchmark !== undefined);

  const { read } = histories;
  const all = useMemo(
    () => ({
      series: namedOf(
        series,
        read,
        (i) => (areEqual ? categoryStyle(series[i]?.category, i) : mainStyle),
        () => false,
      ),
      beside: namedOf(
        beside,
        read,
        (i) => (i === 0 ? mainStyle : benchmarkStyle),
        (i) => i === 0,
      ),
    }),
    [series, beside, read, areEqual],
  );
  const main = all.series[0]?.series;
  const span = useMemo(() => {
    return windowOfAll(
      all.series.map((named) => named.series),
      zoom,
    );
  }, [all, zoom]);
  const { isLog, hasMarks } = window;
  const { events } = lines;
  const scene = useMemo(() => {
    const { isInUnit, isComparable } = modeTraits[mode];
    const ofValue = isInUnit || returns === undefined;
    const [own] = all.beside;
    if (main === undefined || (!ofValue && own?.id !== returns.id)) return null;
    const hasReturn = own !== undefined && own.series.times.length > 0;
    const drawn = ofValue
      ? all.series
      : isComparable && hasReturn
        ? all.beside
        : all.beside.slice(0, 1);
    const options = { mode, isLog, isPublic, areEqual, hasMarks };
    return sceneOf(
      drawn,
      span,
      isInUnit && events !== undefined ? { ...options, events } : options,
    );
  }, [all, main, returns, span, mode, isLog, isPublic, areEqual, hasMarks, events]);
  const returnScene = useMemo((): Scene | null => {
    if (returns === undefined || all.beside[0]?.id !== returns.id) return null;
    if (all.beside[0].series.times.length === 0) return null;
    return sceneOf(all.beside, span, { mode: 'percent', isLog: false, isPublic });
  }, [all, returns, span, isPublic]);
  const columns = useMemo(() => visibleOf(main ?? nothing, span), [main, span]);
  const allTimes = useMemo(
    () => (areEqual ? timesOf(all.series) : (main?.times ?? nothing.times)),
    [areEqual, all, main],
  );
  return {
    main,
    columns,
    scene,
    returns: returnScene,
    period: window.period,
    zoom,
    asOf: allTimes.at(-1) ?? NaN,
    figures,
    mode,
    whyNotMode: (one) => {
      if (areEqual) return modeTraits[one].isComparable ? null : whyNotCompared;
      return isPrivate && modeTraits[one].isInUnit ? whyPrivate : null;
    },
    whyNoLog: scene === null ? null : whyNoLog(mode, scene.lines),
    ownMode: areEqual || benchmark !== undefined ? 'index' : 'value',
    isComparing,
    isOld: histories.isOld,
    faults: histories.faults,
    allTimes,
  };
}

const nothing = { times: new Float64Array(0), totals: new Float64Array(0) };

interface ModeState {
  readonly areEqual: boolean;
  readonly isPrivate: boolean;
  readonly hasBenchmark: boolean;
}

/** The mode that is drawn: of what is compared or private an index where no other is chosen. */
function modeOf(chosen: Mode | null, { areEqual, isPrivate, hasBenchmark }: ModeState): Mode {
  if (areEqual) return chosen !== null && modeTraits[chosen].isComparable ? chosen : 'index';
  const mode = chosen ?? (hasBenchmark ? 'index' : 'value');
  return modeTraits[mode].isInUnit && isPrivate ? 'index' : mode;
}

/** Those that have been read and have a record; the one the page is about also without. */
function namedOf(
  sources: readonly NamedSource[],
  read: ReadonlyMap<string, HistoryData>,
  styleOf: (index: number) => NamedSeries['style'],
  isOwn: (index: number) => boolean,
) {
  return sources.flatMap(({ id, label }, i) => {
    const series = read.get(id);
    if (series === undefined || (series.times.length === 0 && sources.length > 1 && !isOwn(i)))
      return [];
    return [{ id, label, style: styleOf(i), series }];
  });
}

/** The times of all, ascending, each once. */
function timesOf(all: readonly NamedSeries[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(new Set(all.flatMap(({ series }) => [...series.times]))).toSorted();
}
