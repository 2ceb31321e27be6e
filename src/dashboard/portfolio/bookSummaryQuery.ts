import { queryOptions } from '@tanstack/react-query';
import type { BookSummary } from '#contract/book.ts';
import type { HistoryType } from '#contract/historyType.ts';
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
