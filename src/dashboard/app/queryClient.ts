import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { followMarket } from '../portfolio/capabilities.ts';
import { isOutage, isUnauthenticated, messageOf, pollInterval } from '../api/errors.ts';
import { notify } from '../design/notify.ts';

interface MutationMeta extends Record<string, unknown> {
  readonly invalidates?: readonly QueryKey[];
  /** "The webhook could not be removed": set if no form shows the error. */
  readonly failure?: string;
}

interface QueryMeta extends Record<string, unknown> {
  /** Changes with each tick of the market. */
  readonly ticks?: boolean;
  /** Changes once in this many milliseconds, such as with each new record. */
  readonly stepMs?: number;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

/** Mutations invalidate queries and report errors here, by their meta. Market data follows the ticks. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
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
      // A service on this machine needs no network, so the browser's online state does not matter.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: isWorthOneMore,
        // Failed queries retry after Retry-After, or a while after an outage.
        refetchInterval: ({ state: { error }, meta }) => pollInterval(error, meta?.stepMs ?? false),
        refetchOnWindowFocus: ({ state: { error } }) => !isUnauthenticated(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  followMarket(client);
  return client;
}

function isWorthOneMore(failures: number, error: Error): boolean {
  return failures === 0 && isOutage(error);
}
