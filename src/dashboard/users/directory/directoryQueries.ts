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
import type { DirectoryWindow, DirectoryPeriod, DirectoryRow } from '#contract/directory.ts';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { day } from '#contract/historyType.ts';
import { pathOf, type QueryInput } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { parseTime } from '#contract/time.ts';
import { call, callNow } from '../../api/client.ts';
import { capabilitiesQuery, ticks } from '../../portfolio/capabilities.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import type { Sort } from '../../url/sortParam.ts';
import { directorySortParam, serviceColumn } from './directoryParams.ts';
import type { FilterQuery } from './filterKinds.ts';
import type { Filters } from './filterValues.ts';
import { queryOfFilters } from './filters.ts';

/** Who is wanted, in which order; what is left out is as the service decides. */
export type DirectoryQuery = { readonly q?: string } & FilterQuery &
  Pick<QueryInput<typeof getDirectory>, 'period' | 'sort'>;

/** One page of rows, with the count, sums and facets of all that match, the query that it answers, and the path it is of. */
export type DirectoryAnswer = DirectoryWindow & {
  readonly query: DirectoryQuery;
  readonly path: string;
};

export const rowsPerPage = 50;

/** One page of those who match. Of the users no more is ever requested than what is in sight. */
export function directoryPageQuery(query: DirectoryQuery, page: number) {
  return queryOptions<DirectoryAnswer>({
    queryKey: keys.directoryPage(query, page),
    queryFn: async ({ signal }) => {
      const window = { offset: page * rowsPerPage, limit: rowsPerPage };
      const input = { query: { ...query, ...window } };
      const path = pathOf(getDirectory, input);
      return { query, path, ...(await call(getDirectory, input, signal)) };
    },
    // Rows that were scrolled past and come back are as of now again, and are not kept for long.
    staleTime: 5_000,
    gcTime: 60_000,
    meta: ticks,
  });
}

/** A page with what is said of all that match; until it is there the one before stays. */
export function useDirectoryPage(query: DirectoryQuery, page: number, enabled = true) {
  return useQuery({
    ...directoryPageQuery(query, page),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The rows from one index to another: as many pages as they lie on, one or two. */
export function useDirectoryRows(
  query: DirectoryQuery,
  { first, last }: { readonly first: number; readonly last: number },
) {
  const from = pageOf(first);
  const pages = useQueries({
    queries: Array.from({ length: pageOf(last) - from + 1 }, (_, index) =>
      directoryPageQuery(query, from + index),
    ),
  });
  const failed = pages.findIndex(({ data, error }) => data === undefined && error !== null);
  const { error = null, refetch } = pages[failed] ?? {};
  return {
    /** undefined until it is there. */
    rowAt: (index: number) => pages[pageOf(index) - from]?.data?.rows[index % rowsPerPage],
    hasPage: (page: number) => pages[page - from]?.data !== undefined,
    /** Why a page in sight did not come, and what requests it again. */
    fault: error === null ? null : { page: from + failed, error, onRetry: () => void refetch?.() },
  };
}

export type DirectoryFault = NonNullable<ReturnType<typeof useDirectoryRows>['fault']>;

export const pageOf = (index: number): number => Math.floor(Math.max(0, index) / rowsPerPage);

/** So many users are printed at most. */
const maxPrinted = 1000;

/**
 * The first of those who match while the page is printed, null else. Where they cannot be read, as when the session has ended,
 * those that were read before.
 */
export function usePrintedRows(
  query: DirectoryQuery,
  count: number,
): readonly DirectoryRow[] | null {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly DirectoryRow[] | null>(null);
  const known = (page = 0): readonly DirectoryRow[] => {
    const { queryKey } = directoryPageQuery(query, page);
    const found = client.getQueryData(queryKey)?.rows;
    return found === undefined ? [] : [...found, ...known(page + 1)];
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
      return known();
    }
  };
  useWindowEvent('beforeprint', () => flushSync(() => setRows(read())));
  useWindowEvent('afterprint', () => setRows(null));
  return rows;
}

interface DirectoryView {
  readonly text: string;
  readonly sort: Sort;
  readonly filters: Filters;
  readonly period: DirectoryPeriod;
}

/**
 * What the address requests of the service: the same object as long as it is the same. What the service decides by itself is
 * left out, so that the same view is the same request.
 */
export function useDirectoryQuery({ text, sort, filters, period }: DirectoryView): DirectoryQuery {
  const [opened] = useState(Date.now);
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const today = Math.floor((asOf === undefined ? opened : parseTime(asOf)) / day) * day;
  return useMemo(() => {
    const q = text.trim();
    return {
      ...(q === '' ? {} : { q }),
      ...(period === 'day' ? {} : { period }),
      ...(directorySortParam.write(sort) === null
        ? {}
        : { sort: `${sort.order === 'descending' ? '-' : ''}${serviceColumn(sort.by)}` }),
      ...queryOfFilters(filters, today),
    };
  }, [text, sort, filters, period, today]);
}
