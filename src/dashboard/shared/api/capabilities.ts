import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Offer } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { isLive } from '../live/state.ts';
import { usePreferences } from '../preferences.ts';
import { call } from './client.ts';
import { waitOf } from './errors.ts';

/** What the service offers beyond the interface; the pages branch on this alone. */
export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: ({ signal }) => call(getCapabilities, {}, signal),
  // As often as prices come, so that the bar is as fresh as the page under it; while they are told, to be sure.
  refetchInterval: ({ state }) =>
    waitOf(state.error) || ((isLive() ? null : state.data?.market.tickSeconds) ?? 60) * 1000,
});

/** Whether something is offered beyond the interface; undefined until it is known. A service that cannot tell offers nothing. */
export function useOffer(offer: Offer): boolean | undefined {
  const { data, error } = useQuery(capabilitiesQuery);
  if (data !== undefined) return data.offers.includes(offer);
  return error === null ? undefined : false;
}

/** Unit of every total, such as USD: the label preferred in this browser, else what the service tells; null for none. */
export function useCurrency(): string | null {
  const { currency: label } = usePreferences();
  const told = useQuery(capabilitiesQuery).data?.currency ?? null;
  return label === null ? told : label || null;
}
