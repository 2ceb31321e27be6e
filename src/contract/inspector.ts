import * as z from 'zod/mini';
import { messageHeaders } from './delivery.ts';
import { isoTime } from './time.ts';

// Tools to try webhooks: the signature check and the built-in receiver.

/** Body of a signature check: headers by name, the exact body, the secret. */
export const signatureCheck = z.strictObject({
  headers: messageHeaders,
  body: z.string(),
  secret: z.string(),
});

/** Result of a signature check. `why` is the reason for a failure, as a sentence. */
export const signatureVerdict = z.looseObject({
  holds: z.boolean(),
  why: z.nullable(z.string()),
});
export type SignatureVerdict = z.infer<typeof signatureVerdict>;

/** Answers of the built-in receiver: status and delay. */
export const inspectorSettings = z.strictObject({
  status: z.number().check(z.int(), z.minimum(200), z.maximum(599)),
  delaySeconds: z.number().check(z.minimum(0), z.maximum(60)),
});
export type InspectorSettings = z.infer<typeof inspectorSettings>;

/** A message that the built-in receiver got, with its signature check. */
export const inspectedMessage = z.looseObject({
  name: z.string(),
  at: isoTime,
  headers: messageHeaders,
  body: z.string(),
  answered: z.number(),
  verdict: signatureVerdict,
});
export type InspectedMessage = z.infer<typeof inspectedMessage>;

export const maxInspectedMessages = 100;

/** The built-in receiver: base URL, settings, and messages, newest first. */
export const inspector = z.looseObject({
  /** Append any name to get the URL of an endpoint. */
  url: z.string(),
  settings: inspectorSettings,
  messages: z.array(inspectedMessage),
});
export type Inspector = z.infer<typeof inspector>;
