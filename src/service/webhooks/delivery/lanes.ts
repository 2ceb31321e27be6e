import { lease, type Claimed } from './claim.ts';

/** Attempts under way at once: to one endpoint, and in all. */
export const perEndpoint = 8;
const inAll = 64;
/** Claimed and not sent yet, in all: more would wait for longer than their leases last. */
const mostHeld = 512;
/** What an endpoint is believed to take in so long is claimed ahead, so that the database is asked for many at once. */
const ahead = 1000;
const mostAhead = 56;
/** An attempt takes less; who has no more left of its lease is not begun. */
const longestAttempt = 30_000;

interface Lane {
  readonly waiting: Claimed[];
  underWay: number;
  /** Of the last attempts, in milliseconds; the latest count most. */
  average: number | null;
  /** One failed, and it is not judged yet whether more are to be sent. */
  isInDoubt: boolean;
}

/** What one process has claimed: a lane for each endpoint, so that one that is slow holds up no other. */
export interface Lanes {
  /** How many more may be claimed. */
  room(): number;
  /** How many more of an endpoint may be claimed. */
  readonly mostOf: (endpointSeq: number) => number;
  /** Endpoints of which no more may be claimed. */
  full(): number[];
  add(claimed: readonly Claimed[], at: number): void;
  /** Those that may begin now, which count as under way; and those whose leases would end before they do. */
  take(now: number): { readonly begun: Claimed[]; readonly late: Claimed[] };
  ended(endpointSeq: number, took: number, hasFailed: boolean): void;
  /** It was judged, and goes on. */
  judged(endpointSeq: number): void;
  /** Gives up what has not begun, of one endpoint or of all. */
  clear(endpointSeq?: number): Claimed[];
}

export function createLanes(): Lanes {
  const lanes = new Map<number, Lane>();
  const heldUntil = new Map<Claimed, number>();
  let underWay = 0;
  const laneOf = (endpointSeq: number): Lane => {
    const lane = lanes.get(endpointSeq) ?? {
      waiting: [],
      underWay: 0,
      average: null,
      isInDoubt: false,
    };
    lanes.set(endpointSeq, lane);
    return lane;
  };
  const mostOf = (endpointSeq: number): number => {
    const lane = lanes.get(endpointSeq);
    if (lane === undefined) return perEndpoint;
    const { average, waiting, underWay: sent } = lane;
    const quick = average === null ? 0 : (perEndpoint * ahead) / Math.max(1, average);
    const most = perEndpoint + Math.min(Math.floor(quick), mostAhead);
    return Math.max(0, most - waiting.length - sent);
  };
  return {
    room: () => mostHeld - underWay - heldUntil.size,
    mostOf,
    full: () => [...lanes.keys()].filter((endpointSeq) => mostOf(endpointSeq) === 0),
    add(claimed, at) {
      for (const delivery of claimed) {
        laneOf(delivery.endpointSeq).waiting.push(delivery);
        heldUntil.set(delivery, at + lease);
      }
    },
    take(now) {
      const begun: Claimed[] = [];
      const late: Claimed[] = [];
      for (const lane of lanes.values()) {
        while (!lane.isInDoubt && lane.underWay < perEndpoint && underWay < inAll) {
          const delivery = lane.waiting.shift();
          if (delivery === undefined) break;
          const until = heldUntil.get(delivery) ?? 0;
          heldUntil.delete(delivery);
          if (until - now < longestAttempt) {
            late.push(delivery);
            continue;
          }
          lane.underWay += 1;
          underWay += 1;
          begun.push(delivery);
        }
      }
      return { begun, late };
    },
    judged(endpointSeq) {
      laneOf(endpointSeq).isInDoubt = false;
    },
    ended(endpointSeq, took, hasFailed) {
      const lane = laneOf(endpointSeq);
      lane.underWay -= 1;
      underWay -= 1;
      lane.isInDoubt ||= hasFailed;
      lane.average = lane.average === null ? took : 0.8 * lane.average + 0.2 * took;
      // Whoever ended last is looked at last, so that all take turns where there is no room for all.
      lanes.delete(endpointSeq);
      lanes.set(endpointSeq, lane);
    },
    clear(endpointSeq) {
      const left = [...lanes].flatMap(([seq, lane]) =>
        endpointSeq === undefined || seq === endpointSeq ? lane.waiting.splice(0) : [],
      );
      for (const delivery of left) heldUntil.delete(delivery);
      return left;
    },
  };
}
