import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import { inspector, inspectorSettings, signatureCheck, signatureVerdict } from '../inspector.ts';
import { defaultBodyLimit, operation } from '../operation.ts';

// Tools to try webhooks: the signature check and the built-in receiver.

/** Checks the signature of a message. Stores nothing. */
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

/** Deletes the received messages, but not the settings. */
export const deleteInspected = operation('DELETE', '/x/webhooks/inspector', {
  answers: { 204: null },
});

/** An endpoint for tests with any name, query and body. Answers as configured, with 204 by default. */
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
