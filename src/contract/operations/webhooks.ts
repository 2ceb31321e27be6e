import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import type { Operation } from '../operation.ts';
import { webhook, webhookList, webhookRegistration } from '../webhook.ts';

const limit = 8 * kibibyte;

export const getWebhooks = {
  method: 'GET',
  path: '/p/webhook',
  answers: { 200: webhookList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** Registers an address for a type; where the address is new the answer carries its secret, this once. */
export const putWebhook = {
  method: 'PUT',
  path: '/p/webhook',
  body: { schema: webhookRegistration, limit },
  answers: { 201: webhook, 200: webhook },
  problems: [
    'invalid-url',
    'webhook-type-unknown',
    'webhook-target-forbidden',
    'precondition-failed',
  ],
  role: 'admin',
} as const satisfies Operation;

/** Removes a webhook: named in the body or, since some proxies take the body of a DELETE away, in the query. */
export const removeWebhook = {
  method: 'DELETE',
  path: '/p/webhook',
  query: { url: z.optional(z.string()), type: z.optional(z.string()) },
  body: { schema: webhookRegistration, limit, isReadByHandler: true },
  answers: { 204: null },
  problems: ['webhook-not-found', 'missing-parameter', 'invalid-url'],
  role: 'admin',
} as const satisfies Operation;
