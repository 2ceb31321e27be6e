import { type Query, useQuery } from '@tanstack/react-query';
import { useLive } from '../live/state.ts';
import { capabilitiesQuery } from './capabilities.ts';
import { waitOf } from './errors.ts';

type Interval = (query: Pick<Query, 'state'>) => number | false;

/** Every `refetchInterval` that is one of ticks. */
const ofTicks = new WeakSet<object>();

/**
 * `refetchInterval` of what moves with the market: each tick; never where prices are stored and stand still. While ticks are
 * told live, it is asked for again as they are told, all in one round.
 */
export function useTick(): Interval {
  const seconds = useQuery(capabilitiesQuery).data?.market.tickSeconds ?? null;
  const isLive = useLive();
  const interval: Interval = ({ state }) => {
    const asked = waitOf(state.error);
    if (asked !== false) return asked;
    return seconds === null || isLive ? false : seconds * 1000;
  };
  ofTicks.add(interval);
  return interval;
}

/** Whether a query is shown that moves with the market. Who only waits to come in sight, or was told to, does not count. */
export function movesWithTicks(query: Query): boolean {
  if (waitOf(query.state.error) !== false) return false;
  return query.observers.some(({ options: { refetchInterval, enabled } }) => {
    if ((typeof enabled === 'function' ? enabled(query) : enabled) === false) return false;
    return typeof refetchInterval === 'function' && ofTicks.has(refetchInterval);
  });
}
