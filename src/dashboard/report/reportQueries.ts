import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import type { ReportOptions } from '#contract/report.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import { call } from '../api/client.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { readSheet } from './sheet.ts';

/** A sheet stays as it was read: its figures belong together. */
export function sheetQuery(
  subject: PortfolioSubject,
  period: HistoryType,
  market: ReportOptions['market'] | undefined,
) {
  const { user, thematic } = subject;
  const key = user === undefined ? keys.thematic(thematic) : keys.user(user);
  return queryOptions({
    queryKey: [...key, 'report', thematic, period, market?.kind, market?.currency],
    queryFn: async ({ signal }) =>
      market === undefined ? null : readSheet(call, subject, { period, market, signal }),
    enabled: market !== undefined,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
