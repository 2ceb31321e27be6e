import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Window of an endpoint's health and figures, in hours. */
export const figuresHours = 24;
/** A removal or disabling can be undone for this many hours. That restores the secret and the canceled deliveries. */
export const undoHours = 24;
/** For this many hours after a rotation, the previous secret signs messages too. */
export const secretOverlapHours = 24;

/** A paused endpoint only gets probes; a disabled one gets nothing. */
export const endpointStatuses = ['enabled', 'paused', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

/** Health of an endpoint; null if nothing was attempted. */
export const endpointHealth = z.looseObject({
  successRate: z.nullable(z.number()),
  lastSuccessAt: z.nullable(isoTime),
  lastFailureAt: z.nullable(isoTime),
});

/** A URL that receives messages, with the types of its webhooks. */
export const endpoint = z.looseObject({
  _id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  status: z.enum(endpointStatuses),
  health: z.nullable(endpointHealth),
  createdAt: isoTime,
  /** Due time of the next probe while paused. */
  probeAt: z.nullable(isoTime),
  disabledAt: z.nullable(isoTime),
  disabledBecause: z.nullable(z.string()),
  /** Deliveries that wait for an attempt, and those of them that failed before. */
  waiting: z.number(),
  retrying: z.number(),
  /** Number of attempts, and their median duration in milliseconds. */
  attempts: z.number(),
  medianMs: z.nullable(z.number()),
  /** Attempts per half hour, oldest first. */
  activity: z.array(z.looseObject({ at: isoTime, delivered: z.number(), failed: z.number() })),
});
export type Endpoint = z.infer<typeof endpoint>;
export const endpointList = z.array(endpoint);

/** Answer of `GET /x/webhooks`: figures of all endpoints together. */
export const webhooksSummary = z.looseObject({
  deliveries: z.number(),
  /** Share of first attempts that succeeded; null if there were none. */
  atFirstAttempt: z.nullable(z.number()),
  failed: z.number(),
  cancelled: z.number(),
  waiting: z.number(),
  /** Waiting deliveries whose last attempt failed. */
  failing: z.number(),
  oldestWaitingAt: z.nullable(isoTime),
  /** Time of the restore since which deliveries are paused; null if they are not. */
  deliveriesPausedSince: z.nullable(isoTime),
});
export type WebhooksSummary = z.infer<typeof webhooksSummary>;

/** Secret that signs messages, and the end of the previous secret's overlap. */
export const endpointSecret = z.looseObject({
  secret: z.string(),
  previousUntil: z.nullable(isoTime),
});
export type EndpointSecret = z.infer<typeof endpointSecret>;

/** Body of a recovery. `schemas.ts` describes the fields. */
export const recoveryRequest = z.strictObject({
  since: isoTime,
  includeOlder: z.optional(z.boolean()),
  dryRun: z.optional(z.boolean()),
});

/** Answer of a recovery with `dryRun`. `schemas.ts` describes the fields. */
export const recoveryCount = z.looseObject({ count: z.number(), older: z.number() });

export const recovery = z.looseObject({
  _id: z.string(),
  endpoint: z.string(),
  since: isoTime,
  count: z.number(),
  delivered: z.number(),
  failed: z.number(),
  pending: z.number(),
  state: z.enum(['running', 'finished', 'cancelled']),
  createdAt: isoTime,
});
export type Recovery = z.infer<typeof recovery>;

/** Body of a test: the type of the event. */
export const testRequest = z.strictObject({ type: z.string() });
