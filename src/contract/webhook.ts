import * as z from 'zod/mini';
import { isoTime } from './time.ts';

// The interface does not show the values of WebhookType: ours name what happened; `*` stands for all.
export const eventTypes = [
  'user.created',
  'user.updated',
  'wallet.created',
  'wallet.updated',
  'wallet.history.appended',
  'thematic.created',
  'thematic.updated',
  'thematic.history.appended',
  'webhook.disabled',
] as const;
export const webhookTypes = [...eventTypes, '*'] as const;

export const webhookType = z.enum(webhookTypes);
export type WebhookType = z.infer<typeof webhookType>;
export type EventType = (typeof eventTypes)[number];

export const webhookStatuses = ['enabled', 'paused', 'disabled'] as const;

/** The health of an endpoint over the past 24 hours; null if nothing was attempted. */
export const webhookHealth = z.looseObject({
  successRate: z.nullable(z.number()),
  lastSuccessAt: z.nullable(isoTime),
  lastFailureAt: z.nullable(isoTime),
});

/** A webhook: an address and the type it is registered for. `secret` only in the answer that creates the endpoint. */
export const webhook = z.looseObject({
  _id: z.string(),
  url: z.string(),
  // A plain string: a reader shows types it does not know as they are.
  type: z.string(),
  status: z.enum(webhookStatuses),
  health: z.nullable(webhookHealth),
  createdAt: isoTime,
  secret: z.optional(z.string()),
});
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.array(webhook);

/** Body of `PUT /p/webhook` and `DELETE /p/webhook`. */
export const webhookRegistration = z.strictObject({ url: z.string(), type: z.string() });
export type WebhookRegistration = z.infer<typeof webhookRegistration>;

export const maximumWebhookUrlLength = 2048;
