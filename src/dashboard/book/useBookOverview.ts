import { useQuery } from '@tanstack/react-query';
import { useWhyUnknown } from '../api/service.ts';
import { useHistoryWindow, useLoadedPeriod } from '../history/historyWindow.ts';
import { pastText, shownText } from '../history/periodText.ts';
import { membersQuery } from '../members/membersQuery.ts';
import { bookSummaryQuery, whyNoChange } from '../portfolio/bookSummaryQuery.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import {
  type BookColumns,
  type WindowFigures,
  bookQueries,
  windowFigures,
  type MemberCounts,
} from './bookQueries.ts';

interface BookOverview {
  /** Of the chosen period; null until they are known, and if past amounts never are. */
  readonly records: BookColumns | null;
  /** Null until they are known. */
  readonly counts: MemberCounts | null;
  readonly figures: WindowFigures | null;
  /** The window of the figures, in words. */
  readonly over: string;
  /** In connected mode, the members whose histories have been read. */
  readonly histories: { readonly read: number; readonly of: number } | null;
  readonly reason: string | null;
  readonly whyNoChange: string | undefined;
}

/** Totals that another service reports now are not those of the past. */
const unknownThen = {
  records: null,
  counts: null,
  figures: { total: null, change: null, flow: null, return: null },
  histories: null,
} satisfies Partial<BookOverview>;

/**
 * Members and figures of a book. Without past amounts, the service sums what another one reports.
 * @param isEnabled the histories are wanted.
 */
export function useBookOverview(members: MembersQuery, isEnabled: boolean) {
  const format = useFormat();
  const asOf = useAsOf();
  const { period, shown } = useHistoryWindow();
  const whyReported = useWhyUnknown('amounts');
  const isReported = whyReported !== null;
  const list = useQuery(membersQuery(members));
  const performance = useQuery({
    ...bookQueries.performance(members, period, asOf),
    enabled: isEnabled && !isReported,
  });
  const summary = useQuery({
    ...bookSummaryQuery(members, period),
    enabled: isReported && asOf === null,
  });
  const loaded = useLoadedPeriod(shown, performance.isPlaceholderData);
  const overview = (): BookOverview => {
    if (isReported) {
      const over = pastText(period);
      if (asOf !== null) {
        return { ...unknownThen, over, reason: whyReported, whyNoChange: whyReported };
      }
      const { data = null } = summary;
      const { histories = null, reason = null } = data ?? {};
      return {
        records: null,
        counts: data,
        figures: data,
        over,
        histories,
        reason,
        whyNoChange: data === null ? undefined : whyNoChange(data, period),
      };
    }
    const { data, isPlaceholderData } = performance;
    return {
      records: isPlaceholderData ? null : (data ?? null),
      counts: data?.members ?? null,
      figures: data === undefined ? null : windowFigures(data, loaded.zoom),
      over: shownText(format, loaded),
      histories: null,
      reason: data?.reason ?? null,
      whyNoChange: data?.reason ?? undefined,
    };
  };
  return { list, query: isReported ? summary : performance, isReported, ...overview() };
}

export type OverviewOfPage = ReturnType<typeof useBookOverview>;
