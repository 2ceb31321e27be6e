import { useWindowEvent } from '@mantine/hooks';
import {
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DirectoryPeriod,
  directoryPeriods,
  type DirectoryRow,
  type DirectoryWindow,
} from '#contract/directory.ts';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { call, callNow } from '../../api/client.ts';
import { ticks } from '../../portfolio/capabilities.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { initialDirectoryPeriod } from '../../url/carried.ts';
import type { Sort } from '../../url/sortParam.ts';
import { directorySortParam, serviceColumn } from './directoryParams.ts';
import { instantsOfColumns, type PeriodStarts } from './toDate.ts';
import type { Filters } from '../../members/filterValues.ts';
import type { UserListQuery } from '../../members/userListQuery.ts';
import { queryOfFilters } from '../../members/filters.ts';
import { useToday } from '../../members/useToday.ts';

export type DirectoryAnswer = DirectoryWindow & {
  readonly query: UserListQuery;
  readonly path: string;
};

export const periodOf = ({ period }: UserListQuery): DirectoryPeriod =>
  directoryPeriods.find((one) => one === period) ?? initialDirectoryPeriod;

export const rowsPerPage = 50;

export function directoryPageQuery(query: UserListQuery, page: number) {
  return queryOptions<DirectoryAnswer>({
    queryKey: keys.directoryPage(query, page),
    queryFn: async ({ signal }) => {
      const window = { offset: page * rowsPerPage, limit: rowsPerPage };
      const input = { query: { ...query, ...window } };
      const path = pathOf(getDirectory, input);
      return { query, path, ...(await call(getDirectory, input, signal)) };
    },
    // Rows that return to view are refetched, and are not cached for long.
    staleTime: 5_000,
    gcTime: 60_000,
    meta: ticks,
  });
}

export function useDirectoryPage(query: UserListQuery, page: number, enabled = true) {
  return useQuery({
    ...directoryPageQuery(query, page),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useDirectoryRows(
  query: UserListQuery,
  { first, last }: { readonly first: number; readonly last: number },
) {
  const from = pageOfRow(first);
  const pages = useQueries({
    queries: Array.from({ length: pageOfRow(last) - from + 1 }, (_, index) =>
      directoryPageQuery(query, from + index),
    ),
  });
  const failed = pages.findIndex(({ data, error }) => data === undefined && error !== null);
  const { error = null, refetch } = pages[failed] ?? {};
  return {
    rowAt: (index: number) => pages[pageOfRow(index) - from]?.data?.rows[index % rowsPerPage],
    hasPage: (page: number) => pages[page - from]?.data !== undefined,
    fault: error === null ? null : { page: from + failed, error, onRetry: () => void refetch?.() },
  };
}

export type DirectoryFault = NonNullable<ReturnType<typeof useDirectoryRows>['fault']>;

export const pageOfRow = (index: number): number => Math.floor(Math.max(0, index) / rowsPerPage);

const maxPrinted = 1000;

/**
 * The first matches while the page is printed, otherwise null. If they cannot be read, for example after the session has
 * ended, the rows already read.
 */
export function usePrintedRows(
  query: UserListQuery,
  count: number,
): readonly DirectoryRow[] | null {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly DirectoryRow[] | null>(null);
  const cachedRows = (page = 0): readonly DirectoryRow[] => {
    const { queryKey } = directoryPageQuery(query, page);
    const cached = client.getQueryData(queryKey)?.rows;
    return cached === undefined ? [] : [...cached, ...cachedRows(page + 1)];
  };
  const read = (): readonly DirectoryRow[] => {
    const all: DirectoryRow[] = [];
    try {
      while (all.length < Math.min(count, maxPrinted)) {
        const window = { offset: all.length, limit: maxDirectoryRows };
        const { rows: next } = callNow(getDirectory, { query: { ...query, ...window } });
        if (next.length === 0) break;
        all.push(...next);
      }
      return all;
    } catch {
      return cachedRows();
    }
  };
  useWindowEvent('beforeprint', () => flushSync(() => setRows(read())));
  useWindowEvent('afterprint', () => setRows(null));
  return rows;
}

interface DirectoryView {
  /** null for the standard ones. */
  readonly columns: readonly string[] | null;
  readonly starts: PeriodStarts | null;
  readonly text: string;
  readonly sort: Sort;
  readonly filters: Filters;
  readonly period: DirectoryPeriod;
}

/** Returns a stable object for equal addresses. Omits defaults, so that equal views are one request. */
export function useDirectoryQuery({
  text,
  sort,
  filters,
  period,
  columns,
  starts,
}: DirectoryView): UserListQuery {
  const today = useToday();
  const since = starts === null ? [] : instantsOfColumns([...(columns ?? []), sort.by], starts);
  const sinceText = since.join(' ');
  return useMemo(() => {
    const q = text.trim();
    return {
      ...(q === '' ? {} : { q }),
      ...(period === initialDirectoryPeriod ? {} : { period }),
      ...(directorySortParam.write(sort) === null
        ? {}
        : { sort: `${sort.order === 'descending' ? '-' : ''}${serviceColumn(sort.by, starts)}` }),
      ...(sinceText === '' ? {} : { since: sinceText.split(' ') }),
      ...queryOfFilters(filters, today),
    };
  }, [text, sort, filters, period, today, sinceText, starts]);
}
