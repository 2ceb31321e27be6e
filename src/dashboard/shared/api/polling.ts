import { type Query, useQuery } from '@tanstack/react-query';
import { useLive } from '../live/state.ts';
import { capabilitiesQuery } from './capabilities.ts';
import { waitOf } from './errors.ts';

type Asked = Pick<Query, 'state'>;
type Interval = (query: Asked) => number | false;

/** Every `refetchInterval` that is one of ticks, and what of it is left out. */
const ofTicks = new WeakMap<object, (query: Asked) => boolean>();

const nothing = () => false;

/**
 * `refetchInterval` of what moves with the market: each tick; never where prices are stored and stand still. While ticks are
 * told live, it is asked for again as they are told, all in one round.
 * @param isTooMuch what is not to be asked for that often.
 */
export function useTick(isTooMuch: (query: Asked) => boolean = nothing): Interval {
  const seconds = useQuery(capabilitiesQuery).data?.market.tickSeconds ?? null;
  const isLive = useLive();
  const interval = (query: Asked) => {
    const asked = waitOf(query.state.error);
    if (asked !== false) return asked;
    return seconds === null || isLive || isTooMuch(query) ? false : seconds * 1000;
  };
  ofTicks.set(interval, isTooMuch);
  return interval;
}

/** Whether a query is shown that moves with the market. Who only waits to come in sight, or was told to, does not count. */
export function movesWithTicks(query: Query): boolean {
  if (waitOf(query.state.error) !== false) return false;
  return query.observers.some(({ options: { refetchInterval, enabled } }) => {
    if ((typeof enabled === 'function' ? enabled(query) : enabled) === false) return false;
    if (typeof refetchInterval !== 'function') return false;
    const isTooMuch = ofTicks.get(refetchInterval);
    return isTooMuch !== undefined && !isTooMuch(query);
  });
}
