import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { webhook, webhookList, webhookRegistration } from '../webhook.ts';

const limit = 8 * kibibyte;

export const getWebhooks = operation('GET', '/p/webhook', { answers: { 200: webhookList } });

/** Registers an address for a type. If the address is new, the answer contains its secret, which no later answer repeats. */
export const putWebhook = operation('PUT', '/p/webhook', {
  answers: { 201: webhook, 200: webhook },
  body: { schema: webhookRegistration, limit },
  problems: [
    'invalid-url',
    'webhook-type-unknown',
    'webhook-target-forbidden',
    'precondition-failed',
  ],
});

/** Removes a webhook, which is named in the body or in the query, because some proxies drop the body of a DELETE. */
export const removeWebhook = operation('DELETE', '/p/webhook', {
  answers: { 204: null },
  query: { url: z.optional(z.string()), type: z.optional(z.string()) },
  body: { schema: webhookRegistration, limit, isReadByHandler: true },
  problems: ['webhook-not-found', 'missing-parameter', 'invalid-url'],
});
