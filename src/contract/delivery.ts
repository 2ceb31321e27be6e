import { deliveryStates } from './deliveryState.ts';
import * as z from 'zod/mini';
import { durationText } from './duration.ts';
import { isoTime } from './time.ts';

/** Events and deliveries are stored for this many days, pending ones longer. */
export const retentionDays = 30;

export const attemptLimits = {
  /** For the lookup of a host, and for each connection. */
  connectTimeoutMs: 5000,
  /** From the start of a request to the end of its response, including the connection. */
  answerTimeoutMs: 15_000,
  /** The part of a response that is read. */
  maxAnswerBytes: 16_384,
} as const;

export const messageHeaders = z.record(z.string(), z.string());

/** Milliseconds from the start of an attempt to the end of each phase; null for a phase that it did not reach. */
export const attemptTiming = z.object({
  dns: z.nullable(z.number()),
  connect: z.nullable(z.number()),
  tls: z.nullable(z.number()),
  firstByte: z.nullable(z.number()),
  total: z.number(),
});
export type AttemptTiming = z.infer<typeof attemptTiming>;

/** Request and answer, as far as they are stored. */
export const attemptDetail = z.looseObject({
  /** The connected IP address; null if there was no connection. */
  address: z.nullable(z.string()),
  /** The guard rule that blocked the address; null if none did. */
  rule: z.nullable(z.string()),
  request: messageHeaders,
  answer: z.nullable(
    z.looseObject({ headers: messageHeaders, body: z.string(), isCut: z.boolean() }),
  ),
  timing: attemptTiming,
});
export type AttemptDetail = z.infer<typeof attemptDetail>;

/** One attempt of a delivery. `fault` is the reason for its failure, as a sentence; null if it succeeded. */
export const attempt = z.looseObject({
  number: z.number(),
  at: isoTime,
  succeeded: z.boolean(),
  status: z.nullable(z.number()),
  fault: z.nullable(z.string()),
  ...attemptDetail.shape,
  /** There was an answer, which only admins see because it may repeat a secret. */
  isAnswerHidden: z.optional(z.boolean()),
});
export type Attempt = z.infer<typeof attempt>;

/** Returns the `fault` of an attempt that exceeded a time limit: `No answer within 15 s.` */
export function timeoutFault(missing: string, limitMs: number): string {
  return `No ${missing} within ${durationText(limitMs)}.`;
}

/** Reports whether a `fault` was written by `timeoutFault`, also by an earlier version. */
export function isTimeoutFault(fault: string): boolean {
  return /^[^.:]+ within \d[\w ]*\.$/.test(fault);
}

/** A delivery of one event to one endpoint. */
export const delivery = z.looseObject({
  _id: z.string(),
  endpoint: z.string(),
  url: z.string(),
  /** Id of the message: `webhook-id`. */
  message: z.string(),
  type: z.string(),
  /** Id of the event's resource. */
  subject: z.string(),
  test: z.boolean(),
  state: z.enum(deliveryStates),
  isSending: z.boolean(),
  attempts: z.number(),
  /** Maximum number of attempts. A redelivery adds the same number again. */
  attemptsAtMost: z.number(),
  /** `webhook-seq`, assigned before the first attempt; null until then. */
  number: z.nullable(z.number()),
  status: z.nullable(z.number()),
  fault: z.nullable(z.string()),
  createdAt: isoTime,
  /** Due time of the next attempt; null if there is none. */
  nextAt: z.nullable(isoTime),
  doneAt: z.nullable(isoTime),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveryList = z.array(delivery);

/** A delivery with the exact bytes of its message, and its attempts in order. */
export const deliveryWithAttempts = z.extend(delivery, {
  body: z.string(),
  history: z.array(attempt),
});
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttempts>;
