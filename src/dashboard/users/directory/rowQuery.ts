import {
  type QueryKey,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** So many rows ask at once. */
const most = 4;

/** Those who ask now, and those who wait for their turn; both hold what begins it. */
const asking = new Set<() => void>();
const waiting = new Set<() => void>();

/** Begins when it is one's turn; gives what ends it, or the waiting for it. */
function takeTurn(begin: () => void): () => void {
  waiting.add(begin);
  next();
  return () => {
    waiting.delete(begin);
    asking.delete(begin);
    next();
  };
}

function next(): void {
  for (const begin of waiting) {
    if (asking.size >= most) return;
    waiting.delete(begin);
    asking.add(begin);
    begin();
  }
}

/**
 * What one row asks for itself. Rows ask a few at a time; a row that leaves gives up, and what was on its way for
 * it is cancelled.
 */
export function useRowQuery<T, Key extends QueryKey>(
  options: UseQueryOptions<T, Error, T, Key>,
): UseQueryResult<T> {
  const [isTurn, setTurn] = useState(false);
  const query = useQuery({ ...options, staleTime: 5 * 60_000, enabled: isTurn });
  const isOver = query.error !== null || (query.data !== undefined && !query.isStale);
  useEffect(() => {
    return isOver ? undefined : takeTurn(() => setTurn(true));
  }, [isOver]);
  return query;
}
