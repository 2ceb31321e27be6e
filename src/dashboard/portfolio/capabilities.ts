import { hashKey, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { callWithHeaders } from '../api/client.ts';
import { isNotFound, isNotOffered, pollInterval, waitOf } from '../api/errors.ts';
import { isLive } from '../api/live/state.ts';
import { noteServerTime } from '../api/serverClock.ts';
import { setService } from '../api/service.ts';
import { setServiceCurrency } from '../preferences/format.ts';
import { keys } from './queryKeys.ts';

/** `meta` of a query whose answer moves with each tick of the market. */
export const ticks = { ticks: true } as const;

/** Which service this is, its market and its currency. */
export const capabilitiesQuery = queryOptions({
  queryKey: keys.capabilities,
  queryFn: async ({ signal }) => {
    const { body, headers } = await callWithHeaders(getCapabilities, {}, signal);
    noteServerTime(headers);
    return body;
  },
  // As often as prices come; while they are published, to be sure.
  refetchInterval: ({ state }) =>
    pollInterval(state.error, ((isLive() ? null : state.data?.market.tickSeconds) ?? 60) * 1000),
});

/**
 * Keeps the currency, and refreshes what is shown when the market has moved, however that became known: what ticks is requested in one round; where
 * stored prices were imported, or the kind of market changed, everything is. While the market cannot be read, each panel that ticks finds out whether
 * it still can be; what could not is requested again with the market.
 */
export function followMarket(client: QueryClient): void {
  const hash = hashKey(capabilitiesQuery.queryKey);
  let before: Capabilities['market'] | undefined;
  let hasFailed = false;
  let last: Capabilities | null = null;

  function request(predicate: (query: Query) => boolean, cancelRefetch = false): void {
    // A page nobody sees is refreshed when it is seen again.
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
      // What was refused may be offered by the service that answers now.
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

/** Whether a query is shown that moves with the market; one that was told to wait or does not exist does not count. */
function movesWithTicks({ observers, state }: Query): boolean {
  if (waitOf(state.error) !== false || isNotFound(state.error)) return false;
  return observers.some(({ options }) => options.meta?.ticks === true);
}
