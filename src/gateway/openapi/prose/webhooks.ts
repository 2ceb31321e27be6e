import type * as endpoints from '#contract/operations/endpoints.ts';
import type * as inspector from '#contract/operations/inspector.ts';
import type * as webhooks from '#contract/operations/webhooks.ts';
import { retentionDays } from '#contract/delivery.ts';
import { secretOverlapHours, undoHours } from '#contract/endpoint.ts';
import { maxInspectedMessages } from '#contract/inspector.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import { ifNoneMatchStar, linkHeader, locationHeader, pagingProse } from './parameterProse.ts';

const example = { url: 'https://example.com/hook', type: 'wallet.updated' };

const retention = `Events and their deliveries are stored for ${retentionDays} days, and longer while a delivery is pending.`;

export const webhookProse: ProseOf<typeof webhooks> = {
  getWebhooks: {
    summary: 'Registered webhooks',
    description: 'All webhooks, without their secrets.',
    answers: { 200: { description: 'The webhooks.' } },
  },
  putWebhook: {
    summary: 'Register a webhook',
    description:
      'Registers an address for a type of event, or for all (`*`). If the address is new, the answer contains its `secret`, which no later answer repeats. Repeating the request answers 200 and changes nothing.',
    headers: ifNoneMatchStar,
    body: { example },
    answers: {
      201: { description: 'The webhook, registered.', headers: locationHeader('webhooks') },
      200: {
        description: 'The webhook, which already existed.',
        headers: locationHeader('webhooks'),
      },
    },
  },
  removeWebhook: {
    summary: 'Remove a webhook',
    description:
      'Takes `url` and `type` in the body or, because some proxies drop the body of a DELETE, in the query.',
    query: {
      url: { description: 'Instead of the body: the address.' },
      type: { description: 'Instead of the body: the type.' },
    },
    body: { example },
    answers: { 204: { description: 'Removed.' } },
  },
};

export const endpointProse: ProseOf<typeof endpoints> = {
  getWebhooksSummary: {
    summary: 'Delivery figures',
    description: 'All endpoints together.',
    answers: { 200: { description: 'The figures.' } },
  },
  getWebhookTypes: {
    summary: 'Event types',
    description: 'Each type with the JSON Schema of its message and an example.',
    answers: { 200: { description: 'The types.' } },
  },
  getEndpoints: {
    summary: 'Endpoints',
    description: 'Every URL that has a webhook.',
    answers: { 200: { description: 'The endpoints.' } },
  },
  getEndpoint: {
    summary: 'One endpoint',
    description: 'Same as in the list.',
    answers: { 200: { description: 'The endpoint.' } },
  },
  enableEndpoint: {
    summary: 'Enable an endpoint',
    description: `Sends to a disabled or paused endpoint again. Deliveries that were canceled in the past ${undoHours} hours, because someone disabled it, are pending again.`,
    answers: { 200: { description: 'The endpoint, enabled.' } },
  },
  disableEndpoint: {
    summary: 'Disable an endpoint',
    description: `Sends nothing to it until it is enabled. Its pending deliveries are canceled, and are pending again if it is enabled within ${undoHours} hours. The event webhook.disabled is published to the other endpoints.`,
    answers: { 200: { description: 'The endpoint, disabled.' } },
  },
  tryEndpoint: {
    summary: 'Try an endpoint now',
    description:
      'Attempts the oldest pending delivery at once. If the endpoint is paused, this is its probe: a success enables it, a failure doubles the time to the next probe.',
    answers: { 200: { description: 'The endpoint. The attempt follows at once.' } },
  },
  getEndpointSecret: {
    summary: 'Reveal the secret',
    description: 'The secret that signs messages to this endpoint.',
    answers: { 200: { description: 'The secret.' } },
  },
  rotateEndpointSecret: {
    summary: 'Rotate the secret',
    description: `Creates a new secret. For ${secretOverlapHours} hours the previous one also signs every message, unless it was lost with the key of the process.`,
    answers: { 200: { description: 'The new secret.' } },
  },
  testEndpoint: {
    summary: 'Send a test',
    description:
      'Sends an example event of a type to this endpoint only, even if it is not registered for the type. Its message contains `"test": true`.',
    body: { example: { type: 'wallet.updated' } },
    answers: { 201: { description: 'The delivery.' } },
  },
  recoverEndpoint: {
    summary: 'Recover missed messages',
    description: `Sends messages that did not arrive. The body is their scope. ${retention}`,
    body: { example: { since: '2026-06-17T00:00:00Z', dryRun: true } },
    answers: {
      200: { description: 'With dryRun: their number.' },
      201: { description: 'The recovery, started.', headers: locationHeader('recovery') },
    },
  },
  getRecovery: {
    summary: 'Progress of a recovery',
    description: 'Its deliveries, counted by state.',
    answers: { 200: { description: 'The recovery.' } },
  },
  deleteRecovery: {
    summary: 'Cancel a recovery',
    description: 'Its unsent deliveries fail.',
    answers: { 200: { description: 'The recovery, canceled.' } },
  },
  getDeliveries: {
    summary: 'Deliveries',
    description: `Newest first. Pages have ${defaultPageSize.deliveries} rows by default. ${retention}`,
    query: {
      endpoint: { description: 'Only to this endpoint.' },
      type: { description: 'Only of this type.' },
      state: {
        description: 'Only in this state. `failing`: pending after a failed attempt.',
      },
      from: { description: 'Only created at or after this time.' },
      to: { description: 'Only created before this time.' },
      ...pagingProse,
    },
    answers: { 200: { description: 'A page of deliveries.', headers: linkHeader } },
  },
  getDelivery: {
    summary: 'One delivery',
    description: `With its exact message and every attempt. ${retention}`,
    answers: { 200: { description: 'The delivery.' } },
  },
  redeliverDelivery: {
    summary: 'Redeliver',
    description: `Sends the same message again at once, with a new retry schedule. ${retention}`,
    answers: { 200: { description: 'The delivery.' } },
  },
};

export const inspectorProse: ProseOf<typeof inspector> = {
  verifySignature: {
    summary: 'Check a signature',
    description:
      'Returns whether the signature of a message is valid, or the reason why not. Stores nothing.',
    body: {
      example: {
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': '1781706220',
          'webhook-signature': 'v1,…',
        },
        body: '{}',
        secret: 'whsec_…',
      },
    },
    answers: { 200: { description: 'The verdict.' } },
  },
  getInspector: {
    summary: 'Built-in receiver',
    description: `Stores the last ${maxInspectedMessages} messages that it received.`,
    answers: { 200: { description: 'The receiver.' } },
  },
  putInspector: {
    summary: 'Set the answer of the built-in receiver',
    description: 'Applies until the process ends.',
    body: { example: { status: 503, delaySeconds: 0 } },
    answers: { 200: { description: 'The receiver.' } },
  },
  deleteInspected: {
    summary: 'Delete the messages of the built-in receiver',
    description: 'Deletes only its messages, not its answer.',
    answers: { 204: { description: 'Deleted.' } },
  },
  receiveMessage: {
    summary: 'Receive a message',
    description:
      'An endpoint for tests, with any name and query. Answers with the configured status, 204 by default.',
    body: { example: { type: 'user.created', data: {} } },
    answers: { 204: { description: 'Received.' } },
  },
};
