import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface Writing {
  /** `replace` (typing, dragging) makes no step for Back; `push` (choosing) does. */
  readonly history?: 'push' | 'replace';
  /** What the step in the browser's history carries besides the address. */
  readonly state?: unknown;
}

/** Changes the parameters of the address; every state of a page that lives there is written through this. */
export function useWriteParams(): (
  change: (params: URLSearchParams) => void,
  writing?: Writing,
) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, { history = 'push', state } = {}) => {
      const write = (before: URLSearchParams) => {
        const after = new URLSearchParams(before);
        change(after);
        return after;
      };
      setParams(write, { replace: history === 'replace', preventScrollReset: true, state });
    },
    [setParams],
  );
}

/** Null takes a parameter away. */
export function putParam(params: URLSearchParams, name: string, text: string | null): void {
  if (text === null) params.delete(name);
  else params.set(name, text);
}
