import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Mode, modes } from '#analytics/modes.ts';
import {
  type HistoryType,
  historyTypes,
  initialPeriod,
  periodReaching,
} from '#contract/historyType.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { lineMarks } from '../chart/modes.ts';
import type { ChartWindow, Span } from '../chart/scene.ts';
import { choiceParam, type SearchParam, useSearchParam, useSetParams } from '../url/searchParam.ts';

/** `?period=` */
export const periodParam = choiceParam('period', historyTypes, initialPeriod);

/** `?view=table` shows the records instead of the line. */
export const viewParam = choiceParam('view', ['chart', 'table'], 'chart');

/** `?mode=`: how the line is drawn; null leaves it to the page. */
const modeParam: SearchParam<Mode | null> = {
  name: 'mode',
  read: (text) => modes.find((mode) => mode === text) ?? null,
  write: (mode) => mode,
};

/** `?log=1`: a scale on which equal ratios are equally far apart. */
const logParam = flagParam('log', false);
/** `?marks=0` leaves out a mark that is drawn by itself, `1` adds one that is not. */
const markParam = ({ name, isInitial }: (typeof lineMarks)[number]) => flagParam(name, isInitial);

/** On or off, left out of the address where it is as it is at first. */
function flagParam(name: string, initial: boolean): SearchParam<boolean> {
  const written = initial ? '0' : '1';
  return {
    name,
    read: (text) => (text === written ? !initial : initial),
    write: (isOn) => (isOn === initial ? null : written),
  };
}

/** The thematic beside its wallet. */
const benchmarkParam = choiceParam('benchmark', ['thematic', 'none'], 'thematic');

/** `?from=ISO&to=ISO`: the ends of the zoom. */
const zoomNames = { from: 'from', to: 'to' } as const;

/** `?measure=ISO..ISO`: the two instants that are measured between. */
const measureParam: SearchParam<Span | null> = {
  name: 'measure',
  read: (text) => {
    const [from, to] = text?.split('..') ?? [];
    return spanBetween(from, to);
  },
  write: (span) => span && `${formatTime(span.from)}..${formatTime(span.to)}`,
};

/** `?at=ISO`: the date one went to, whose record is read. */
const atParam: SearchParam<number | null> = {
  name: 'at',
  read: (text) => {
    const at = parseTime(text ?? '');
    return Number.isNaN(at) ? null : at;
  },
  write: (at) => (at === null ? null : formatTime(at)),
};

/** The stretch between two ISO times, the earlier first; null where either is no time, or both are the same. */
function spanBetween(from: string | null | undefined, to: string | null | undefined): Span | null {
  const [a, b] = [parseTime(from ?? ''), parseTime(to ?? '')];
  if (Number.isNaN(a) || Number.isNaN(b) || a === b) return null;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** What of a history is shown and how: all of it is in the address. */
export type HistoryWindow = ReturnType<typeof useHistoryWindow>;

export function useHistoryWindow() {
  const [params] = useSearchParams();
  const set = useSetParams();
  const [period] = useSearchParam(periodParam);
  const [view, chooseView] = useSearchParam(viewParam);
  const [mode, chooseMode] = useSearchParam(modeParam);
  const [isLog, chooseLog] = useSearchParam(logParam);
  const [benchmark] = useSearchParam(benchmarkParam);
  const [measure, measureBetween] = useSearchParam(measureParam);
  const [at] = useSearchParam(atParam);
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
    reset: () => {
      if (zoom !== null || measure !== null || at !== null) set(wholePeriod);
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
    at,
    hasBenchmark: benchmark === 'thematic',
    /** A benchmark is drawn in a mode of its own: with it the mode is the page's again. */
    chooseBenchmark: (isOn: boolean) =>
      set({
        [benchmarkParam.name]: benchmarkParam.write(isOn ? 'thematic' : 'none'),
        [modeParam.name]: null,
      }),
    /** Another period is another history: zoom and measure end with the old one. */
    choosePeriod: (next: HistoryType) =>
      set({ [periodParam.name]: periodParam.write(next), ...wholePeriod }),
    /** Reads the record of a date in a history that ends at `asOf`: where the period or the zoom does not reach it, a longer one. */
    goTo: (next: number, asOf: number) => {
      const isInZoom = zoom !== null && next >= zoom.from && next <= zoom.to;
      set({
        ...(isInZoom ? {} : wholePeriod),
        [atParam.name]: atParam.write(next),
        [periodParam.name]: periodParam.write(periodReaching(next, asOf, period)),
      });
    },
  };
}

function zoomTexts(span: Span | null): Record<string, string | null> {
  return {
    [zoomNames.from]: span && formatTime(span.from),
    [zoomNames.to]: span && formatTime(span.to),
  };
}

const wholePeriod = { ...zoomTexts(null), [measureParam.name]: null, [atParam.name]: null };

/**
 * The zoom as it is shown: what two fingers draw takes its place while they are down, and after that until the address,
 * which is written a little later, has it; the line would jump back for a moment otherwise.
 */
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
