import { hashKey, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Capabilities } from '#contract/capabilities.ts';
import { durationText } from '#contract/duration.ts';
import { formatTime } from '#contract/time.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { callWithHeaders } from '../api/client.ts';
import { isNotFound, isNotOffered, pollInterval, waitOf } from '../api/errors.ts';
import { isLive } from '../api/live/state.ts';
import { noteServerTime } from '../api/serverClock.ts';
import { setService } from '../api/service.ts';
import { setServiceCurrency } from '../preferences/format.ts';
import { keys } from './queryKeys.ts';

/** The interval of new data: `every 5 s`. */
export const everyText = (seconds: number): string => `every ${durationText(seconds * 1000)}`;

/** `meta` of a query that a market tick makes outdated. */
export const ticks = { ticks: true } as const;

/** The query parameter of an answer as of an instant (epoch ms); null: the present. */
export const queryAsOf = (asOf: number | null): { readonly asOf?: string } =>
  asOf === null ? {} : { asOf: formatTime(asOf) };

/** The same for data as of an instant: a tick does not change the past. */
export const ticksAsOf = (asOf: number | null) => (asOf === null ? ticks : {});

export const capabilitiesQuery = queryOptions({
  queryKey: keys.capabilities,
  queryFn: async ({ signal }) => {
    const { body, headers } = await callWithHeaders(getCapabilities, {}, signal);
    noteServerTime(headers);
    return body;
  },
  // Polls at the tick interval. While ticks are published, polls once a minute as a safeguard.
  refetchInterval: ({ state }) =>
    pollInterval(state.error, ((isLive() ? null : state.data?.market.tickSeconds) ?? 60) * 1000),
});

/**
 * Sets the currency, and refetches visible queries when the market moves. A tick refetches queries marked `ticks`. An import
 * of prices or another kind of market refetches everything. If the market cannot be read, each marked query finds out by
 * itself whether it fails too. Failed queries retry once the market can be read again.
 */
export function followMarket(client: QueryClient): void {
  const hash = hashKey(capabilitiesQuery.queryKey);
  let before: Capabilities['market'] | undefined;
  let hasFailed = false;
  let last: Capabilities | null = null;

  function request(predicate: (query: Query) => boolean, cancelRefetch = false): void {
    // A hidden page refetches when it becomes visible.
    const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
    void client.invalidateQueries({ predicate, refetchType }, { cancelRefetch });
  }

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return;
    const known = client.getQueryData(capabilitiesQuery.queryKey);
    if (known !== undefined && known !== last) {
      setServiceCurrency(known.currency);
      const { service, notOffered } = known;
      setService({ connectedTo: service.connectedTo, notOffered });
      // The service may now offer what it refused before.
      const isNews = last !== null && last.notOffered !== notOffered;
      if (isNews) request(({ state }) => isNotOffered(state.error));
      last = known;
    }
    const market = known?.market;
    const earlier = before;
    before = market;
    const hadFailed = hasFailed;
    hasFailed = event.query.state.status === 'error';
    if (market === undefined || earlier === undefined) return;
    const { kind, asOf, tickSeconds } = market;
    if (event.action.type === 'error') {
      if (tickSeconds !== null) request((query) => movesWithTicks(query) && !isFailed(query));
    } else if (kind !== earlier.kind || (asOf !== earlier.asOf && tickSeconds === null)) {
      request(({ queryHash }) => queryHash !== hash, true);
    } else if (asOf !== earlier.asOf) {
      request(movesWithTicks);
    } else if (hadFailed && !hasFailed) {
      request((query) => movesWithTicks(query) && isFailed(query));
    }
  });
}

const isFailed = ({ state }: Query): boolean => state.status === 'error';

/** Excludes queries that must wait before a retry, and queries of resources that do not exist. */
function movesWithTicks({ observers, state }: Query): boolean {
  if (waitOf(state.error) !== false || isNotFound(state.error)) return false;
  return observers.some(({ options }) => options.meta?.ticks === true);
}
