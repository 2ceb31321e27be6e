import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  deliveryList,
  deliveryWithAttempts,
  endpointList,
  inspector,
  recovery,
  webhooksSummary,
  webhookTypeList,
  type DeliveryState,
} from '#contract/delivery.ts';
import { paths } from '#contract/paths.ts';
import { webhookList } from '#contract/webhook.ts';
import { get, getAnswer } from '../shared/api/client.ts';
import { waitOf } from '../shared/api/errors.ts';
import { spans, type Span } from './webhooksParams.ts';

/** How often to poll while something is under way, and otherwise. */
const busyIntervalMs = 2000;
const quietIntervalMs = 5000;

/** Every registered webhook. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => get(paths.webhooks(), webhookList, signal),
  refetchInterval: ({ state }) => waitOf(state.error) || 60_000,
});

/** All endpoints together, over the past day. */
export const summaryQuery = queryOptions({
  queryKey: ['webhooks', 'summary'],
  queryFn: ({ signal }) => get(paths.webhooksSummary(), webhooksSummary, signal),
  refetchInterval: ({ state }) =>
    waitOf(state.error) || ((state.data?.waiting ?? 0) > 0 ? busyIntervalMs : quietIntervalMs),
});

/** Every endpoint with its health. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhooks', 'endpoints'],
  queryFn: ({ signal }) => get(paths.endpoints(), endpointList, signal),
  refetchInterval: ({ state }) =>
    waitOf(state.error) ||
    (state.data?.some(({ waiting, status }) => waiting > 0 || status === 'paused') === true
      ? busyIntervalMs
      : quietIntervalMs),
});

/** Which deliveries are listed; an empty text does not restrict. */
export interface Listed {
  readonly endpoint: string;
  readonly type: string;
  readonly state: DeliveryState | '';
  readonly span: Span;
}

/** Deliveries, the newest first, page by page. */
export function deliveriesQuery(listed: Listed) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', listed],
    queryFn: async ({ pageParam, signal }) => {
      const { body, headers } = await getAnswer(
        pageParam ?? firstPage(listed, Date.now()),
        deliveryList,
        signal,
      );
      return { deliveries: body, next: nextOf(headers.get('Link')) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      waitOf(state.error) ||
      (state.data?.pages.some(({ deliveries }) =>
        deliveries.some((one) => one.state === 'pending'),
      ) === true
        ? busyIntervalMs
        : quietIntervalMs),
  });
}

function firstPage({ endpoint, type, state, span }: Listed, now: number): string {
  const query = new URLSearchParams();
  if (endpoint !== '') query.set('endpoint', endpoint);
  if (type !== '') query.set('type', type);
  if (state !== '') query.set('state', state);
  if (span !== 'all') query.set('from', new Date(now - spans[span]).toISOString());
  return query.size === 0 ? paths.deliveries() : `${paths.deliveries()}?${query.toString()}`;
}

/** Address of the next page, from the Link header (RFC 8288). */
function nextOf(link: string | null): string | null {
  return /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;
}

/** One delivery with its attempts. */
export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: ({ signal }) => get(paths.delivery(id), deliveryWithAttempts, signal),
    refetchInterval: ({ state }) => {
      const wait = waitOf(state.error);
      if (wait !== false) return wait;
      const isUnderWay = state.data?.isSending === true || state.data?.attempts === 0;
      return isUnderWay ? 500 : state.data?.state === 'pending' ? busyIntervalMs : quietIntervalMs;
    },
  });
}

/** The progress of a recovery. */
export function recoveryQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', 'recovery', id],
    queryFn: ({ signal }) => get(paths.recovery(id), recovery, signal),
    refetchInterval: ({ state }) =>
      waitOf(state.error) || (state.data?.state === 'running' ? 1000 : false),
  });
}

/** Types of events with examples of their messages. */
export const typesQuery = queryOptions({
  queryKey: ['webhooks', 'types'],
  queryFn: ({ signal }) => get(paths.webhookTypes(), webhookTypeList, signal),
});

/** The built-in receiver with the messages it got. Not cached: a form would start with outdated settings. */
export const inspectorQuery = queryOptions({
  queryKey: ['webhooks', 'inspector'],
  queryFn: ({ signal }) => get(paths.inspector(), inspector, signal),
  gcTime: 0,
  refetchInterval: ({ state }) => waitOf(state.error) || busyIntervalMs,
});
