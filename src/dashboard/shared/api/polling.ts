import { type Query, useQuery } from '@tanstack/react-query';
import { capabilitiesQuery } from './capabilities.ts';
import { HttpError } from './errors.ts';

/** Milliseconds the service asks to wait before it is asked again; false where it does not. */
export function waitOf(error: unknown): number | false {
  const seconds = error instanceof HttpError ? error.retryAfter : null;
  return seconds === null ? false : Math.max(1, seconds) * 1000;
}

/** `refetchInterval` of what moves with the market: each tick; never where prices are stored and stand still. */
export function useTick(): (query: Pick<Query, 'state'>) => number | false {
  const seconds = useQuery(capabilitiesQuery).data?.market.tickSeconds ?? null;
  return (query) => {
    const asked = waitOf(query.state.error);
    if (asked !== false) return asked;
    return seconds === null ? false : seconds * 1000;
  };
}
