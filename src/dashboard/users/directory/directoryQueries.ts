import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { DirectoryPage, DirectoryRow } from '#contract/directory.ts';
import type { QueryInput } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { call } from '../../api/client.ts';
import { ticks } from '../../portfolio/capabilities.ts';
import { keys } from '../../portfolio/keys.ts';

/** Who is wanted, in which order; what is left out is as the service decides. */
export type DirectoryQuery = { readonly q?: string } & Pick<
  QueryInput<typeof getDirectory>,
  | 'period'
  | 'sort'
  | 'thematic'
  | 'token'
  | 'total'
  | 'return'
  | 'largest'
  | 'created'
  | 'attribute.*'
>;

/** One page of rows, with the count, sums and facets of all that match, and the query that it answers. */
export type DirectoryAnswer = DirectoryPage & { readonly query: DirectoryQuery };

export const rowsPerPage = 100;

/** One page of those who match. Of the users no more is ever requested than what is in sight. */
export function directoryPageQuery(query: DirectoryQuery, page: number) {
  return queryOptions<DirectoryAnswer>({
    queryKey: keys.directoryPage(query, page),
    queryFn: async ({ signal }) => {
      const window = { offset: page * rowsPerPage, limit: rowsPerPage };
      return { query, ...(await call(getDirectory, { query: { ...query, ...window } }, signal)) };
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

export interface DirectoryRows {
  /** undefined until it is there. */
  readonly rowAt: (index: number) => DirectoryRow | undefined;
  readonly hasPage: (page: number) => boolean;
  /** Why a page in sight did not come, and what requests it again. */
  readonly fault: {
    readonly page: number;
    readonly error: Error;
    readonly onRetry: () => void;
  } | null;
}

/** The rows from one index to another: as many pages as they lie on, one or two. */
export function useDirectoryRows(
  query: DirectoryQuery,
  { first, last }: { readonly first: number; readonly last: number },
): DirectoryRows {
  const from = pageOf(first);
  const pages = useQueries({
    queries: Array.from({ length: pageOf(last) - from + 1 }, (_, index) =>
      directoryPageQuery(query, from + index),
    ),
  });
  const failed = pages.findIndex(({ data, error }) => data === undefined && error !== null);
  const { error = null, refetch } = pages[failed] ?? {};
  return {
    rowAt: (index) => pages[pageOf(index) - from]?.data?.rows[index % rowsPerPage],
    hasPage: (page) => pages[page - from]?.data !== undefined,
    fault: error === null ? null : { page: from + failed, error, onRetry: () => void refetch?.() },
  };
}

export const pageOf = (index: number): number => Math.floor(Math.max(0, index) / rowsPerPage);
