import { useMemo } from 'react';
import { useBenchmarkSource } from '../history/useBenchmarkSource.ts';
import type { HistoryLines } from '../history/useHistoryScene.ts';
import { useBenchmark } from '../portfolio/benchmark.ts';
import type { BookSubject } from '../portfolio/bookSubject.ts';
import { useAsOf } from '../url/asOf.ts';
import { bookHistory } from './bookHistory.ts';

/** The value of a book, its time-weighted return, and the benchmark of the page. */
export function useBookHistory(subject: BookSubject): HistoryLines {
  const asOf = useAsOf();
  const { book: members } = subject;
  const benchmark = useBenchmarkSource(useBenchmark(subject));
  return useMemo(
    (): HistoryLines => ({
      series: [{ id: 'main', label: 'Value', source: bookHistory('value', members, asOf) }],
      returns: { id: 'returns', label: 'Return', source: bookHistory('return', members, asOf) },
      benchmark,
      valueName: 'Value',
    }),
    [members, benchmark, asOf],
  );
}
