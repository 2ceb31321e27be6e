import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { HistoryType } from '#contract/historyType.ts';
import { isPastType, type Period } from '#contract/period.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { type ChartMode, chartModes, lineMarks } from '../chart/modes.ts';
import type { ChartWindow, Span } from '../chart/scene.ts';
import { hasNoBenchmark, switchedBenchmark } from '../portfolio/benchmark.ts';
import { useAsOf, useSetAsOf } from '../url/asOf.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import type { FiguresWindow } from '../portfolio/figuresQueries.ts';
import { chosenTimeZone, usePreferences } from '../preferences/preferences.ts';
import { chartWindowNames } from '../url/params.ts';
import { choiceParam, type SearchParam, useSearchParam, useSetParams } from '../url/searchParam.ts';
import {
  figuresWindowOf,
  historyOfPeriod,
  periodParam,
  type RecordsWindow,
  recordsWindowOf,
} from './period.ts';

export const viewParam = choiceParam('view', ['chart', 'table'], 'chart');

/** `?mode=`; null: the default of the page. */
const modeParam: SearchParam<ChartMode | null> = {
  name: 'mode',
  read: (text) => chartModes.find((mode) => mode === text) ?? null,
  write: (mode) => mode,
};

/** `?log=1`: log scale. */
const logParam = flagParam('log', false);
/** `?marks=0` hides a mark that is shown by default, `1` shows one that is not. */
const markParam = ({ name, isInitial }: (typeof lineMarks)[number]) => flagParam(name, isInitial);

function flagParam(name: string, initial: boolean): SearchParam<boolean> {
  const written = initial ? '0' : '1';
  return {
    name,
    read: (text) => (text === written ? !initial : initial),
    write: (isOn) => (isOn === initial ? null : written),
  };
}

/** Numbers of returns in a rolling window. Fewer than 20 have no figure on any page. */
export const rollingSizes = [20, 30, 60, 90, 180, 365] as const;
const initialRollingSize = 30;

/** `?n=90`: the last 90 returns. */
const rollingSizeParam: SearchParam<number> = {
  name: 'n',
  read: (text) => {
    const size = Number(text);
    return Number.isInteger(size) && size >= rollingSizes[0] ? size : initialRollingSize;
  },
  write: (size) => (size === initialRollingSize ? null : String(size)),
};

const measureParam: SearchParam<Span | null> = {
  name: chartWindowNames.measure,
  read: (text) => {
    const [from, to] = text?.split('..') ?? [];
    return spanBetween(from, to);
  },
  write: (span) => span && `${formatTime(span.from)}..${formatTime(span.to)}`,
};

