import type { Delivery } from '#contract/delivery.ts';
import type { ShownDeliveryState } from '#contract/deliveryState.ts';

/** Deliveries of one type that were made in the same second. */
export interface Burst {
  /** The same for later pages and refetches. */
  readonly key: string;
  readonly deliveries: readonly Delivery[];
  readonly isOpen: boolean;
}

/** A row of the list: a delivery, or a burst that opens into its deliveries. */
export interface DeliveryRow {
  /** Of a burst the newest. */
  readonly delivery: Delivery;
  readonly burst: Burst | null;
  /** Whether it is listed below its burst. */
  readonly isMember: boolean;
}

/** Fewer deliveries than this are no burst. */
const minBurstSize = 3;

/** The rows of a list, newest first; a burst is where its newest delivery is. */
export function rowsOf(
  deliveries: readonly Delivery[],
  isOpen: (key: string, members: readonly Delivery[]) => boolean,
): DeliveryRow[] {
  const groups = Map.groupBy(deliveries, burstKey);
  return [...groups].flatMap(([key, members]): DeliveryRow[] => {
    const [newest] = members;
    if (newest === undefined || members.length < minBurstSize) {
      return members.map((delivery) => ({ delivery, burst: null, isMember: false }));
    }
    const burst = { key, deliveries: members, isOpen: isOpen(key, members) };
    const opened = burst.isOpen ? members : [];
    return [
      { delivery: newest, burst, isMember: false },
      ...opened.map((delivery) => ({ delivery, burst: null, isMember: true })),
    ];
  });
}

const burstKey = ({ type, createdAt }: Delivery): string => `${type} ${createdAt.slice(0, 19)}Z`;

/** The state that a list shows: `failing` where the last attempt of a pending delivery failed. */
export function shownState({ state, fault }: Delivery): ShownDeliveryState {
  return state === 'pending' && fault !== null ? 'failing' : state;
}

const byUrgency = ['failed', 'failing', 'pending', 'cancelled', 'delivered'] as const;

/** The most urgent state among deliveries, and how many are in it. */
export function worstOf(deliveries: readonly Delivery[]): {
  readonly state: ShownDeliveryState;
  readonly count: number;
} {
  const states = deliveries.map(shownState);
  const state = byUrgency.find((one) => states.includes(one)) ?? 'delivered';
  return { state, count: states.filter((one) => one === state).length };
}
