import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { columnsRead, type HistorySource } from '../history/historyQueries.ts';
import type { RecordColumns } from '../history/indexColumns.ts';
import { useBenchmarkSource } from '../history/useBenchmarkSource.ts';
import type { HistoryLines } from '../history/useHistoryScene.ts';
import { useBenchmark } from '../portfolio/benchmark.ts';
import type { BookSubject } from '../portfolio/bookSubject.ts';
import { keyAsOf, keys } from '../portfolio/queryKeys.ts';
import { useAsOf } from '../url/asOf.ts';
import { type BookColumns, bookQueries } from './bookQueries.ts';

/** The value of a book, its time-weighted return, and the benchmark of the page. */
export function useBookHistory(subject: BookSubject): HistoryLines {
  const asOf = useAsOf();
  const { book: members } = subject;
  const benchmark = useBenchmarkSource(useBenchmark(subject));
  return useMemo((): HistoryLines => {
    const sourceOf = (
      part: string,
      read: (columns: BookColumns) => RecordColumns,
    ): HistorySource => ({
      key: keyAsOf([...keys.book(members), part], asOf),
      path: (type) => bookQueries.performancePath(members, type, asOf),
      isPast: asOf !== null,
      load: async (type, signal, client) => {
        return columnsRead(read(await performanceOf(type, signal, client)));
      },
    });
    // Value and return share one request.
    const performanceOf = (type: HistoryType, signal: AbortSignal, client: QueryClient) => {
      const query = bookQueries.performance(members, type, asOf);
      signal.addEventListener(
        'abort',
        () => void client.cancelQueries({ queryKey: query.queryKey }),
        {
          once: true,
        },
      );
      return client.fetchQuery({ ...query, staleTime: 1000, retry: false });
    };
    return {
      series: [{ id: 'main', label: 'Value', source: sourceOf('value', (columns) => columns) }],
      returns: { id: 'returns', label: 'Return', source: sourceOf('return', returnRecords) },
      benchmark,
      valueName: 'Value',
    };
  }, [members, benchmark, asOf]);
}

/** The index from its first known record on. */
function returnRecords({ times, index }: BookColumns): RecordColumns {
  const begin = index.findIndex((level) => !Number.isNaN(level));
  const from = begin === -1 ? index.length : begin;
  return { times: times.slice(from), totals: index.slice(from) };
}
