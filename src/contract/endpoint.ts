import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Health and figures of endpoints are of so many past hours. */
export const figuresHours = 24;
/** For so many hours a removal or a disabling can be undone: the secret and what was cancelled are there again. */
export const undoHours = 24;
/** For so many hours after a rotation the secret before signs messages too. */
export const secretOverlapHours = 24;

/** What an endpoint can be: paused, it is only probed; disabled, nothing is sent. */
export const endpointStatuses = ['enabled', 'paused', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

/** The health of an endpoint; null if nothing was attempted. */
export const endpointHealth = z.looseObject({
  successRate: z.nullable(z.number()),
  lastSuccessAt: z.nullable(isoTime),
  lastFailureAt: z.nullable(isoTime),
});

/** Where messages go: one URL with the types of its webhooks. */
export const endpoint = z.looseObject({
  _id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  status: z.enum(endpointStatuses),
  health: z.nullable(endpointHealth),
  createdAt: isoTime,
  /** While paused: when a message probes it again. */
  probeAt: z.nullable(isoTime),
  disabledAt: z.nullable(isoTime),
  disabledBecause: z.nullable(z.string()),
  /** Deliveries that wait for an attempt, and those of them that failed before. */
  waiting: z.number(),
  retrying: z.number(),
  /** Attempts, and how long the median one took in milliseconds. */
  attempts: z.number(),
  medianMs: z.nullable(z.number()),
  /** Attempts, half hour by half hour, the oldest first. */
  activity: z.array(z.looseObject({ at: isoTime, delivered: z.number(), failed: z.number() })),
});
export type Endpoint = z.infer<typeof endpoint>;
export const endpointList = z.array(endpoint);

/** `GET /x/webhooks`: all endpoints together. */
export const webhooksSummary = z.looseObject({
  deliveries: z.number(),
  /** Share of all first attempts that succeeded; null if there were none. */
  atFirstAttempt: z.nullable(z.number()),
  failed: z.number(),
  cancelled: z.number(),
  waiting: z.number(),
  /** Of those waiting, whose last attempt failed. */
  failing: z.number(),
  oldestWaitingAt: z.nullable(isoTime),
  /** Since when nothing is sent after a restore, until it is resumed; null: it is sent. */
  deliveriesPausedSince: z.nullable(isoTime),
});
export type WebhooksSummary = z.infer<typeof webhooksSummary>;

/** The secret messages are signed with, and until when the one before signs them too. */
export const endpointSecret = z.looseObject({
  secret: z.string(),
  previousUntil: z.nullable(isoTime),
});
export type EndpointSecret = z.infer<typeof endpointSecret>;

/**
 * Body of a recovery: every delivery since then that failed or was cancelled, and every event the endpoint missed while it was
 * disabled. `includeOlder` adds events from before their webhook was registered; `dryRun` only counts.
 */
export const recoveryRequest = z.strictObject({
  since: isoTime,
  includeOlder: z.optional(z.boolean()),
  dryRun: z.optional(z.boolean()),
});

/** What did not arrive, and apart from it the events since then from before their webhook was registered. */
export const recoveryCount = z.looseObject({ count: z.number(), older: z.number() });

/** The progress of a recovery. */
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

/** Body of a test: which type of event. */
export const testRequest = z.strictObject({ type: z.string() });
