import * as z from 'zod/mini';
import { endpointHealth, endpointStatuses } from './endpoint.ts';
import { eventTypes, isEventType } from './events.ts';
import { isoTime } from './time.ts';

/** A webhook is registered for one type of event, or for all. */
export const webhookTypes = [...eventTypes, '*'] as const;
export type WebhookType = (typeof webhookTypes)[number];

export function isWebhookType(type: string): type is WebhookType {
  return type === '*' || isEventType(type);
}

/**
 * A webhook: an address and the type it is registered for. `secret` only in the answer that creates the endpoint; `status` and
 * `createdAt` are null where a connected service does not say. `isOwn`: this process registered it there; its address is
 * shown without its secret, and it is removed by `DELETE /x/upstream/hook`.
 */
export const webhook = z.looseObject({
  _id: z.string(),
  url: z.string(),
  // A plain string: a reader shows types it does not know as they are.
  type: z.string(),
  status: z.nullable(z.enum(endpointStatuses)),
  health: z.nullable(endpointHealth),
  createdAt: z.nullable(isoTime),
  secret: z.optional(z.string()),
  isOwn: z.optional(z.literal(true)),
});
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.array(webhook);

/** Body of `PUT /p/webhook` and `DELETE /p/webhook`. */
export const webhookRegistration = z.strictObject({ url: z.string(), type: z.string() });
export type WebhookRegistration = z.infer<typeof webhookRegistration>;

export const maximumWebhookUrlLength = 2048;
