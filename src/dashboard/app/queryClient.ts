import {
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { capabilitiesQuery } from '../shared/api/capabilities.ts';
import { HttpError, messageOf, NetworkError, waitOf } from '../shared/api/errors.ts';
import { notify } from '../shared/notices.ts';

/** What a mutation says about itself. */
interface MutationMeta extends Record<string, unknown> {
  /** Keys of the queries that are no longer true after it. */
  readonly invalidates?: readonly QueryKey[];
  /** "The webhook could not be removed": said with the reason where no form shows the failure. */
  readonly failure?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

const capabilitiesHash = hashKey(capabilitiesQuery.queryKey);

/** The one cache of the page. Mutations invalidate and report here, by their meta; so does a market that changes. */
export function createQueryClient(): QueryClient {
  let market: string | null = null;
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { queryHash }) => {
        if (queryHash !== capabilitiesHash) return;
        const before = market;
        market = marketOf(client);
        if (before === null || before === market) return;
        void client.invalidateQueries({ predicate: (query) => query.queryHash !== queryHash });
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) => {
        for (const queryKey of mutation.meta?.invalidates ?? []) {
          void client.invalidateQueries({ queryKey });
        }
      },
      onError: (error, _variables, _result, mutation) => {
        const failure = mutation.meta?.failure;
        if (failure !== undefined) notify(`${failure}: ${messageOf(error)}`);
      },
    }),
    defaultOptions: {
      // A service on this machine answers without a network, so the browser's own guess is not asked.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: isWorthOneMore,
        // Waits as told: a query that failed with Retry-After asks again by itself.
        refetchInterval: (query) => waitOf(query.state.error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

function isWorthOneMore(failures: number, error: Error): boolean {
  if (failures > 0) return false;
  if (error instanceof NetworkError) return true;
  return error instanceof HttpError && error.status >= 500 && error.retryAfter === null;
}

/**
 * Stays the same as long as what was read comes true again by itself: each tick of a live market. Where prices are stored
 * nothing is asked again until new ones came.
 */
function marketOf(client: QueryClient): string | null {
  const market = client.getQueryData(capabilitiesQuery.queryKey)?.market;
  if (market === undefined) return null;
  return market.tickSeconds === null ? `${market.kind} ${market.asOf}` : market.kind;
}
