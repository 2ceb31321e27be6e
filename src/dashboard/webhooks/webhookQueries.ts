import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ShownDeliveryState } from '#contract/deliveryState.ts';
import { minute } from '#contract/historyType.ts';
import type { QueryInput } from '#contract/operation.ts';
import {
  getDeliveries,
  getDelivery,
  getEndpoints,
  getRecovery,
  getWebhooksSummary,
  getWebhookTypes,
} from '#contract/operations/endpoints.ts';
import { getInspector } from '#contract/operations/inspector.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { call, callWithHeaders, nextPage } from '../api/client.ts';
import { pollInterval } from '../api/errors.ts';
import { typedInstant } from '../design/readInstant.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { timeSpans } from '../portfolio/timeSpans.ts';
import { chosenTimeZone } from '../preferences/preferences.ts';
import type { DeliverySpan } from '../url/params.ts';

/** To the minute, in the preferred zone. */
export function typedStart(at: number): string {
  return typedInstant(at - (at % minute), chosenTimeZone());
}

const busyIntervalMs = 2000;
const quietIntervalMs = 5000;

export const webhooksQuery = queryOptions({
  queryKey: keys.webhooks,
  queryFn: ({ signal }) => call(getWebhooks, {}, signal),
  refetchInterval: ({ state }) => pollInterval(state.error, 60_000),
});

export const summaryQuery = queryOptions({
  queryKey: keys.webhookPart('summary'),
  queryFn: ({ signal }) => call(getWebhooksSummary, {}, signal),
  refetchInterval: ({ state }) =>
    pollInterval(state.error, (state.data?.waiting ?? 0) > 0 ? busyIntervalMs : quietIntervalMs),
});

export const endpointsQuery = queryOptions({
  queryKey: keys.webhookPart('endpoints'),
  queryFn: ({ signal }) => call(getEndpoints, {}, signal),
  refetchInterval: ({ state }) =>
    pollInterval(
      state.error,
      state.data?.some(({ waiting, status }) => waiting > 0 || status === 'paused') === true
        ? busyIntervalMs
        : quietIntervalMs,
    ),
});

interface DeliveryListOptions {
  readonly endpoint: string;
  readonly type: string;
  readonly state: ShownDeliveryState | '';
  readonly span: DeliverySpan;
  readonly since: string;
}

export function deliveriesQuery(filter: DeliveryListOptions) {
  return infiniteQueryOptions({
    queryKey: keys.webhookPart('deliveries', filter),
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam ?? firstPage(filter, Date.now());
      const { body, headers } = await callWithHeaders(getDeliveries, { query }, signal);
      return { deliveries: body, next: nextPage(headers) };
    },
    initialPageParam: null as DeliveryPageQuery | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      pollInterval(
        state.error,
        state.data?.pages.some(({ deliveries }) =>
          deliveries.some((one) => one.state === 'pending'),
        ) === true
          ? busyIntervalMs
          : quietIntervalMs,
      ),
  });
}

type DeliveryPageQuery = QueryInput<typeof getDeliveries>;

function firstPage(filter: DeliveryListOptions, now: number): DeliveryPageQuery {
  const { endpoint, type, state, span, since } = filter;
  const isLength = span !== 'all' && span !== 'since';
  const from = isLength
    ? new Date(now - timeSpans[span]).toISOString()
    : span === 'since'
      ? since
      : '';
  return {
    endpoint: endpoint || undefined,
    type: type || undefined,
    state: state || undefined,
    from: from || undefined,
  };
}

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: keys.webhookPart('delivery', id),
    queryFn: ({ signal }) => call(getDelivery, { params: { id } }, signal),
    refetchInterval: ({ state }) => {
      const isInProgress = state.data?.isSending === true || state.data?.attempts === 0;
      const isPending = state.data?.state === 'pending';
      return pollInterval(
        state.error,
        isInProgress ? 500 : isPending ? busyIntervalMs : quietIntervalMs,
      );
    },
  });
}

export function recoveryQuery(id: string) {
  return queryOptions({
    queryKey: keys.webhookPart('recovery', id),
    queryFn: ({ signal }) => call(getRecovery, { params: { id } }, signal),
    refetchInterval: ({ state }) =>
      pollInterval(state.error, state.data?.state === 'running' ? 1000 : false),
  });
}

export const typesQuery = queryOptions({
  queryKey: keys.webhookPart('types'),
  queryFn: ({ signal }) => call(getWebhookTypes, {}, signal),
});

/** Not cached: a form would start with outdated settings. */
export const inspectorQuery = queryOptions({
  queryKey: keys.webhookPart('inspector'),
  queryFn: ({ signal }) => call(getInspector, {}, signal),
  gcTime: 0,
  refetchInterval: ({ state }) => pollInterval(state.error, busyIntervalMs),
});
