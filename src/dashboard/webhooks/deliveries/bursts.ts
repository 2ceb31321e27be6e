import type { Delivery } from '#contract/delivery.ts';
import type { ShownDeliveryState } from '#contract/deliveryState.ts';

/** Deliveries of one type created in the same second. */
export interface Burst {
  /** Stable across pages and refetches. */
  readonly key: string;
  readonly deliveries: readonly Delivery[];
  readonly isOpen: boolean;
}

export interface DeliveryTableRow {
  readonly delivery: Delivery;
  readonly burst: Burst | null;
  readonly isMember: boolean;
}

const minBurstSize = 3;

export function rowsOf(
  deliveries: readonly Delivery[],
  isOpen: (key: string, members: readonly Delivery[]) => boolean,
): DeliveryTableRow[] {
  const groups = Map.groupBy(deliveries, burstKey);
  return [...groups].flatMap(([key, members]): DeliveryTableRow[] => {
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

/** `failing` if the last attempt of a pending delivery failed. */
export function shownState({ state, fault }: Delivery): ShownDeliveryState {
  return state === 'pending' && fault !== null ? 'failing' : state;
}

const byUrgency = ['failed', 'failing', 'pending', 'cancelled', 'delivered'] as const;

export function worstOf(deliveries: readonly Delivery[]): {
  readonly state: ShownDeliveryState;
  readonly count: number;
} {
  const states = deliveries.map(shownState);
  const state = byUrgency.find((one) => states.includes(one)) ?? 'delivered';
  return { state, count: states.filter((one) => one === state).length };
}
