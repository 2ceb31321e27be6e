import type { Keys } from '../../shared/keys.ts';
import { periodKeys } from '../PeriodToggle.tsx';
import type { HistoryWindow } from '../window/historyWindow.ts';

/** The keys of a page with a chart, wherever the focus is. */
export function chartKeys(window: HistoryWindow): Keys {
  return {
    ...periodKeys(window.choosePeriod),
    Escape: () => {
      if (window.zoom === null && window.measure === null) return false;
      window.reset();
      return undefined;
    },
  };
}

/** Leads the keyboard to the records of a pane: the one thing in it that takes keys and is no control, chart or table. */
export function focusRecords(pane: HTMLElement | null): void {
  pane?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

/** What the keys of a page with a chart do, those the chart itself takes included. */
export const chartKeyWords = {
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
