import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import { inspector, inspectorSettings, signatureCheck, signatureVerdict } from '../inspector.ts';
import { defaultBodyLimit, operation } from '../operation.ts';

// For trying webhooks out: the check of a signature, and a receiver of our own.

/** Whether the signature of a message holds, and if not why. Nothing of it is stored. */
export const verifySignature = operation('POST', '/x/webhooks/verify', {
  answers: { 200: signatureVerdict },
  body: { schema: signatureCheck, limit: 128 * kibibyte },
  role: 'analyst',
});

export const getInspector = operation('GET', '/x/webhooks/inspector', {
  answers: { 200: inspector },
});

export const putInspector = operation('PUT', '/x/webhooks/inspector', {
  answers: { 200: inspector },
  body: { schema: inspectorSettings, limit: 8 * kibibyte },
});

/** Forgets the messages it got; what it answers stays. */
export const deleteInspected = operation('DELETE', '/x/webhooks/inspector', {
  answers: { 204: null },
});

/** An endpoint for trying things out: any name, any query, any body. Answers as configured, 204 at first. */
export const receiveMessage = operation('POST', '/x/webhooks/inspector/{name}', {
  answers: { 204: null },
  takesAnyQuery: true,
  body: {
    schema: z.unknown(),
    limit: defaultBodyLimit,
    mediaType: 'application/json',
    isReadByHandler: true,
  },
  problems: ['too-large'],
  role: 'anyone',
});
