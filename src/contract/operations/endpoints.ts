import * as z from 'zod/mini';
import { kibibyte } from '../bytes.ts';
import { delivery, deliveryList, deliveryWithAttempts } from '../delivery.ts';
import { shownDeliveryStates } from '../deliveryState.ts';
import {
  endpoint,
  endpointList,
  endpointSecret,
  recovery,
  recoveryCount,
  recoveryRequest,
  testRequest,
  webhooksSummary,
} from '../endpoint.ts';
import { webhookTypeList } from '../events.ts';
import { operation } from '../operation.ts';
import { paging } from './paging.ts';
import { instant, oneOf } from './parameters.ts';

// Webhooks beyond the interface: endpoints, deliveries and recoveries.

const limit = 8 * kibibyte;

/** Returns figures of deliveries to all endpoints over the past day. */
export const getWebhooksSummary = operation('GET', '/x/webhooks', {
  answers: { 200: webhooksSummary },
});

export const getWebhookTypes = operation('GET', '/x/webhooks/types', {
  answers: { 200: webhookTypeList },
  cache: 'revalidate',
});

export const getEndpoints = operation('GET', '/x/webhooks/endpoints', {
  answers: { 200: endpointList },
});

export const getEndpoint = operation('GET', '/x/webhooks/endpoints/{id}', {
  answers: { 200: endpoint },
  problems: ['webhook-not-found'],
});

export const enableEndpoint = operation('POST', '/x/webhooks/endpoints/{id}/enable', {
  answers: { 200: endpoint },
  problems: ['webhook-not-found'],
});

/** Stops all messages to an endpoint. Pending deliveries are canceled, and restored if it is enabled again soon. */
export const disableEndpoint = operation('POST', '/x/webhooks/endpoints/{id}/disable', {
  answers: { 200: endpoint },
  problems: ['webhook-not-found'],
});

/** Attempts the oldest pending delivery at once, as the probe of a paused endpoint. The attempt counts like any other. */
export const tryEndpoint = operation('POST', '/x/webhooks/endpoints/{id}/try', {
  answers: { 200: endpoint },
  problems: ['webhook-not-found', 'webhook-is-disabled'],
});

export const getEndpointSecret = operation('GET', '/x/webhooks/endpoints/{id}/secret', {
  answers: { 200: endpointSecret },
  problems: ['webhook-not-found', 'secret-unreadable'],
  role: 'admin',
});

/** Creates a new secret. For a while, the previous one signs every message too. */
export const rotateEndpointSecret = operation('POST', '/x/webhooks/endpoints/{id}/secret', {
  answers: { 200: endpointSecret },
  problems: ['webhook-not-found'],
});

/** Sends an example event to this endpoint only, even if it is not registered for the type. */
export const testEndpoint = operation('POST', '/x/webhooks/endpoints/{id}/test', {
  answers: { 201: delivery },
  body: { schema: testRequest, limit },
  problems: ['webhook-not-found', 'webhook-type-unknown', 'webhook-is-disabled'],
});

/** Repeats undelivered messages; with `dryRun`, only counts them. */
export const recoverEndpoint = operation('POST', '/x/webhooks/endpoints/{id}/recover', {
  answers: { 200: recoveryCount, 201: recovery },
  body: { schema: recoveryRequest, limit },
  problems: ['webhook-not-found', 'webhook-is-disabled'],
});

export const getRecovery = operation('GET', '/x/webhooks/recoveries/{id}', {
  answers: { 200: recovery },
  problems: ['recovery-not-found'],
});

export const deleteRecovery = operation('DELETE', '/x/webhooks/recoveries/{id}', {
  answers: { 200: recovery },
  problems: ['recovery-not-found'],
});

/** Returns deliveries, newest first and paged. */
export const getDeliveries = operation('GET', '/x/webhooks/deliveries', {
  answers: { 200: deliveryList },
  query: {
    endpoint: z.optional(z.string()),
    type: z.optional(z.string()),
    state: z.optional(oneOf(shownDeliveryStates)),
    from: z.optional(instant),
    to: z.optional(instant),
    ...paging,
  },
});

export const getDelivery = operation('GET', '/x/webhooks/deliveries/{id}', {
  answers: { 200: deliveryWithAttempts },
  problems: ['delivery-not-found'],
});

export const redeliverDelivery = operation('POST', '/x/webhooks/deliveries/{id}/redeliver', {
  answers: { 200: delivery },
  problems: ['delivery-not-found', 'webhook-is-disabled'],
});
