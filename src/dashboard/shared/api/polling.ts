import { type Query, useQuery } from '@tanstack/react-query';
import { capabilitiesQuery } from './capabilities.ts';
import { waitOf } from './errors.ts';

/** `refetchInterval` of what moves with the market: each tick; never where prices are stored and stand still. */
export function useTick(): (query: Pick<Query, 'state'>) => number | false {
  const seconds = useQuery(capabilitiesQuery).data?.market.tickSeconds ?? null;
  return (query) => {
    const asked = waitOf(query.state.error);
    if (asked !== false) return asked;
    return seconds === null ? false : seconds * 1000;
  };
}
