import {
  formatClock,
  formatClockSeconds,
  formatDate,
  formatDayMonth,
  formatMonth,
  formatMonthYear,
  formatYear,
} from '../shared/format/time.ts';
import type { TickWords, TimeTick } from './naturalTicks.ts';

const written: Record<TickWords, (at: number) => string> = {
  second: formatClockSeconds,
  minute: formatClock,
  day: formatDayMonth,
  dayYear: formatDate,
  month: formatMonth,
  monthYear: formatMonthYear,
  year: formatYear,
};

/** What stands under a tick of the time axis. */
export function tickLabel({ at, says }: TimeTick): string {
  return written[says](at);
}
