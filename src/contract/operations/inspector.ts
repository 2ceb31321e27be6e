import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import { inspector, inspectorSettings, signatureCheck, signatureVerdict } from '../inspector.ts';
import { defaultBodyLimit, type Operation } from '../operation.ts';

// For trying webhooks out: the check of a signature, and a receiver of our own.

/** Whether the signature of a message holds, and if not why. Nothing of it is stored. */
export const verifySignature = {
  method: 'POST',
  path: '/x/webhooks/verify',
  body: { schema: signatureCheck, limit: 128 * kibibyte },
  answers: { 200: signatureVerdict },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getInspector = {
  method: 'GET',
  path: '/x/webhooks/inspector',
  answers: { 200: inspector },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const putInspector = {
  method: 'PUT',
  path: '/x/webhooks/inspector',
  body: { schema: inspectorSettings, limit: 8 * kibibyte },
  answers: { 200: inspector },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** Forgets the messages it got; what it answers stays. */
export const deleteInspected = {
  method: 'DELETE',
  path: '/x/webhooks/inspector',
  answers: { 204: null },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** An endpoint for trying things out: any name, any query, any body. Answers as configured, 204 at first. */
export const receiveMessage = {
  method: 'POST',
  path: '/x/webhooks/inspector/{name}',
  takesAnyQuery: true,
  body: {
    schema: z.unknown(),
    limit: defaultBodyLimit,
    mediaType: 'application/json',
    isReadByHandler: true,
  },
  answers: { 204: null },
  problems: ['too-large'],
  role: 'anyone',
} as const satisfies Operation;
