import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useWriteParams } from '../url/searchParam.ts';
import type { ChipOptions, FilterLabel, FilterQuery } from './filterKind.ts';
import { filterKinds } from './filterKinds.ts';
import type { Filters } from './filterValues.ts';

const kinds = Object.values(filterKinds);

/** Each change of filters is one step for Back. */
export function useFilters(): readonly [Filters, (changed: Partial<Filters>) => void] {
  const [params] = useSearchParams();
  // Equal texts give the same object when other parts of the address change.
  const own = [...params].filter(([name]) => isFilterParam(name));
  const text = new URLSearchParams(own).toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text]);
  const writeParams = useWriteParams();
  const set = useCallback(
    (changed: Partial<Filters>) =>
      writeParams((after) => {
        const next = { ...readFilters(after), ...changed };
        for (const param of [...after.keys()].filter(isFilterParam)) after.delete(param);
        for (const [param, value] of writeFilters(next)) after.append(param, value);
      }),
    [writeParams],
  );
  return [filters, set];
}

export function isFilterParam(name: string): boolean {
  return kinds.some(({ param }) => (param.endsWith('.') ? name.startsWith(param) : name === param));
}

export function readFilters(params: URLSearchParams): Filters {
  const read = Object.entries(filterKinds).map(([name, kind]) => ({ [name]: kind.read(params) }));
  return Object.assign({}, ...read);
}

export const noFilters = readFilters(new URLSearchParams());

export function writeFilters(filters: Filters): readonly (readonly [string, string])[] {
  return kinds.flatMap((kind) => kind.write(filters));
}

export function queryOfFilters(filters: Filters, today: number): FilterQuery {
  const none: FilterQuery = {};
  return kinds.reduce((query, kind) => ({ ...query, ...kind.query(filters, today) }), none);
}

export function isFilterOffered(name: string, unsupported: readonly string[]): boolean {
  const all: Readonly<Record<string, { readonly column: string | null }>> = filterKinds;
  return !unsupported.includes(all[name]?.column ?? '');
}

export function filterLabels(filters: Filters, options: ChipOptions): readonly FilterLabel[] {
  return kinds.flatMap((kind) => kind.labels(filters, options));
}
