import { queryOptions } from '@tanstack/react-query';
import type { BookSummary } from '#contract/book.ts';
import { type HistoryType, windowOf } from '#contract/historyType.ts';
import { getBookSummary } from '#contract/operations/book.ts';
import { call } from '../api/client.ts';
import type { MembersQuery } from './bookSubject.ts';
import { ticks } from './capabilities.ts';
import { keys } from './queryKeys.ts';

/** Total, change and flow of a set of users. */
export function bookSummaryQuery(query: MembersQuery, historyType: HistoryType) {
  return queryOptions<BookSummary>({
    queryKey: [...keys.book(query), 'summary', historyType],
    queryFn: ({ signal }) => call(getBookSummary, { params: { historyType }, query }, signal),
    meta: ticks,
  });
}

/** Returns why the change of a set is unknown. In front of another service, only some histories may have been read. */
export function whyNoChange(
  { histories, reason }: Pick<BookSummary, 'histories' | 'reason'>,
  historyType: HistoryType,
): string | undefined {
  if (histories === null) return reason;
  return windowOf[historyType] === null
    ? 'The full history is read for one user at a time.'
    : 'No history over this period has been read. The list of users reads those of the rows it shows.';
}
