import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { putParam, useWriteParams, type Writing } from './writeParams.ts';

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

/** A state of the page that lives in its address: `const [period, setPeriod] = useSearchParam(periodParam)`. */
export function useSearchParam<T>(
  param: SearchParam<T>,
): readonly [T, (value: T, writing?: Writing) => void] {
  const [params] = useSearchParams();
  const writeParams = useWriteParams();
  const set = useCallback(
    (value: T, writing?: Writing) =>
      writeParams((after) => putParam(after, param.name, param.write(value)), writing),
    [param, writeParams],
  );
  const text = params.get(param.name);
  return [useMemo(() => param.read(text), [param, text]), set];
}

/** Writes several states at once, so that they are one step for Back: `set({ from, to, measure: null })`; null takes one away. */
export function useSetParams(): (
  texts: Readonly<Record<string, string | null>>,
  writing?: Writing,
) => void {
  const writeParams = useWriteParams();
  return useCallback(
    (texts, writing) =>
      writeParams((after) => {
        for (const [name, text] of Object.entries(texts)) putParam(after, name, text);
      }, writing),
    [writeParams],
  );
}
