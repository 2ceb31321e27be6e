import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { followMarket } from '../portfolio/capabilities.ts';
import {
  HttpError,
  isNotOffered,
  isUnauthenticated,
  messageOf,
  NetworkError,
  pollInterval,
} from '../api/errors.ts';
import { notify } from '../design/notify.ts';

/** What a mutation says about itself. */
interface MutationMeta extends Record<string, unknown> {
  /** Keys of the queries that are no longer true after it. */
  readonly invalidates?: readonly QueryKey[];
  /** "The webhook could not be removed": said with the reason where no form shows the failure. */
  readonly failure?: string;
}

/** What a query says about itself. */
interface QueryMeta extends Record<string, unknown> {
  /** Its answer moves with each tick of the market. */
  readonly ticks?: boolean;
  /** Its answer changes once in so many milliseconds, as a line does that a record joins. */
  readonly stepMs?: number;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

/** The one cache of the page. Mutations invalidate and report here, by their meta; what moves with the market follows it. */
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
      // A service on this machine answers without a network, so the browser's own guess does not count.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: isWorthOneMore,
        // What failed comes back by itself: when Retry-After says, or a while after an outage, however short that was.
        refetchInterval: ({ state: { error }, meta }) =>
          pollInterval(error, isOutage(error) ? outageIntervalMs : (meta?.stepMs ?? false)),
        refetchOnWindowFocus: ({ state: { error } }) => !isUnauthenticated(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  followMarket(client);
  return client;
}

const outageIntervalMs = 10_000;

function isWorthOneMore(failures: number, error: Error): boolean {
  return failures === 0 && isOutage(error);
}

/** Whether the service could not be reached, or failed without saying when to come again. */
function isOutage(error: Error | null): boolean {
  if (error === null || isNotOffered(error)) return false;
  if (error instanceof NetworkError) return true;
  return error instanceof HttpError && error.status >= 500 && error.retryAfter === null;
}
