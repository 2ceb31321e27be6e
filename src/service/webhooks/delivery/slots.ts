import type { Claimed } from './claim.ts';
import { maxAttemptMs } from './timeouts.ts';

/** Concurrent attempts: per endpoint, and in total. */
export const maxPerEndpoint = 8;
const maxInAll = 64;
/** Claimed deliveries in total: more would wait for longer than their leases. */
const maxClaimed = 512;
/** Claims ahead what an endpoint is expected to take in this time, so that one query claims many. */
const claimAheadMs = 1000;
const maxAhead = 56;

interface EndpointSlots {
  readonly waiting: Claimed[];
  underWay: number;
  /** Moving average of attempt durations in milliseconds. */
  averageMs: number | null;
  /** An attempt failed, and the endpoint is not judged yet: nothing starts meanwhile. */
  isHeld: boolean;
}

/**
 * The claimed deliveries of this process, with slots for concurrent attempts per endpoint, so that a slow endpoint
 * delays no other. A queue library could count, but not release unstarted work when a lease runs out or an endpoint
 * pauses, alternate between endpoints, or report how much more to claim.
 */
export interface Slots {
  /** How many more deliveries may be claimed, in total and per endpoint. */
  readonly room: () => number;
  readonly roomFor: (endpointSeq: number) => number;
  readonly full: () => number[];
  readonly add: (claimed: readonly Claimed[]) => void;
  /** Removes the deliveries that can start now, and those whose leases would end too early. */
  readonly start: (now: number) => { readonly started: Claimed[]; readonly expiring: Claimed[] };
  readonly finish: (endpointSeq: number, tookMs: number, hasFailed: boolean) => void;
  /** The endpoint was judged and stays enabled. */
  readonly resume: (endpointSeq: number) => void;
  /** Removes unstarted deliveries, of one endpoint or of all. */
  readonly clear: (endpointSeq?: number) => Claimed[];
}

export function createSlots(): Slots {
  const endpoints = new Map<number, EndpointSlots>();
  let underWay = 0;
  let waiting = 0;
  const slotsOf = (endpointSeq: number): EndpointSlots => {
    const slots = endpoints.get(endpointSeq) ?? {
      waiting: [],
      underWay: 0,
      averageMs: null,
      isHeld: false,
    };
    endpoints.set(endpointSeq, slots);
    return slots;
  };
  const roomFor = (endpointSeq: number): number => {
    const slots = endpoints.get(endpointSeq);
    if (slots === undefined) return maxPerEndpoint;
    const { averageMs } = slots;
    const expected =
      averageMs === null ? 0 : (maxPerEndpoint * claimAheadMs) / Math.max(1, averageMs);
    const wanted = maxPerEndpoint + Math.min(Math.floor(expected), maxAhead);
    return Math.max(0, wanted - slots.waiting.length - slots.underWay);
  };
  return {
    room: () => maxClaimed - underWay - waiting,
    roomFor,
    full: () => [...endpoints.keys()].filter((endpointSeq) => roomFor(endpointSeq) === 0),
    add(claimed) {
      for (const delivery of claimed) slotsOf(delivery.endpointSeq).waiting.push(delivery);
      waiting += claimed.length;
    },
    start(now) {
      const started: Claimed[] = [];
      const expiring: Claimed[] = [];
      for (const slots of endpoints.values()) {
        while (!slots.isHeld && slots.underWay < maxPerEndpoint && underWay < maxInAll) {
          const delivery = slots.waiting.shift();
          if (delivery === undefined) break;
          waiting -= 1;
          // The lease could end before the attempt.
          if (delivery.claimedUntil - now < maxAttemptMs) {
            expiring.push(delivery);
            continue;
          }
          slots.underWay += 1;
          underWay += 1;
          started.push(delivery);
        }
      }
      return { started, expiring };
    },
    finish(endpointSeq, tookMs, hasFailed) {
      const slots = slotsOf(endpointSeq);
      slots.underWay -= 1;
      underWay -= 1;
      slots.isHeld ||= hasFailed;
      slots.averageMs = slots.averageMs === null ? tookMs : 0.8 * slots.averageMs + 0.2 * tookMs;
      // Moves the endpoint to the end, so that endpoints alternate if there is not enough room.
      endpoints.delete(endpointSeq);
      endpoints.set(endpointSeq, slots);
    },
    resume(endpointSeq) {
      slotsOf(endpointSeq).isHeld = false;
    },
    clear(endpointSeq) {
      const cleared = [...endpoints].flatMap(([seq, slots]) =>
        endpointSeq === undefined || seq === endpointSeq ? slots.waiting.splice(0) : [],
      );
      waiting -= cleared.length;
      return cleared;
    },
  };
}
