import * as z from 'zod/mini';
import { messageHeaders } from './delivery.ts';
import { isoTime } from './time.ts';

// For trying webhooks out: the check of a signature, and the built-in receiver.

/** Body of a check of a message's signature: headers by name, the body byte by byte, the secret. */
export const signatureCheck = z.strictObject({
  headers: messageHeaders,
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
  headers: messageHeaders,
  body: z.string(),
  answered: z.number(),
  verdict: signatureVerdict,
});
export type InspectedMessage = z.infer<typeof inspectedMessage>;

/** The built-in receiver remembers so many messages. */
export const maxInspectedMessages = 100;

/** The built-in receiver: where it listens, what it answers, the last messages, the newest first. */
export const inspector = z.looseObject({
  /** The URL of an endpoint is this and any name. */
  url: z.string(),
  settings: inspectorSettings,
  messages: z.array(inspectedMessage),
});
export type Inspector = z.infer<typeof inspector>;
