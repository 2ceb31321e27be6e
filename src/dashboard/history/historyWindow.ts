import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Mode, modes } from '#analytics/modes.ts';
import { type HistoryType, historyTypes, periodReaching } from '#contract/historyType.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import type { ChartWindow, Span } from '../chart/scene.ts';
import { benchmarkParam } from '../url/params.ts';
import { choiceParam, type SearchParam, useSearchParam, useSetParams } from '../url/searchParam.ts';

/** `?period=`; a month where the address says nothing. */
export const periodParam = choiceParam('period', historyTypes, 'month');

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
/** `?marks=0` leaves out the marks of the highest and the lowest record. */
const marksParam = flagParam('marks', true);

/** On or off, left out of the address where it is as it is at first. */
function flagParam(name: string, initial: boolean): SearchParam<boolean> {
  const written = initial ? '0' : '1';
  return {
    name,
    read: (text) => (text === written ? !initial : initial),
    write: (isOn) => (isOn === initial ? null : written),
  };
}

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
export interface HistoryWindow extends ChartWindow {
  readonly period: HistoryType;
  /** null: as the page draws it by itself. */
  readonly mode: Mode | null;
  readonly isLog: boolean;
  readonly hasMarks: boolean;
  readonly hasBenchmark: boolean;
  readonly view: 'chart' | 'table';
  /** Another period is another history: zoom and measure end with the old one. */
  readonly choosePeriod: (period: HistoryType) => void;
  readonly chooseMode: (mode: Mode | null) => void;
  readonly chooseLog: (isLog: boolean) => void;
  readonly chooseMarks: (hasMarks: boolean) => void;
  /** A benchmark is drawn in a mode of its own: with it the mode is the page's again. */
  readonly chooseBenchmark: (hasBenchmark: boolean) => void;
  readonly chooseView: (view: 'chart' | 'table') => void;
  /** The date one went to. */
  readonly at: number | null;
  /** Reads the record of a date in a history that ends at `asOf`: where the period or the zoom does not reach it, a longer one. */
  readonly goTo: (at: number, asOf: number) => void;
}

export function useHistoryWindow(): HistoryWindow {
  const [params] = useSearchParams();
  const set = useSetParams();
  const [period] = useSearchParam(periodParam);
  const [view, chooseView] = useSearchParam(viewParam);
  const [mode, chooseMode] = useSearchParam(modeParam);
  const [isLog, chooseLog] = useSearchParam(logParam);
  const [hasMarks, chooseMarks] = useSearchParam(marksParam);
  const [benchmark] = useSearchParam(benchmarkParam);
  const [measure, measureBetween] = useSearchParam(measureParam);
  const [at] = useSearchParam(atParam);
  const from = params.get(zoomNames.from);
  const to = params.get(zoomNames.to);
  const zoom = useMemo(() => spanBetween(from, to), [from, to]);
  return {
    period,
    view,
    mode,
    isLog,
    hasMarks,
    hasBenchmark: benchmark === 'thematic',
    zoom,
    measure,
    chooseView,
    chooseMode,
    chooseLog,
    chooseMarks,
    chooseBenchmark: (isOn) =>
      set({
        [benchmarkParam.name]: benchmarkParam.write(isOn ? 'thematic' : 'none'),
        [modeParam.name]: null,
      }),
    measureBetween,
    choosePeriod: (next) => set({ [periodParam.name]: periodParam.write(next), ...wholePeriod }),
    zoomTo: (span) => set(zoomTexts(span)),
    at,
    goTo: (next, asOf) => {
      const isInZoom = zoom !== null && next >= zoom.from && next <= zoom.to;
      set({
        ...(isInZoom ? {} : wholePeriod),
        [atParam.name]: atParam.write(next),
        [periodParam.name]: periodParam.write(periodReaching(next, asOf, period)),
      });
    },
    reset: () => {
      if (zoom !== null || measure !== null || at !== null) set(wholePeriod);
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
