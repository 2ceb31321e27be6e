import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { historyQuery, maxCompared, type NamedSource } from './historyQueries.ts';
import type { HistoryData } from './readRecords.ts';

/** A history that could not be read, or not again. */
export interface HistoryFault {
  readonly id: string;
  readonly label: string;
  readonly error: Error;
  readonly failedAt: number;
  /** When what is still shown was read; null where nothing is. */
  readonly shownAt: number | null;
  readonly retry: () => void;
}

/** Histories as far as they have been read. */
export interface Histories {
  /** By id; one that is not there has not been read. */
  readonly read: ReadonlyMap<string, HistoryData>;
  readonly faults: readonly HistoryFault[];
  /** Some are still those of another period. */
  readonly isOld: boolean;
}

/** More than can be drawn together: a memo counts what it depends on, so there are as many at each render. */
const maxSources = maxCompared + 2;

/**
 * Reads histories that are drawn together: one that fails is named, the others stay. They are drawn in pieces between which the
 * page goes on, however long they are; until those of the chosen period are drawn, the picture is an old one.
 */
export function useHistories(sources: readonly NamedSource[], period: HistoryType): Histories {
  const queries = useQueries({
    queries: sources.map(({ source }) => historyQuery(source, period)),
  });
  const data = Array.from({ length: maxSources }, (_, i) => queries[i]?.data);
  const now = useMemo(
    () => ({
      sources,
      period,
      read: new Map(
        sources.flatMap(({ id }, i) => {
          const history = data[i];
          return history === undefined ? [] : [[id, history] as const];
        }),
      ),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `data` is a new list each time, of the same histories
    [sources, period, ...data],
  );
  // Until all of another period are there, those of the last one stay; those of another user never do.
  const [last, setLast] = useState(now);
  const isComplete = queries.every(({ isPending }) => !isPending);
  const isKept = !isComplete && last.sources === sources && last.period !== period;
  if (!isKept && last !== now) setLast(now);
  const drawn = useDeferredValue(isKept ? last : now);
  return {
    read: drawn.read,
    isOld: drawn.period !== period,
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
