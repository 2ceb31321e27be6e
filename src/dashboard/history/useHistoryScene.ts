import { min } from 'd3-array';
import { useMemo } from 'react';
import { parseTime } from '#contract/time.ts';
import { useWhyUnknown } from '../api/service.ts';
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
import { useHistories } from './useHistories.ts';

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
export type HistoryScene = ReturnType<typeof useHistoryScene>;

const whyNotCompared =
  'Their totals share no scale: histories are compared in per cent or as an index';
const whyPrivate = 'Totals are not shown in privacy mode';

export function useHistoryScene(lines: HistoryLines, window: HistoryWindow, zoom: Span | null) {
  const { series, returns, valueName, events } = lines;
  const { period, isLog, marks } = window;
  const { isPublic } = valueTraits[valueName];
  const areEqual = series.length > 1;
  const benchmark = window.hasBenchmark && returns !== undefined ? lines.benchmark : undefined;
  const beside = useMemo(
    () => [returns, benchmark].filter((source) => source !== undefined),
    [returns, benchmark],
  );
  const { read, isOld, faults } = useHistories(
    useMemo(() => [...series, ...beside], [series, beside]),
    period,
  );
  const format = useFormat();
  // Levels that are computed are 100 at the inception.
  const hasBase = useWhyUnknown('prices') === null;
  const figures = useMemo(
    () => figuresOf(format, valueName, hasBase),
    [format, valueName, hasBase],
  );
  const isPrivate = !isPublic && format.preferences.privacy !== 'off';
  const whyNoReturn = read.get(returns?.id ?? '')?.whyUnknown ?? null;
  const hasReturn = whyNoReturn === null;
  const hasBenchmark = benchmark !== undefined && hasReturn;
  const mode = modeOf(window.mode, { areEqual, isPrivate, hasBenchmark, hasReturn });

  const all = useMemo(
    () => ({ series: namedOf(series, read, areEqual), beside: namedOf(beside, read, areEqual) }),
    [series, beside, read, areEqual],
  );
  const main = read.get(all.series[0]?.id ?? '');
  const span = useMemo(() => {
    return windowOfAll(
      all.series.map((named) => named.series),
      zoom,
    );
  }, [all, zoom]);
  const [own] = all.beside;
  const returned = own !== undefined && own.id === returns?.id ? own : null;
  const scene = useMemo(() => {
    const { isInUnit, isComparable } = modeTraits[mode];
    const ofValue = isInUnit || returns === undefined;
    if (all.series.length === 0 || (!ofValue && returned === null)) return null;
    const isDrawn = returned !== null && returned.series.times.length > 0;
    const ofReturn = isComparable && isDrawn ? all.beside : all.beside.slice(0, 1);
    const options = { mode, isLog, isPublic, areEqual, marks };
    const marked = isInUnit ? events : undefined;
    return sceneOf(ofValue ? all.series : ofReturn, span, { ...options, events: marked });
  }, [all, returns, returned, span, mode, isLog, isPublic, areEqual, marks, events]);
  const returnScene = useMemo((): Scene | null => {
    if (returned === null || returned.series.times.length === 0) return null;
    return sceneOf(all.beside, span, { mode: 'percent', isLog: false, isPublic });
  }, [all, returned, span, isPublic]);
  const columns = useMemo(() => visibleOf(main ?? nothing, span), [main, span]);
  const allTimes = useMemo(
    () => (areEqual ? timesOf(all.series) : (main?.times ?? nothing.times)),
    [areEqual, all, main],
  );
  const shown: Shown = {
    columns,
    scene,
    returns: returnScene,
    period,
    zoom,
    asOf: allTimes.at(-1) ?? NaN,
    began: min(events ?? [], ({ at }) => at),
    figures,
  };
  return {
    ...shown,
    /** The one history, or the first of several; undefined until it has been read. */
    main,
    /** The mode that is drawn, which may be another than the one in the address. */
    mode,
    /** Why a mode is not available; null where it is. */
    whyNotMode: (one: Mode) => {
      if (areEqual) return modeTraits[one].isComparable ? null : whyNotCompared;
      const { isInUnit } = modeTraits[one];
      if (!isInUnit && !hasReturn) return whyNoReturn;
      return isPrivate && isInUnit ? whyPrivate : null;
    },
    whyNoLog: scene === null ? null : whyNoLog(mode, scene.lines),
    /** The mode of the page where the address has none. */
    ownMode: areEqual || hasBenchmark ? ('index' as const) : ('value' as const),
    isComparing: areEqual || (modeTraits[mode].isComparable && hasBenchmark),
    /** Why what no deposit moves is not known, so that there is nothing to compare; null: it is. */
    whyNoReturn,
    isOld,
    faults,
    /** The instants of all records, zoomed away or not. */
    allTimes,
  };
}

const nothing = { times: new Float64Array(0), totals: new Float64Array(0) };

interface ModeState {
  readonly areEqual: boolean;
  readonly isPrivate: boolean;
  readonly hasBenchmark: boolean;
  readonly hasReturn: boolean;
}

/** The mode that is drawn: of what is compared or private an index where no other is chosen. */
function modeOf(chosen: Mode | null, state: ModeState): Mode {
  const { areEqual, isPrivate, hasBenchmark, hasReturn } = state;
  if (!hasReturn && !isPrivate) return 'value';
  if (areEqual) return chosen !== null && modeTraits[chosen].isComparable ? chosen : 'index';
  const mode = chosen ?? (hasBenchmark ? 'index' : 'value');
  return modeTraits[mode].isInUnit && isPrivate ? 'index' : mode;
}

/** Those that have been read and have a record; the one the page is about also without. */
function namedOf(
  sources: readonly NamedSource[],
  read: ReadonlyMap<string, HistoryData>,
  areEqual: boolean,
): NamedSeries[] {
  return sources.flatMap(({ id, label, category, backfilledUntil }, i) => {
    const series = read.get(id);
    const isOwn = i === 0 && !areEqual;
    if (series === undefined || (series.times.length === 0 && !isOwn)) return [];
    const style = isOwn ? mainStyle : areEqual ? categoryStyle(category, i) : benchmarkStyle;
    const until = backfilledUntil == null ? undefined : parseTime(backfilledUntil);
    return [{ id, label, style, backfilledUntil: until, series }];
  });
}

/** The times of all, ascending, each once. */
function timesOf(all: readonly NamedSeries[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(new Set(all.flatMap(({ series }) => [...series.times]))).toSorted();
}
