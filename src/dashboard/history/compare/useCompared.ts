import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { useTick } from '../../shared/api/polling.ts';
import { type ComparedSource, mostCompared } from '../compared.ts';
import { historyQuery } from '../queries.ts';
import type { ComparedLine } from './comparedScene.ts';
import type { SeriesLook } from './looks.ts';

/** A history among others that could not be read, or not again. */
export interface ComparedFault {
  readonly id: string;
  readonly label: string;
  readonly error: Error;
  readonly failedAt: number;
  /** When what is still shown was read; null where nothing is. */
  readonly shownAt: number | null;
  readonly retry: () => void;
}

/** Histories that are compared, as far as they have been read. */
export interface Compared {
  readonly lines: readonly ComparedLine[];
  readonly faults: readonly ComparedFault[];
  /** Lines of another period stand for some of them. */
  readonly isOld: boolean;
  /** Some have neither been read nor failed. */
  readonly isPending: boolean;
}

/** Reads histories that are compared: one that fails is named, the others stay. */
export function useCompared(
  sources: readonly ComparedSource[],
  period: HistoryType,
  lookOf: (place: number) => SeriesLook,
): Compared {
  const tick = useTick();
  const queries = useQueries({
    queries: sources.map(({ source }) => ({
      ...historyQuery(source, period),
      refetchInterval: tick,
    })),
  });
  // As many at each render, however many are compared: a memo counts what it depends on.
  const read = Array.from({ length: mostCompared }, (_, place) => queries[place]?.data);
  const lines = useMemo(
    () =>
      sources.flatMap(({ id, label }, place) => {
        const columns = read[place];
        // Without a record there is no line.
        if (columns === undefined || columns.times.length === 0) return [];
        return [{ id, label, look: lookOf(place), columns }];
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `read` is a new list each time, of the same histories
    [sources, lookOf, ...read],
  );
  const faults = sources.flatMap(({ id, label }, place) => {
    const query = queries[place];
    if (query === undefined || query.error === null) return [];
    const { error, errorUpdatedAt: failedAt, data, dataUpdatedAt } = query;
    const shownAt = data === undefined ? null : dataUpdatedAt;
    return [{ id, label, error, failedAt, shownAt, retry: () => void query.refetch() }];
  });
  return {
    lines,
    faults,
    isOld: queries.some(({ isPlaceholderData }) => isPlaceholderData),
    isPending: queries.some(({ isPending }) => isPending),
  };
}
