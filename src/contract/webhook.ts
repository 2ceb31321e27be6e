import * as z from 'zod/mini';
import { endpointHealth, endpointStatuses } from './endpoint.ts';
import { eventTypes, isEventType } from './events.ts';
import { isoTime } from './time.ts';

/** The type of a webhook is one event type, or `*` for all. */
export const webhookTypes = [...eventTypes, '*'] as const;
export type WebhookType = (typeof webhookTypes)[number];

export function isWebhookType(type: string): type is WebhookType {
  return type === '*' || isEventType(type);
}

/**
 * A webhook: an address and the event type it is registered for. `secret` is only in the answer that creates the endpoint.
 * `status` and `createdAt` are null if a connected service does not report them. `isOwn`: this process registered it at the
 * connected service. Its address is displayed without its secret, and `DELETE /x/upstream/hook` removes it.
 */
export const webhook = z.looseObject({
  _id: z.string(),
  url: z.string(),
  // A plain string, so that clients accept unknown types.
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
