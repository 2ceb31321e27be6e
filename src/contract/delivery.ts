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

/** What was sent and what came back. Of an answer 16 kB are kept. */
export const attemptDetail = z.looseObject({
  /** The address that was connected to; null where none was. */
  address: z.nullable(z.string()),
  /** The rule of the guard that refused the address, where one did. */
  rule: z.nullable(z.string()),
  request: headers,
  answer: z.nullable(z.looseObject({ headers, body: z.string(), isCut: z.boolean() })),
  timing: attemptTiming,
});
export type AttemptDetail = z.infer<typeof attemptDetail>;

/** One attempt of a delivery. `fault` in words: why it failed, null where it did not. */
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
  /** Id of the resource the event tells of. */
  subject: z.string(),
  test: z.boolean(),
  state: z.enum(deliveryStates),
  /** An attempt is under way. */
  isSending: z.boolean(),
  attempts: z.number(),
  /** After so many it is given up; a redelivery grants as many anew. */
  attemptsAtMost: z.number(),
  /** `webhook-seq`, which it gets when it is taken to be sent for the first time; null before. */
  number: z.nullable(z.number()),
  /** Of the last attempt. */
  status: z.nullable(z.number()),
  fault: z.nullable(z.string()),
  createdAt: isoTime,
  /** When it is attempted next; null where it is not. */
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

/** Where messages go: one URL with the types it asks for. */
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
  /** Share of the deliveries that ended that arrived at the first attempt; null where none ended. */
  atFirstAttempt: z.nullable(z.number()),
  failed: z.number(),
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

/** Body of a recovery: everything since then that did not arrive; `dryRun` only counts. */
export const recoveryRequest = z.strictObject({
  since: isoTime,
  dryRun: z.optional(z.boolean()),
});

export const recoveryCount = z.looseObject({ count: z.number() });

/** How far a recovery is. */
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

/** Whether a signature holds, and if not why, in words. */
export const signatureVerdict = z.looseObject({
  holds: z.boolean(),
  why: z.nullable(z.string()),
});
export type SignatureVerdict = z.infer<typeof signatureVerdict>;

/** What the built-in receiver does with what comes: answers with a status, after a while. */
export const inspectorSettings = z.strictObject({
  status: z.number().check(z.int(), z.minimum(200), z.maximum(599)),
  delaySeconds: z.number().check(z.minimum(0), z.maximum(60)),
});
export type InspectorSettings = z.infer<typeof inspectorSettings>;

/** A message the built-in receiver got, and whether its signature holds. */
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
  /** An endpoint's URL is this with any name behind it. */
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
