import { deliveryStates } from './deliveryState.ts';
import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** For so many days an event and its deliveries can be looked up and sent again; while one of them is pending, for longer. */
export const retentionDays = 30;

/** Headers of a message by their names. */
export const messageHeaders = z.record(z.string(), z.string());

/** Milliseconds from the beginning of an attempt to the end of each of its parts; null where it did not get there. */
export const attemptTiming = z.object({
  dns: z.nullable(z.number()),
  connect: z.nullable(z.number()),
  tls: z.nullable(z.number()),
  firstByte: z.nullable(z.number()),
  total: z.number(),
});
export type AttemptTiming = z.infer<typeof attemptTiming>;

/** The request and the answer, as far as they are stored. */
export const attemptDetail = z.looseObject({
  /** The address that was connected to; null if none was. */
  address: z.nullable(z.string()),
  /** The rule of the guard that refused the address; null if none did. */
  rule: z.nullable(z.string()),
  request: messageHeaders,
  answer: z.nullable(
    z.looseObject({ headers: messageHeaders, body: z.string(), isCut: z.boolean() }),
  ),
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
  /** There was an answer, which admins see: it may repeat what is secret. */
  isAnswerHidden: z.optional(z.boolean()),
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
