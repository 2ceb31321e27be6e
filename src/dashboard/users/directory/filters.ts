import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useWriteParams } from '../../url/searchParam.ts';
import {
  type ChipOptions,
  type Criterion,
  filterKinds,
  type FilterQuery,
  type Filters,
} from './filterKinds.ts';

export const noFilters: Filters = {
  thematics: [],
  tokens: [],
  largest: null,
  total: null,
  change: null,
  moved: null,
  created: null,
  attributes: [],
};

const isFilterName = (name: string): name is keyof Filters => Object.hasOwn(filterKinds, name);
const allNames: readonly (keyof Filters)[] = Object.keys(filterKinds).filter(isFilterName);

const none: Partial<Filters> = {};
const only = <Name extends keyof Filters>(name: Name, value: Filters[Name]): Partial<Filters> => ({
  ...none,
  [name]: value,
});

/** The filters in the address, and how they are set: those given, as one step for Back. */
export function useFilters(): readonly [Filters, (changed: Partial<Filters>) => void] {
  const [params] = useSearchParams();
  // The same text is the same filters, whatever else the address says.
  const said = JSON.stringify(writeFilters(readFilters(params)));
  const filters = useMemo(() => readFilters(paramsOf(said)), [said]);
  const writeParams = useWriteParams();
  const set = useCallback(
    (changed: Partial<Filters>) =>
      writeParams((after) => {
        const next = { ...readFilters(after), ...changed };
        for (const param of [...after.keys()].filter(isFilterParam)) after.delete(param);
        for (const [param, text] of writeFilters(next)) after.append(param, text);
      }),
    [writeParams],
  );
  return [filters, set];
}

function isFilterParam(name: string): boolean {
  return Object.values(filterKinds).some(({ param }) =>
    param.endsWith('.') ? name.startsWith(param) : name === param,
  );
}

function paramsOf(said: string): URLSearchParams {
  const pairs: string[][] = JSON.parse(said);
  return new URLSearchParams(pairs);
}

type Name = keyof Filters;
const read = <N extends Name>(name: N, params: URLSearchParams): Filters[N] =>
  filterKinds[name].read(params);
const write = <N extends Name>(name: N, value: Filters[N]) => filterKinds[name].write(value);
const query = <N extends Name>(name: N, value: Filters[N], today: number) =>
  filterKinds[name].query(value, today);
const labels = <N extends Name>(name: N, value: Filters[N], options: ChipOptions) =>
  filterKinds[name]
    .chips(value, options)
    .map(({ cleared, ...chip }) => ({ ...chip, cleared: only(name, cleared) }));

export function readFilters(params: URLSearchParams): Filters {
  return allNames.reduce(
    (all, name): Filters => ({ ...all, ...only(name, read(name, params)) }),
    noFilters,
  );
}

export function writeFilters(filters: Filters): ReturnType<typeof write> {
  return allNames.flatMap((name) => write(name, filters[name]));
}

/** What the filters request of the service; see `FilterKind.query`. */
export function queryOfFilters(filters: Filters, today: number): FilterQuery {
  const none: FilterQuery = {};
  return allNames.reduce((all, name) => ({ ...all, ...query(name, filters[name], today) }), none);
}

/** One filter that is set, as its chip says it: “Total” and “10 M or more”. */
export interface FilterLabel {
  readonly criterion: Criterion;
  readonly label: string;
  readonly value: string;
  /** What takes it away. */
  readonly cleared: Partial<Filters>;
}

/** The filters that are set, as their chips say them. */
export function filterLabels(filters: Filters, options: ChipOptions): readonly FilterLabel[] {
  return allNames.flatMap((name) => labels(name, filters[name], options));
}
