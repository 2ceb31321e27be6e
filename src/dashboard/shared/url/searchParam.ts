import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How a state of the page stands in the address: `read` gets null where it is absent; `write` gives null to leave it out. */
export interface SearchParam<T> {
  readonly name: string;
  readonly read: (text: string | null) => T;
  readonly write: (value: T) => string | null;
}

/** A text, absent while empty. */
export function textParam(name: string): SearchParam<string> {
  return { name, read: (text) => text ?? '', write: (text) => (text === '' ? null : text) };
}

/** One of a few words; any other reads as the first choice, which is left out of the address. */
export function choiceParam<const T extends string>(
  name: string,
  choices: readonly T[],
  initial: T,
): SearchParam<T> {
  return {
    name,
    read: (text) => choices.find((choice) => choice === text) ?? initial,
    write: (choice) => (choice === initial ? null : choice),
  };
}

interface Writing {
  /** `replace` (typing, dragging) makes no step for Back; `push` (choosing) does. */
  readonly history?: 'push' | 'replace';
}

/** A state of the page that lives in its address: `const [period, setPeriod] = useSearchParam(periodParam)`. */
export function useSearchParam<T>(
  param: SearchParam<T>,
): readonly [T, (value: T, writing?: Writing) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: T, { history = 'push' }: Writing = {}) => {
      setParams((before) => written(before, param, value), {
        replace: history === 'replace',
        preventScrollReset: true,
      });
    },
    [param, setParams],
  );
  const text = params.get(param.name);
  return [useMemo(() => param.read(text), [param, text]), set];
}

function written<T>(before: URLSearchParams, param: SearchParam<T>, value: T): URLSearchParams {
  const after = new URLSearchParams(before);
  const text = param.write(value);
  if (text === null) after.delete(param.name);
  else after.set(param.name, text);
  return after;
}

/** Writes several states at once, so that they are one step for Back: `set({ from, to, measure: null })`; null takes one away. */
export function useSetParams(): (
  texts: Readonly<Record<string, string | null>>,
  writing?: Writing,
) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (texts, { history = 'push' } = {}) => {
      const write = (before: URLSearchParams) => {
        const after = new URLSearchParams(before);
        for (const [name, text] of Object.entries(texts)) {
          if (text === null) after.delete(name);
          else after.set(name, text);
        }
        return after;
      };
      setParams(write, { replace: history === 'replace', preventScrollReset: true });
    },
    [setParams],
  );
}
