import * as z from 'zod/mini';
import { isoTime } from './time.ts';
import { webhookHealth, webhookStatuses } from './webhook.ts';

export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const headers = z.record(z.string(), z.string());

/** Milliseconds from the beginning of an attempt to the end of each of its parts; null where it did not get there. */
export const attemptTiming = z.object({
  dns: z.nullable(z.number()),
  connect: z.nullable(z.number()),
  tls: z.nullable(z.number()),
  firstByte: z.nullable(z.number()),
  total: z.number(),
});
export type AttemptTiming = z.infer<typeof attemptTiming>;

/** The request and the answer, of which 16 kB are stored. */
export const attemptDetail = z.looseObject({
  /** The address that was connected to; null if none was. */
  address: z.nullable(z.string()),
  /** The rule of the guard that refused the address; null if none did. */
  rule: z.nullable(z.string()),
  request: headers,
  answer: z.nullable(z.looseObject({ headers, body: z.string(), isCut: z.boolean() })),
  timing: attemptTiming,
});
export type AttemptDetail = z.infer<typeof attemptDetail>;

/** One attempt of a delivery. `fault`: why it failed, as a sentence; null if it succeeded. */
export const attempt = z.looseObject({
  number: z.number(),
  at: isoTime,
  succeeded: z.boolean(),
  status: z.nullable(z.number()),
  fault: z.nullable(z.string()),
  ...attemptDetail.shape,
});
export type Attempt = z.infer<typeof attempt>;

/** One event on its way to one endpoint. */
export const delivery = z.looseObject({
  _id: z.string(),
  endpoint: z.string(),
  url: z.string(),
  /** The message: `webhook-id`. */
  message: z.string(),
  type: z.string(),
  /** Id of the resource of the event. */
  subject: z.string(),
  test: z.boolean(),
  state: z.enum(deliveryStates),
  /** An attempt is under way. */
  isSending: z.boolean(),
  attempts: z.number(),
  /** After so many attempts it fails; a redelivery adds as many. */
  attemptsAtMost: z.number(),
  /** `webhook-seq`, assigned before the first attempt; null until then. */
  number: z.nullable(z.number()),
  /** Of the last attempt. */
  status: z.nullable(z.number()),
  fault: z.nullable(z.string()),
  createdAt: isoTime,
  /** When the next attempt is due; null if there is none. */
  nextAt: z.nullable(isoTime),
  doneAt: z.nullable(isoTime),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveryList = z.array(delivery);

/** One delivery with the message as it is sent, byte by byte, and its attempts, the first first. */
export const deliveryWithAttempts = z.extend(delivery, {
  body: z.string(),
  history: z.array(attempt),
});
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttempts>;

/** Where messages go: one URL with the types of its webhooks. */
export const endpoint = z.looseObject({
  _id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  status: z.enum(webhookStatuses),
  health: z.nullable(webhookHealth),
  createdAt: isoTime,
  /** While paused: when a message probes it again. */
  probeAt: z.nullable(isoTime),
  disabledAt: z.nullable(isoTime),
  disabledBecause: z.nullable(z.string()),
  /** Deliveries that wait for an attempt, and those of them that failed before. */
  waiting: z.number(),
  retrying: z.number(),
  /** Of the past 24 hours: attempts, and how long the median one took in milliseconds. */
  attempts: z.number(),
  medianMs: z.nullable(z.number()),
  /** Attempts of the past 24 hours, half hour by half hour, the oldest first. */
  activity: z.array(z.looseObject({ at: isoTime, delivered: z.number(), failed: z.number() })),
});
export type Endpoint = z.infer<typeof endpoint>;
export const endpointList = z.array(endpoint);

/** `GET /x/webhooks`: all endpoints together, over the past 24 hours. */
export const webhooksSummary = z.looseObject({
  deliveries: z.number(),
  /** Share of all first attempts that succeeded; null if there were none. */
  atFirstAttempt: z.nullable(z.number()),
  failed: z.number(),
  cancelled: z.number(),
  waiting: z.number(),
  oldestWaitingAt: z.nullable(isoTime),
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

/** Body of a check of a message's signature: headers by name, the body byte by byte, the secret. */
export const signatureCheck = z.strictObject({
  headers,
  body: z.string(),
  secret: z.string(),
});

/** Whether a signature holds, and if not why, as a sentence. */
export const signatureVerdict = z.looseObject({
  holds: z.boolean(),
  why: z.nullable(z.string()),
});
export type SignatureVerdict = z.infer<typeof signatureVerdict>;

/** How the built-in receiver answers: with which status, and after how long. */
export const inspectorSettings = z.strictObject({
  status: z.number().check(z.int(), z.minimum(200), z.maximum(599)),
  delaySeconds: z.number().check(z.minimum(0), z.maximum(60)),
});
export type InspectorSettings = z.infer<typeof inspectorSettings>;

/** A message of the built-in receiver, and whether its signature holds. */
export const inspectedMessage = z.looseObject({
  name: z.string(),
  at: isoTime,
  headers,
  body: z.string(),
  answered: z.number(),
  verdict: signatureVerdict,
});
export type InspectedMessage = z.infer<typeof inspectedMessage>;

/** The built-in receiver: where it listens, what it answers, the last 100 messages, the newest first. */
export const inspector = z.looseObject({
  /** The URL of an endpoint is this and any name. */
  url: z.string(),
  settings: inspectorSettings,
  messages: z.array(inspectedMessage),
});
export type Inspector = z.infer<typeof inspector>;

/** One type of event, as `GET /x/webhooks/types` lists it. */
export const webhookTypeDescription = z.looseObject({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  /** JSON Schema of the message. */
  schema: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()),
});
export const webhookTypeList = z.array(webhookTypeDescription);
