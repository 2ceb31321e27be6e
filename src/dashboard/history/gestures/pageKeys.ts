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

/** What the keys of a page with a chart do, those the chart itself takes included. */
export const chartKeyWords = {
  '1 to 5': 'Day, week, month, year, all',
  t: 'Chart or table',
  l: 'Log scale',
  '← →': 'Read the records of a focused chart',
  'Shift ← →': 'Select, then Enter zooms',
  '+ and −': 'Zoom in and out',
  m: 'Mark the point, then moving measures',
  Esc: 'Measure and zoom off',
};
