import { use, useCallback, useMemo } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type DataRouter,
  useSearchParams,
} from 'react-router-dom';

/** `read` gets null if the address has no such parameter; `write` returns null to omit it. */
export interface SearchParam<T> {
  readonly name: string;
  readonly read: (text: string | null) => T;
  readonly write: (value: T) => string | null;
  readonly choices?: readonly string[];
}

/** The address omits an empty text. */
export function textParam(name: string): SearchParam<string> {
  return { name, read: (text) => text ?? '', write: (text) => (text === '' ? null : text) };
}

/** Unknown words read as the first choice, which the address omits. */
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

/** Returns unknown words of the parameters. The first choice replaces each, and the page must say so. */
export function useUnknownChoices<P extends Pick<SearchParam<unknown>, 'name' | 'choices'>>(
  all: readonly P[],
): readonly (P & { readonly text: string })[] {
  const [params] = useSearchParams();
  return all.flatMap((param) => {
    const text = params.get(param.name);
    return text === null || param.choices?.includes(text) === true ? [] : [{ ...param, text }];
  });
}

/** Writes several states as one step for Back: `set({ from, to, measure: null })`; null removes one. */
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

/** Returns addresses of this page with changed parameters: `link({ delivery: id })`; null removes one. */
export function useParamLink(): (texts: Readonly<Record<string, string | null>>) => string {
  const [params] = useSearchParams();
  return (texts) => {
    const after = new URLSearchParams(params);
    for (const [name, text] of Object.entries(texts)) putParam(after, name, text);
    return `?${after.toString()}`;
  };
}

/** Ids may contain commas, so each has its own parameter: `?ids=a&ids=b`. Ignores duplicates and empty ids. */
export function useListParam(
  name: string,
): readonly [readonly string[], (ids: readonly string[]) => void] {
  const [params] = useSearchParams();
  // The list is stable while its ids are the same.
  const key = new URLSearchParams(params.getAll(name).map((id) => [name, id])).toString();
  const ids = useMemo(() => readIds(new URLSearchParams(key), name), [key, name]);
  const writeParams = useWriteParams();
  const set = useCallback(
    (next: readonly string[]) => writeParams((after) => putList(after, name, next)),
    [name, writeParams],
  );
  return [ids, set];
}

export function putList(params: URLSearchParams, name: string, texts: Iterable<string>): void {
  params.delete(name);
  for (const text of texts) params.append(name, text);
}

export function readIds(params: URLSearchParams, name: string): readonly string[] {
  return [...new Set(params.getAll(name))].filter((id) => id !== '');
}

export interface Writing {
  /** `replace` (typing, dragging) adds no step for Back; `push` (choosing) does. */
  readonly history?: 'push' | 'replace';
  readonly state?: unknown;
}

/** All page state in the address is written through this. */
export function useWriteParams(): (
  change: (params: URLSearchParams) => void,
  writing?: Writing,
) => void {
  const [, setParams] = useSearchParams();
  const router = useDataRouter();
  return useCallback(
    (change, { history = 'push', state } = {}) => {
      // The rendered address may lack the latest changes.
      const params = new URLSearchParams(router.state.location.search);
      change(params);
      setParams(params, { replace: history === 'replace', preventScrollReset: true, state });
    },
    [router, setParams],
  );
}

/** The router is ahead of the rendered location. */
export function useDataRouter(): DataRouter {
  const context = use(DataRouterContext);
  if (context === null) throw new Error('The address is read and written inside RouterProvider.');
  return context.router;
}

/** null removes a parameter. */
export function putParam(params: URLSearchParams, name: string, text: string | null): void {
  if (text === null) params.delete(name);
  else params.set(name, text);
}
