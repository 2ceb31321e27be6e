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
import type { Operation } from '../operation.ts';
import { paging } from './paging.ts';
import { instant, oneOf } from './parameters.ts';

// What is seen of webhooks beyond the interface: endpoints, deliveries and recoveries.

const limit = 8 * kibibyte;

/** Deliveries to all endpoints in figures, over the past day. */
export const getWebhooksSummary = {
  method: 'GET',
  path: '/x/webhooks',
  answers: { 200: webhooksSummary },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getWebhookTypes = {
  method: 'GET',
  path: '/x/webhooks/types',
  answers: { 200: webhookTypeList },
  cache: 'revalidate',
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getEndpoints = {
  method: 'GET',
  path: '/x/webhooks/endpoints',
  answers: { 200: endpointList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getEndpoint = {
  method: 'GET',
  path: '/x/webhooks/endpoints/{id}',
  answers: { 200: endpoint },
  problems: ['webhook-not-found'],
  role: 'analyst',
} as const satisfies Operation;

export const enableEndpoint = {
  method: 'POST',
  path: '/x/webhooks/endpoints/{id}/enable',
  answers: { 200: endpoint },
  problems: ['webhook-not-found'],
  role: 'admin',
} as const satisfies Operation;

/** Sends nothing more to an endpoint: what waits is cancelled, and restored if it is enabled soon. */
export const disableEndpoint = {
  method: 'POST',
  path: '/x/webhooks/endpoints/{id}/disable',
  answers: { 200: endpoint },
  problems: ['webhook-not-found'],
  role: 'admin',
} as const satisfies Operation;

/** Attempts the delivery that waits longest at once: the probe of a paused endpoint, judged like any attempt. */
export const tryEndpoint = {
  method: 'POST',
  path: '/x/webhooks/endpoints/{id}/try',
  answers: { 200: endpoint },
  problems: ['webhook-not-found', 'webhook-is-disabled'],
  role: 'admin',
} as const satisfies Operation;

export const getEndpointSecret = {
  method: 'GET',
  path: '/x/webhooks/endpoints/{id}/secret',
  answers: { 200: endpointSecret },
  problems: ['webhook-not-found', 'secret-unreadable'],
  role: 'admin',
} as const satisfies Operation;

/** Makes a new secret; for a while the one before signs every message too. */
export const rotateEndpointSecret = {
  method: 'POST',
  path: '/x/webhooks/endpoints/{id}/secret',
  answers: { 200: endpointSecret },
  problems: ['webhook-not-found'],
  role: 'admin',
} as const satisfies Operation;

/** Sends a made-up event of a type to this endpoint alone, whether it is registered for it or not. */
export const testEndpoint = {
  method: 'POST',
  path: '/x/webhooks/endpoints/{id}/test',
  body: { schema: testRequest, limit },
  answers: { 201: delivery },
  problems: ['webhook-not-found', 'webhook-type-unknown', 'webhook-is-disabled'],
  role: 'admin',
} as const satisfies Operation;

/** Sends again what did not arrive; with `dryRun` it is only counted. */
export const recoverEndpoint = {
  method: 'POST',
  path: '/x/webhooks/endpoints/{id}/recover',
  body: { schema: recoveryRequest, limit },
  answers: { 200: recoveryCount, 201: recovery },
  problems: ['webhook-not-found', 'webhook-is-disabled'],
  role: 'admin',
} as const satisfies Operation;

export const getRecovery = {
  method: 'GET',
  path: '/x/webhooks/recoveries/{id}',
  answers: { 200: recovery },
  problems: ['recovery-not-found'],
  role: 'analyst',
} as const satisfies Operation;

export const deleteRecovery = {
  method: 'DELETE',
  path: '/x/webhooks/recoveries/{id}',
  answers: { 200: recovery },
  problems: ['recovery-not-found'],
  role: 'admin',
} as const satisfies Operation;

/** The newest first, paged. */
export const getDeliveries = {
  method: 'GET',
  path: '/x/webhooks/deliveries',
  query: {
    endpoint: z.optional(z.string()),
    type: z.optional(z.string()),
    state: z.optional(oneOf(shownDeliveryStates)),
    from: z.optional(instant),
    to: z.optional(instant),
    ...paging,
  },
  answers: { 200: deliveryList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getDelivery = {
  method: 'GET',
  path: '/x/webhooks/deliveries/{id}',
  answers: { 200: deliveryWithAttempts },
  problems: ['delivery-not-found'],
  role: 'analyst',
} as const satisfies Operation;

export const redeliverDelivery = {
  method: 'POST',
  path: '/x/webhooks/deliveries/{id}/redeliver',
  answers: { 200: delivery },
  problems: ['delivery-not-found', 'webhook-is-disabled'],
  role: 'admin',
} as const satisfies Operation;
