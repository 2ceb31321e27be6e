import { use, useCallback, useMemo } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type DataRouter,
  useSearchParams,
} from 'react-router-dom';

/** How a state of the page stands in the address: `read` gets null where it is absent; `write` gives null to leave it out. */
export interface SearchParam<T> {
  readonly name: string;
  readonly read: (text: string | null) => T;
  readonly write: (value: T) => string | null;
  /** All words it may be in the address, where those are few. */
  readonly choices?: readonly string[];
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
    choices,
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

/** Words in the address that are none of a parameter's choices: it reads as its first choice, and the page must say so. */
export function useUnknownChoices<P extends Pick<SearchParam<unknown>, 'name' | 'choices'>>(
  all: readonly P[],
): readonly (P & { readonly text: string })[] {
  const [params] = useSearchParams();
  return all.flatMap((param) => {
    const text = params.get(param.name);
    return text === null || param.choices?.includes(text) === true ? [] : [{ ...param, text }];
  });
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

/** Addresses of this page with some parameters changed: `link({ delivery: id })`; null takes one away. */
export function useParamLink(): (texts: Readonly<Record<string, string | null>>) => string {
  const [params] = useSearchParams();
  return (texts) => {
    const after = new URLSearchParams(params);
    for (const [name, text] of Object.entries(texts)) putParam(after, name, text);
    return `?${after.toString()}`;
  };
}

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

/** Each id once, and none that is empty. */
export function readIds(params: URLSearchParams, name: string): readonly string[] {
  return [...new Set(params.getAll(name))].filter((id) => id !== '');
}

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
  const router = useDataRouter();
  return useCallback(
    (change, { history = 'push', state } = {}) => {
      // Not the drawn address, which may lack what was written a moment ago.
      const params = new URLSearchParams(router.state.location.search);
      change(params);
      setParams(params, { replace: history === 'replace', preventScrollReset: true, state });
    },
    [router, setParams],
  );
}

/** The router, which knows where it is before React has drawn it. */
export function useDataRouter(): DataRouter {
  const context = use(DataRouterContext);
  if (context === null) throw new Error('The address is read and written inside RouterProvider.');
  return context.router;
}

/** Null takes a parameter away. */
export function putParam(params: URLSearchParams, name: string, text: string | null): void {
  if (text === null) params.delete(name);
  else params.set(name, text);
}
