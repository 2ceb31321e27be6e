// By itself, since the addresses of every page name them: the schemas of deliveries come with the page of webhooks.
/** What can have become of a delivery. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
/** What deliveries are listed by: their state, or `failing`: pending, after an attempt that failed. */
export const shownDeliveryStates = [
  'pending',
  'failing',
  'delivered',
  'failed',
  'cancelled',
] as const;
export type ShownDeliveryState = (typeof shownDeliveryStates)[number];
export type DeliveryState = (typeof deliveryStates)[number];
