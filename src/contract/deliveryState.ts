// A separate file, because every page needs these names for its links. The schemas of deliveries load with the webhooks page.
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
/** Filters of deliveries: a state, or `failing`, which is pending after a failed attempt. */
export const shownDeliveryStates = [
  'pending',
  'failing',
  'delivered',
  'failed',
  'cancelled',
] as const;
export type ShownDeliveryState = (typeof shownDeliveryStates)[number];
export type DeliveryState = (typeof deliveryStates)[number];
