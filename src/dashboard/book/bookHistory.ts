import type { RecordColumns } from '../history/indexColumns.ts';
import { columnsRead, type HistorySource } from '../history/historyQueries.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { keyAsOf, keys } from '../portfolio/queryKeys.ts';
import { type BookColumns, bookQueries } from './bookQueries.ts';

/** Histories in the answer of a book's performance, with the key of each. */
const parts = {
  value: (columns: BookColumns): RecordColumns => columns,
  /** The index from its first known record on. */
  return: ({ times, index }: BookColumns): RecordColumns => {
    const begin = index.findIndex((level) => !Number.isNaN(level));
    const from = begin === -1 ? index.length : begin;
    return { times: times.slice(from), totals: index.slice(from) };
  },
};

/** One of a book's histories. All of them share one request, which ends when the page is left. */
export function bookHistory(
  part: keyof typeof parts,
  members: MembersQuery,
  asOf: number | null,
): HistorySource {
  return {
    key: keyAsOf([...keys.book(members), part], asOf),
    path: (type) => bookQueries.performancePath(members, type, asOf),
    isPast: asOf !== null,
    endingAt: (at) => bookHistory(part, members, at),
    load: async (type, signal, client) => {
      const query = bookQueries.performance(members, type, asOf);
      const cancel = () => void client.cancelQueries({ queryKey: query.queryKey });
      signal.addEventListener('abort', cancel, { once: true });
      const columns = await client.fetchQuery({ ...query, staleTime: 1000, retry: false });
      return columnsRead(parts[part](columns));
    },
  };
}
