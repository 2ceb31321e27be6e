import type { BookFlows } from '#contract/book.ts';
import { parseTime } from '#contract/time.ts';
import type { Format } from '../preferences/format.ts';

export type MonthlyFlow = BookFlows['months'][number];

/** “Mar 2026”. Months are those of UTC. */
export const monthText = (format: Format, period: string): string =>
  new Intl.DateTimeFormat(format.locale, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(parseTime(`${period}-01T00:00:00Z`));
