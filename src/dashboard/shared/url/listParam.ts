import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Ids in the address, one parameter each: `?ids=a&ids=b`. They may hold commas, so no sign parts them. An id twice
 * is there once; an empty one is none.
 */
export function useListParam(
  name: string,
): readonly [readonly string[], (ids: readonly string[]) => void] {
  const [params, setParams] = useSearchParams();
  // The same ids are the same list, whatever else the address says.
  const key = new URLSearchParams(params.getAll(name).map((id) => [name, id])).toString();
  const ids = useMemo(() => readIds(new URLSearchParams(key), name), [key, name]);
  const set = useCallback(
    (next: readonly string[]) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete(name);
          for (const id of next) after.append(name, id);
          return after;
        },
        { preventScrollReset: true },
      ),
    [name, setParams],
  );
  return [ids, set];
}

function readIds(params: URLSearchParams, name: string): readonly string[] {
  return [...new Set(params.getAll(name))].filter((id) => id !== '');
}
