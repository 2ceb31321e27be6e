import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { historyQuery, maxCompared, type NamedSource } from './historyQueries.ts';
import type { HistoryPeriod } from './historyWindow.ts';
import type { HistoryData } from './readRecords.ts';

export interface HistoryFault {
  readonly id: string;
  readonly label: string;
  readonly error: Error;
  readonly failedAt: number;
  /** When the data still shown was loaded; null if there is none. */
  readonly shownAt: number | null;
  readonly retry: () => void;
}

export interface Histories {
  readonly read: ReadonlyMap<string, HistoryData>;
  /** The period of `read`. */
  readonly loaded: HistoryPeriod;
  readonly faults: readonly HistoryFault[];
  readonly isOld: boolean;
}

/** More than can be drawn together. A memo needs the same number of dependencies in each render. */
const maxSources = maxCompared + 2;

/**
 * One failure does not affect the others. Processes long histories in pieces, so that the page stays responsive. Shows the old
 * picture until the chosen period is ready.
 */
export function useHistories(sources: readonly NamedSource[], wanted: HistoryPeriod): Histories {
  const queries = useQueries({
    queries: sources.map(({ source }) => historyQuery(source, wanted.period)),
  });
  const data = Array.from({ length: maxSources }, (_, i) => queries[i]?.data);
  const now = useMemo(
    () => ({
      sources,
      loaded: wanted,
      read: new Map(
        sources.flatMap(({ id }, i) => {
          const history = data[i];
          return history === undefined ? [] : [[id, history] as const];
        }),
      ),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `data` is a new list of the same histories each time
    [sources, wanted, ...data],
  );
  // The last period stays until the new one is complete, but never that of another user.
  const [last, setLast] = useState(now);
  const isComplete = queries.every(({ isPending }) => !isPending);
  const isOldShown =
    !isComplete && last.sources === sources && last.loaded.period !== wanted.period;
  if (!isOldShown && last !== now) setLast(now);
  const drawn = useDeferredValue(isOldShown ? last : now);
  return {
    read: drawn.read,
    loaded: drawn.loaded,
    isOld: drawn.loaded.chosen !== wanted.chosen,
    faults: sources.flatMap(({ id, label }, i) => faultsOf(queries[i], id, label)),
  };
}

function faultsOf(
  query: UseQueryResult<HistoryData> | undefined,
  id: string,
  label: string,
): HistoryFault[] {
  if (query === undefined || query.error === null) return [];
  const { error, errorUpdatedAt: failedAt, data, dataUpdatedAt } = query;
  const shownAt = data === undefined ? null : dataUpdatedAt;
  return [{ id, label, error, failedAt, shownAt, retry: () => void query.refetch() }];
}
