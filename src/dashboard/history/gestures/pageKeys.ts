import type { RefObject } from 'react';
import { useKeys } from '../../shared/keys.ts';
import { periodKeys } from '../PeriodToggle.tsx';
import type { HistoryWindow } from '../window/historyWindow.ts';

interface ChartOnPage {
  readonly pane: RefObject<HTMLElement | null>;
  /** Why there is no log scale for what is visible; null where there is. */
  readonly whyNoLog: string | null;
  readonly view: 'chart' | 'table';
  readonly onView: (view: 'chart' | 'table') => void;
}

/** The keys of a page with a chart, wherever the focus is. */
export function useChartKeys(window: HistoryWindow, chart: ChartOnPage): void {
  const { pane, whyNoLog, view, onView } = chart;
  const keys = {
    ...periodKeys(window.choosePeriod),
    r: () => focusRecords(pane.current),
    l: () => {
      if (whyNoLog === null) window.chooseLog(!window.isLog);
    },
    t: () => onView(view === 'table' ? 'chart' : 'table'),
    Escape: () => {
      if (window.zoom === null && window.measure === null) return false;
      window.reset();
      return undefined;
    },
  };
  useKeys(keys, chartKeyWords);
}

/** Leads the keyboard to the records of a pane: the one thing in it that takes keys and is no control, chart or table. */
function focusRecords(pane: HTMLElement | null): void {
  pane?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

/** What the keys of a page with a chart do, those the chart itself takes included. */
const chartKeyWords = {
  '1 to 5': 'Day, week, month, year, all',
  t: 'Chart or table',
  l: 'Log scale',
  r: 'To the chart, to read its records',
  '← →': 'In the chart: the record before, the next; Home, End and Page keys too',
  'Shift ← →': 'Select from the point, then Enter zooms',
  '+ and −': 'Zoom in and out about the point',
  m: 'Mark the point: moving measures from it, Enter keeps the measure',
  Esc: 'Measure and zoom off',
};
