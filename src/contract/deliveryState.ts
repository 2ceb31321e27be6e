// By itself, since the addresses of every page name them: the schemas of deliveries come with the page of webhooks.
/** What can have become of a delivery. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
