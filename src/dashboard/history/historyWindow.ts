import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type HistoryType, historyTypes, initialPeriod } from '#contract/historyType.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { type ChartMode, chartModes, lineMarks } from '../chart/modes.ts';
import type { ChartWindow, Span } from '../chart/scene.ts';
import { hasNoBenchmark, switchedBenchmark } from '../portfolio/benchmark.ts';
import { useSetAsOf } from '../url/asOf.ts';
import { choiceParam, type SearchParam, useSearchParam, useSetParams } from '../url/searchParam.ts';

const periodParam = choiceParam('period', historyTypes, initialPeriod);

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

/** `?from=ISO&to=ISO`: the ends of the zoom. */
const zoomNames = { from: 'from', to: 'to' } as const;

/** `?measure=ISO..ISO`: both ends of a measurement. */
const measureParam: SearchParam<Span | null> = {
  name: 'measure',
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

export type HistoryWindow = ReturnType<typeof useHistoryWindow>;

export function useHistoryWindow() {
  const [params] = useSearchParams();
  const set = useSetParams();
  const [period] = useSearchParam(periodParam);
  const [view, chooseView] = useSearchParam(viewParam);
  const [mode, chooseMode] = useSearchParam(modeParam);
  const [isLog, chooseLog] = useSearchParam(logParam);
  const [rollingSize, chooseRollingSize] = useSearchParam(rollingSizeParam);
  const [measure, measureBetween] = useSearchParam(measureParam);
  const setAsOf = useSetAsOf();
  const from = params.get(zoomNames.from);
  const to = params.get(zoomNames.to);
  const marked = lineMarks.map((mark) => markParam(mark).read(params.get(mark.name))).join();
  const marks = useMemo(
    () =>
      new Set(lineMarks.filter((_, i) => marked.split(',')[i] === 'true').map(({ name }) => name)),
    [marked],
  );
  const zoom = useMemo(() => spanBetween(from, to), [from, to]);
  const window: ChartWindow = {
    zoom,
    measure,
    measureBetween,
    zoomTo: (span) => set(zoomTexts(span)),
    goTo: (next) => setAsOf(next),
    reset: () => {
      if (zoom !== null || measure !== null) set(wholePeriod);
    },
  };
  return {
    ...window,
    period,
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
    choosePeriod: (next: HistoryType) =>
      set({ [periodParam.name]: periodParam.write(next), ...wholePeriod }),
  };
}

function zoomTexts(span: Span | null): Record<string, string | null> {
  return {
    [zoomNames.from]: span && formatTime(span.from),
    [zoomNames.to]: span && formatTime(span.to),
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
