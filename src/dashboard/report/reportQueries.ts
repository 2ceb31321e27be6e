import { queryOptions } from '@tanstack/react-query';
import { periodWord } from '#contract/period.ts';
import type { ReportOptions } from '#contract/report.ts';
import { call } from '../api/client.ts';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { keyAsOf, keys } from '../portfolio/queryKeys.ts';
import { readSheet } from './readSheet.ts';
import type { SheetOptions } from './sheet.ts';

interface SheetRequest extends Pick<SheetOptions, 'period' | 'asOf' | 'timeZone'> {
  readonly subject: FiguresOwner;
  /** undefined while loading. */
  readonly market: ReportOptions['market'] | undefined;
}

/** A sheet stays as it was read, while the market ticks: its figures belong together. */
export function sheetQuery({ subject, period, asOf, timeZone, market }: SheetRequest) {
  const { user, thematic, book } = subject;
  const key =
    book !== undefined
      ? keys.book(book)
      : user === undefined
        ? keys.thematic(thematic)
        : keys.user(user);
  const ofMarket = [market?.kind, market?.currency];
  return queryOptions({
    queryKey: keyAsOf(
      [...key, 'report', thematic, periodWord(period), timeZone, ...ofMarket],
      asOf,
    ),
    queryFn: async ({ signal }) =>
      market === undefined
        ? null
        : readSheet(call, subject, { period, asOf, timeZone, market, signal }),
    enabled: market !== undefined,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
