import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPane } from './ErrorPane.tsx';
import { StaleLine } from './StaleLine.tsx';

interface QueryProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is read, for the words of an error: "Wallets", "The history". */
  readonly what: string;
  /** What stands until the first answer: skeletons of the same size as what comes. */
  readonly loading: ReactNode;
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
  /** Instead of the error panel, where a page knows better (a 404 that leads back). */
  readonly failed?: (error: Error, retry: () => void) => ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** The states of a panel in their order: data first, then error, then empty, then loading. */
export function Query<T>(props: QueryProps<T>) {
  const { query, what, loading, isEmpty, empty, failed, children } = props;
  const retry = () => void query.refetch();
  if (query.data !== undefined) {
    return (
      <>
        {query.error !== null && (
          <StaleLine
            what={what}
            error={query.error}
            failedAt={query.errorUpdatedAt}
            shownAt={query.dataUpdatedAt}
            onRetry={retry}
          />
        )}
        {isEmpty?.(query.data) === true ? empty : children(query.data)}
      </>
    );
  }
  if (query.error !== null) {
    return (
      failed?.(query.error, retry) ?? <ErrorPane what={what} error={query.error} onRetry={retry} />
    );
  }
  return loading;
}
