import type { HistoryType } from '#contract/historyType.ts';
import { isPastType } from '#contract/period.ts';
import { asOfParam } from '../url/asOf.ts';
import { periodParam } from './period.ts';

/** Returns the history that a page of the present begins with; null for a past instant or a calendar period. */
export function firstPeriod(params: URLSearchParams): HistoryType | null {
  if (params.has(asOfParam.name)) return null;
  const period = periodParam.read(params.get(periodParam.name));
  return isPastType(period) ? period : null;
}
