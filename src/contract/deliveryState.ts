// By itself, since the addresses of every page name them: the schemas of deliveries come with the page of webhooks.
/** What can have become of a delivery. */
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
