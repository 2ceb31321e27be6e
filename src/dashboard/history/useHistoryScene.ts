import { min } from 'd3-array';
import { useMemo } from 'react';
import { parseTime } from '#contract/time.ts';
import { useWhyUnknown } from '../api/service.ts';
import {
  type ChartMode,
  drawdownMark,
  isRelative,
  isRolling,
  modeTraits,
  previousMark,
  type ValueName,
  valueTraits,
} from '../chart/modes.ts';
import {
  benchmarkStyle,
  figuresOf,
  mainStyle,
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
import { recordsIn } from '../portfolio/moved.ts';
import { useFormat } from '../preferences/format.ts';
import type { NamedSource } from './historyQueries.ts';
import type { RecordColumns } from './indexColumns.ts';
import type { HistoryData } from './readRecords.ts';
import type { ShownHistory } from './historyText.ts';
import { type HistoryWindow, within } from './historyWindow.ts';
import { useDerivedLines } from './useDerivedLines.ts';
import { useHistories } from './useHistories.ts';
import { usePreviousPeriod } from './usePreviousPeriod.ts';

/** One history, or several equal ones. Must be stable: new objects draw the lines again. */
export interface HistoryLines {
  readonly series: readonly NamedSource[];
  /** Time-weighted index, independent of deposits: the source of percent, index and drawdown. */
  readonly returns?: NamedSource | undefined;
  readonly benchmark?: NamedSource | undefined;
  readonly events?: readonly SceneEvent[] | undefined;
  readonly valueName: ValueName;
  /** Lines with their own base, which are drawn beside a single history. Must be stable. */
  readonly linesBeside?: LinesBeside | undefined;
}

export type LinesBeside = (
  mode: ChartMode,
  main: RecordColumns | undefined,
  span: Span,
) => readonly NamedSeries[];

export type HistoryScene = ReturnType<typeof useHistoryScene>;

const whyNotCompared = 'Totals cannot be compared: use percent or an index';
const whyPrivate = 'Privacy mode hides totals';
const whyNoBenchmark = 'Choose a benchmark with the risk figures';

export function useHistoryScene(lines: HistoryLines, window: HistoryWindow, zoom: Span | null) {
  const { series, returns, valueName, events, linesBeside } = lines;
  const { isLog, marks, rollingSize: size } = window;
  const { isPublic } = valueTraits[valueName];
  const areEqual = series.length > 1;
  const benchmark = window.hasBenchmark && returns !== undefined ? lines.benchmark : undefined;
  const beside = useMemo(
    () => [returns, benchmark].filter((source) => source !== undefined),
    [returns, benchmark],
  );
  const { read, loaded, isOld, faults } = useHistories(
    useMemo(
      // Without flows, the returns are of the history itself, which is read once.
      () => [...series, ...beside.filter(({ id }) => id !== series[0]?.id)],
      [series, beside],
    ),
    window.whole,
  );
  const { part } = loaded;
  const format = useFormat();
  // Computed levels are 100 at the inception.
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
      within(zoom, part),
    );
  }, [all, zoom, part]);
  const [own] = all.beside;
  const returned = own !== undefined && own.id === returns?.id ? own : null;
  // Without flows, the history itself has the returns.
  const ofReturns =
    returned ?? (returns === undefined && !areEqual ? (all.series[0] ?? null) : null);
  const { isInUnit, isComparable } = modeTraits[mode];
  const ofValue = isInUnit || returns === undefined;
  const previous = usePreviousPeriod({
    isOn: marks.has(previousMark.name),
    loaded,
    main,
    source: areEqual ? undefined : ofValue ? series[0] : returns,
    mode,
    timeZone: format.timeZone,
  });
  const earlier = previous.line;
  const { rolling, shades } = useDerivedLines({
    mode,
    own: ofReturns,
    benchmark: returned === null ? undefined : all.beside[1],
    previous: earlier,
    span,
    isShaded: marks.has(drawdownMark.name),
    rollingSize: size,
  });
  const scene = useMemo(() => {
    if (isRolling(mode)) {
      if (rolling === null) return null;
      const options = { mode, isLog, isPublic, marks, shades, rollingSize: size };
      return sceneOf(rolling, span, options);
    }
    if (all.series.length === 0 || (!ofValue && returned === null)) return null;
    const isDrawn = returned !== null && returned.series.times.length > 0;
    const ofReturn = isComparable && isDrawn ? all.beside : all.beside.slice(0, 1);
    const options = { mode, isLog, isPublic, areEqual, marks, shades };
    const marked = isInUnit ? events : undefined;
    const drawn = ofValue ? all.series : ofReturn;
    const besides = isOld || areEqual ? [] : (linesBeside?.(mode, main, span) ?? []);
    const lines = [...drawn, ...(earlier === null ? [] : [earlier]), ...besides];
    return sceneOf(lines, span, { ...options, events: marked });
  }, [
    all,
    returned,
    rolling,
    size,
    earlier,
    linesBeside,
    isOld,
    main,
    ofValue,
    isInUnit,
    isComparable,
    span,
    mode,
    isLog,
    isPublic,
    areEqual,
    marks,
    shades,
    events,
  ]);
  const returnScene = useMemo((): Scene | null => {
    if (returned === null || returned.series.times.length === 0) return null;
    return sceneOf(all.beside, span, { mode: 'percent', isLog: false, isPublic });
  }, [all, returned, span, isPublic]);
  const columns = useMemo(() => visibleOf(main ?? nothing, span), [main, span]);
  const times = useMemo(
    () => (areEqual ? timesOf(all.series) : (main?.times ?? nothing.times)),
    [areEqual, all, main],
  );
  const allTimes = useMemo(() => {
    const { begin, end } = recordsIn(times, part);
    return times.subarray(begin, end);
  }, [times, part]);
  const shown: ShownHistory = {
    columns,
    scene,
    returns: returnScene,
    ...loaded,
    zoom,
    asOf: times.at(-1) ?? NaN,
    began: min(events ?? [], ({ at }) => at),
    figures,
  };
  return {
    ...shown,
    main,
    /** Mode in effect, which may differ from the one in the address. */
    mode,
    whyNotMode: (one: ChartMode) => {
      if (isRolling(one) && isRelative(one) && !hasBenchmark) return whyNoBenchmark;
      if (areEqual) return modeTraits[one].isComparable ? null : whyNotCompared;
      const { isInUnit } = modeTraits[one];
      if (!isInUnit && !hasReturn) return whyNoReturn;
      return isPrivate && isInUnit ? whyPrivate : null;
    },
    whyNoLog: scene === null ? null : whyNoLog(mode, scene.lines),
    ownMode: areEqual || hasBenchmark ? ('index' as const) : ('value' as const),
    isComparing: areEqual || (modeTraits[mode].isComparable && hasBenchmark),
    /** Reason why the return is unknown; null if it is known. */
    whyNoReturn,
    isOld,
    faults: [...faults, ...previous.faults],
    previous,
    /** Instants of all records of the period, regardless of zoom. */
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

/** Compared and private histories default to an index. */
function modeOf(wanted: ChartMode | null, state: ModeState): ChartMode {
  const { areEqual, isPrivate, hasBenchmark, hasReturn } = state;
  const isWithout = wanted !== null && isRolling(wanted) && isRelative(wanted) && !hasBenchmark;
  const chosen = isWithout ? null : wanted;
  if (!hasReturn && !isPrivate) return 'value';
  if (areEqual) return chosen !== null && modeTraits[chosen].isComparable ? chosen : 'index';
  const mode = chosen ?? (hasBenchmark ? 'index' : 'value');
  return modeTraits[mode].isInUnit && isPrivate ? 'index' : mode;
}

/** Histories with records, and the main one even without. */
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

function timesOf(all: readonly NamedSeries[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(new Set(all.flatMap(({ series }) => [...series.times]))).toSorted();
}
