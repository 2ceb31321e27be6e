import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useWriteParams } from './writeParams.ts';

/**
 * Ids in the address, one parameter each: `?ids=a&ids=b`. They may hold commas, so no sign parts them. An id twice
 * is there once; an empty one is none.
 */
export function useListParam(
  name: string,
): readonly [readonly string[], (ids: readonly string[]) => void] {
  const [params] = useSearchParams();
  // The same ids are the same list, whatever else the address says.
  const key = new URLSearchParams(params.getAll(name).map((id) => [name, id])).toString();
  const ids = useMemo(() => readIds(new URLSearchParams(key), name), [key, name]);
  const writeParams = useWriteParams();
  const set = useCallback(
    (next: readonly string[]) =>
      writeParams((after) => {
        after.delete(name);
        for (const id of next) after.append(name, id);
      }),
    [name, writeParams],
  );
  return [ids, set];
}

function readIds(params: URLSearchParams, name: string): readonly string[] {
  return [...new Set(params.getAll(name))].filter((id) => id !== '');
}