/** The earlier instant first; null if either is invalid, or both are equal. */
function spanBetween(from: string | null | undefined, to: string | null | undefined): Span | null {
  const [a, b] = [parseTime(from ?? ''), parseTime(to ?? '')];
  if (Number.isNaN(a) || Number.isNaN(b) || a === b) return null;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** A new object only if a member changes. */
export interface HistoryPeriod {
  readonly chosen: Period;
  /** Type of the history that contains the chosen period. */
  readonly period: HistoryType;
  /** The chosen period, unless it is all of the history. Its end is infinite while it moves with the as of. */
  readonly part: Span | null;
}

export interface ShownPeriod extends HistoryPeriod {
  /** The visible part: the zoom, otherwise the chosen period; null: all of the history. */
  readonly zoom: Span | null;
  /** It ends before the history does. */
  readonly isEnded: boolean;
}

/** The chosen period as of the latest prices, in the preferred time zone. */
function useChosenPeriod() {
  const [chosen] = useSearchParam(periodParam);
  const timeZone = chosenTimeZone(usePreferences());
  const [opened] = useState(() => Date.now());
  const past = useAsOf();
  const { data: latest = opened } = useQuery({
    ...capabilitiesQuery,
    select: ({ market }) => parseTime(market.asOf),
    // The shell polls.
    refetchInterval: false,
    enabled: !isPastType(chosen),
  });
  const { type: period, ends, part } = historyOfPeriod(chosen, past ?? latest, timeZone);
  return { chosen, period, part: useEqual(part), ends: useEqual(ends) };
}

/** A tick makes equal ends. Returns the same object for them. */
function useEqual<To extends number | null>(
  ends: { readonly from: number; readonly to: To } | null,
): { readonly from: number; readonly to: To } | null {
  const from = ends?.from;
  const to = ends?.to;
  return useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
}

export type HistoryWindow = ReturnType<typeof useHistoryWindow>;

export function useHistoryWindow() {
  const [params] = useSearchParams();
  const set = useSetParams();
  const { chosen, period, part } = useChosenPeriod();
  const [view, chooseView] = useSearchParam(viewParam);
  const [mode, chooseMode] = useSearchParam(modeParam);
  const [isLog, chooseLog] = useSearchParam(logParam);
  const [rollingSize, chooseRollingSize] = useSearchParam(rollingSizeParam);
  const [measure, measureBetween] = useSearchParam(measureParam);
  const setAsOf = useSetAsOf();
  const from = params.get(chartWindowNames.from);
  const to = params.get(chartWindowNames.to);
  const marked = lineMarks.map((mark) => markParam(mark).read(params.get(mark.name))).join();
  const marks = useMemo(
    () =>
      new Set(lineMarks.filter((_, i) => marked.split(',')[i] === 'true').map(({ name }) => name)),
    [marked],
  );
  const dragged = useMemo(() => {
    const span = spanBetween(from, to);
    return span && within(span, part);
  }, [from, to, part]);
  const whole = useMemo((): HistoryPeriod => ({ chosen, period, part }), [chosen, period, part]);
  const shown = useMemo((): ShownPeriod => {
    const zoom = dragged ?? whole.part;
    return { ...whole, zoom, isEnded: (zoom?.to ?? Infinity) !== Infinity };
  }, [whole, dragged]);
  const window: Omit<ChartWindow, 'zoom'> = {
    measure,
    measureBetween,
    zoomTo: (span) => set(zoomTexts(span)),
    goTo: (next) => setAsOf(next),
    reset: () => {
      if (dragged !== null || measure !== null) set(wholePeriod);
    },
  };
  return {
    ...window,
    ...shown,
    whole,
    shown,
    /** The zoom within the chosen period. */
    dragged,
    view,
    chooseView,
    mode,
    chooseMode,
    isLog,
    chooseLog,
    marks,
    chooseMark: (mark: (typeof lineMarks)[number], isOn: boolean) =>
      set({ [mark.name]: markParam(mark).write(isOn) }),
    rollingSize,
    chooseRollingSize,
    hasBenchmark: !hasNoBenchmark(params),
    /** A benchmark needs a mode of its own, so the mode returns to the page's default. */
    chooseBenchmark: (isOn: boolean) =>
      set({ ...switchedBenchmark(params, isOn), [modeParam.name]: null }),
    /** Zoom and measurement belong to the old history. */
    choosePeriod: (next: Period) =>
      set({ [periodParam.name]: periodParam.write(next), ...wholePeriod }),
  };
}

/** A zoom shows no more than the period. */
export function within(zoom: Span | null, part: Span | null): Span | null {
  if (zoom === null || part === null) return zoom ?? part;
  return { from: Math.max(zoom.from, part.from), to: Math.min(zoom.to, part.to) };
}

/**
 * The period that a query's figures are of: while another loads, the last one. Labels and figures of a panel must both come from
 * it. A panel with two queries calls it for each of them. Figures of another as of are never placeholders.
 * @param isOld the query still has the figures of another period.
 */
export function useLoadedPeriod(shown: ShownPeriod, isOld: boolean): ShownPeriod {
  const [loaded, setLoaded] = useState(shown);
  if (!isOld && loaded !== shown) setLoaded(shown);
  return isOld ? loaded : shown;
}

/** The chosen period or the zoom at its exact instants, as a request for figures needs it. Without `to`, it ends at the as of. A new object only if the window changes. */
export function useFiguresWindow(): FiguresWindow {
  const [params] = useSearchParams();
  const { period, ends } = useChosenPeriod();
  const from = params.get(chartWindowNames.from);
  const to = params.get(chartWindowNames.to);
  return useMemo(
    () => figuresWindowOf(period, spanBetween(from, to) ?? ends),
    [period, ends, from, to],
  );
}

/** The visible records, as a request for the parts of a book needs them. A new object only if the window changes. */
export function useRecordsWindow(): RecordsWindow {
  const { period, zoom } = useHistoryWindow();
  return useMemo(() => recordsWindowOf(period, zoom), [period, zoom]);
}

function zoomTexts(span: Span | null): Record<string, string | null> {
  return {
    [chartWindowNames.from]: span && formatTime(span.from),
    [chartWindowNames.to]: span && formatTime(span.to),
  };
}

const wholePeriod = { ...zoomTexts(null), [measureParam.name]: null };

/** Shows the window of a pinch until the address has it. Otherwise the line would jump back for a moment. */
export function useDraftedZoom(
  zoom: Span | null,
): readonly [zoom: Span | null, onDraft: (span: Span | null) => void] {
  const [draft, setDraft] = useState<{ span: Span; over: Span | null } | null>(null);
  const isOver = draft !== null && draft.over !== zoom;
  if (isOver) setDraft(null);
  return [
    draft === null || isOver ? zoom : draft.span,
    (span) => setDraft(span && { span, over: zoom }),
  ];
}
