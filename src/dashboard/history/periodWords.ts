import { day, type HistoryType, stepOf, windowOf } from '#contract/historyType.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDayTime,
  type Instant,
} from '../shared/format/time.ts';
import type { Span } from './window/params.ts';

export const periodNames: Record<HistoryType, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  all: 'All',
};

/** How long a period is, for the head of a column that shows its line. */
export const periodLengths: Record<HistoryType, string> = {
  day: '24 h',
  week: '7 d',
  month: '30 d',
  year: '365 d',
  all: 'All',
};

const spans: Record<HistoryType, string> = {
  day: 'past day',
  week: 'past week',
  month: 'past month',
  year: 'past year',
  all: 'all there is',
};

/** The start of a window in words short enough to stand beside the change. */
const startFormats: Record<HistoryType, (at: Instant) => string> = {
  day: formatDayTime,
  week: formatDayMonth,
  month: formatDayMonth,
  year: formatDate,
  all: formatDate,
};

const endFormats: typeof startFormats = { ...startFormats, day: formatClock };

/** An end of a window, short enough to stand before a bar. */
export function endWords(type: HistoryType, at: Instant): string {
  return endFormats[type](at);
}

/** What the change beside the figure is the change of: “past month, since 17 May”, “since 12 Mar 2026, all there is”. */
export function changeWords(type: HistoryType, times: Float64Array): string {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return spans[type];
  if (coversWindow(type, times)) return `${spans[type]}, ${sinceWords(type, first)}`;
  const start = last - first < 2 * day ? formatDateTime(first) : formatDate(first);
  return `since ${start}, all there is`;
}

/** What the change beside the figure is the change of while a stretch is zoomed into: “28 May, 04:00 to 6 Jun, 12:00”. */
export function zoomWords(times: Float64Array): string {
  const first = times[0];
  const last = times.at(-1);
  return first === undefined || last === undefined ? '' : spanWords({ from: first, to: last });
}

/** “28 May to 6 Jun”, as exactly as the stretch needs it: with the clock within days, with the year over years. */
export function spanWords({ from, to }: Span): string {
  const isShort = to - from < 14 * day;
  const sameYear = new Date(from).getUTCFullYear() === new Date(to).getUTCFullYear();
  const format = isShort
    ? sameYear
      ? formatDayTime
      : formatDateTime
    : sameYear
      ? formatDayMonth
      : formatDate;
  return `${format(from)} to ${format(to)}`;
}

/** “since 17 May”: the start of what a point is compared with. */
export function sinceWords(type: HistoryType, start: number): string {
  return `since ${startFormats[type](start)}`;
}

/** While another period is on its way its name stands there at once. */
export function loadingWords(type: HistoryType): string {
  return `${spans[type]}, loading`;
}

/** Whether a history reaches back to the start of its window, as far as its steps can tell. */
function coversWindow(type: HistoryType, times: Float64Array): boolean {
  const window = windowOf[type];
  const first = times[0] ?? NaN;
  const last = times.at(-1) ?? NaN;
  if (window === null) return false;
  // Where prices are coarser than the period's step, the first record may come one coarse step late.
  const step = Math.max(stepOf[type], (times[1] ?? NaN) - first || 0);
  return first - (last - window) <= step;
}
