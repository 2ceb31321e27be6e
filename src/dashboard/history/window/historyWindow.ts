import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Mode } from '#analytics/modes.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { useSearchParam, useSetParams } from '../../shared/url/searchParam.ts';
import { periodParam } from '../period.ts';
import { logParam, measureParam, modeParam, type Span, spanOf, zoomNames } from './params.ts';

/** What of a history is shown and how: all of it stands in the address. */
export interface HistoryWindow {
  readonly period: HistoryType;
  readonly mode: Mode;
  readonly isLog: boolean;
  readonly zoom: Span | null;
  readonly measure: Span | null;
  /** Another period is another history: zoom and measure end with the old one. */
  readonly choosePeriod: (period: HistoryType) => void;
  readonly chooseMode: (mode: Mode) => void;
  readonly chooseLog: (isLog: boolean) => void;
  readonly zoomTo: (span: Span | null) => void;
  readonly measureBetween: (span: Span | null) => void;
  /** Back to all of the period. */
  readonly reset: () => void;
}

export function useHistoryWindow(): HistoryWindow {
  const [params] = useSearchParams();
  const set = useSetParams();
  const [period] = useSearchParam(periodParam);
  const [mode, chooseMode] = useSearchParam(modeParam);
  const [isLog, chooseLog] = useSearchParam(logParam);
  const [measure, measureBetween] = useSearchParam(measureParam);
  const from = params.get(zoomNames.from);
  const to = params.get(zoomNames.to);
  const zoom = useMemo(() => spanOf(from, to), [from, to]);
  return {
    period,
    mode,
    isLog,
    zoom,
    measure,
    chooseMode,
    chooseLog,
    measureBetween,
    choosePeriod: (next) => set({ [periodParam.name]: periodParam.write(next), ...wholePeriod }),
    zoomTo: (span) => set(zoomTexts(span)),
    reset: () => {
      if (zoom !== null || measure !== null) set(wholePeriod);
    },
  };
}

function zoomTexts(span: Span | null): Record<string, string | null> {
  return {
    [zoomNames.from]: span && formatTime(span.from),
    [zoomNames.to]: span && formatTime(span.to),
  };
}

const wholePeriod = { ...zoomTexts(null), [measureParam.name]: null };
