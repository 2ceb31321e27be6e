import type * as endpoints from '#contract/operations/endpoints.ts';
import type * as inspector from '#contract/operations/inspector.ts';
import type * as webhooks from '#contract/operations/webhooks.ts';
import { retentionDays } from '#contract/delivery.ts';
import { figuresHours, secretOverlapHours, undoHours } from '#contract/endpoint.ts';
import { maxInspectedMessages } from '#contract/inspector.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import { ifNoneMatchStar, linkHeader, locationHeader, pagingProse } from './parameterProse.ts';

const example = { url: 'https://example.com/hook', type: 'wallet.updated' };

const kept = `Events are kept for ${retentionDays} days with their deliveries, and for longer while one of these is pending.`;

export const webhookProse: ProseOf<typeof webhooks> = {
  getWebhooks: {
    summary: 'Registered webhooks',
    description: 'Each with its status and health; secrets are not shown here.',
    answers: { 200: { description: 'The webhooks.' } },
  },
  putWebhook: {
    summary: 'Register a webhook',
    description:
      'Registers an address for a type of event, or for all (`*`). Where the address is new, the answer carries its `secret`, this once. Repeating it answers 200 and changes nothing.',
    headers: ifNoneMatchStar,
    body: { example },
    answers: {
      201: { description: 'The webhook, registered.', headers: locationHeader('webhooks') },
      200: {
        description: 'The webhook, which existed already.',
        headers: locationHeader('webhooks'),
      },
    },
  },
  removeWebhook: {
    summary: 'Remove a webhook',
    description:
      'Named by `url` and `type` in the body or, since some proxies strip the body of a DELETE, in the query.',
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
    summary: 'Deliveries in figures',
    description: `All endpoints together, over the past ${figuresHours} hours.`,
    answers: { 200: { description: 'The figures.' } },
  },
  getWebhookTypes: {
    summary: 'Types of events',
    description: 'Each with the JSON Schema of its message and an example.',
    answers: { 200: { description: 'The types.' } },
  },
  getEndpoints: {
    summary: 'Endpoints',
    description: `Every URL that has a webhook, with its types, its health and its past ${figuresHours} hours.`,
    answers: { 200: { description: 'The endpoints.' } },
  },
  getEndpoint: {
    summary: 'One endpoint',
    description: 'As it is listed.',
    answers: { 200: { description: 'The endpoint.' } },
  },
  enableEndpoint: {
    summary: 'Enable an endpoint',
    description: `Sends to a disabled or paused endpoint again. Deliveries that were cancelled in the past ${undoHours} hours, because it was disabled by hand, are pending again.`,
    answers: { 200: { description: 'The endpoint, enabled.' } },
  },
  disableEndpoint: {
    summary: 'Disable an endpoint',
    description: `Sends nothing more there until it is enabled. Its pending deliveries are cancelled, and are pending again if it is enabled within ${undoHours} hours. The event webhook.disabled is published to the other endpoints.`,
    answers: { 200: { description: 'The endpoint, disabled.' } },
  },
  tryEndpoint: {
    summary: 'Try an endpoint now',
    description:
      'Attempts the delivery that waits longest at once. If the endpoint is paused, this is its probe: a success enables it, a failure doubles the time to the next probe.',
    answers: { 200: { description: 'The endpoint; the attempt follows at once.' } },
  },
  getEndpointSecret: {
    summary: 'Reveal the secret',
    description: 'What messages to this endpoint are signed with.',
    answers: { 200: { description: 'The secret.' } },
  },
  rotateEndpointSecret: {
    summary: 'Rotate the secret',
    description: `Makes a new secret; for ${secretOverlapHours} hours the one before signs every message too, unless it was lost with the key of the process.`,
    answers: { 200: { description: 'The new secret.' } },
  },
  testEndpoint: {
    summary: 'Send a test',
    description:
      'Sends a made-up event of a type to this endpoint alone, whether it is registered for it or not; its message says `"test": true`.',
    body: { example: { type: 'wallet.updated' } },
    answers: { 201: { description: 'The delivery, on its way.' } },
  },
  recoverEndpoint: {
    summary: 'Recover what did not arrive',
    description: `Sends again every delivery since a time that failed or was cancelled, and every event the endpoint missed while it was disabled. Events from before their webhook was registered are counted apart and sent only with \`includeOlder\`. With \`dryRun\` nothing is sent. ${kept}`,
    body: { example: { since: '2026-06-17T00:00:00Z', dryRun: true } },
    answers: {
      200: { description: 'With dryRun: how many they are.' },
      201: { description: 'The recovery, begun.', headers: locationHeader('recovery') },
    },
  },
  getRecovery: {
    summary: 'Progress of a recovery',
    description: 'How many of its deliveries arrived, failed, and wait.',
    answers: { 200: { description: 'The recovery.' } },
  },
  deleteRecovery: {
    summary: 'Cancel a recovery',
    description: 'Its deliveries that were not sent yet fail.',
    answers: { 200: { description: 'The recovery, cancelled.' } },
  },
  getDeliveries: {
    summary: 'Deliveries',
    description: `The newest first, ${defaultPageSize.deliveries} to a page where no limit is given. ${kept}`,
    query: {
      endpoint: { description: 'Only to this endpoint.' },
      type: { description: 'Only of this type.' },
      state: {
        description: 'Only in this state; `failing`: those pending whose last attempt failed.',
      },
      from: { description: 'Only created at this time or later.' },
      to: { description: 'Only created before this time.' },
      ...pagingProse,
    },
    answers: { 200: { description: 'A page of deliveries.', headers: linkHeader } },
  },
  getDelivery: {
    summary: 'One delivery',
    description: `With its message, byte by byte, and every attempt: request, answer, timing. ${kept}`,
    answers: { 200: { description: 'The delivery.' } },
  },
  redeliverDelivery: {
    summary: 'Redeliver',
    description: `Sends the same message again, now, with a new retry schedule. ${kept}`,
    answers: { 200: { description: 'The delivery, on its way.' } },
  },
};

export const inspectorProse: ProseOf<typeof inspector> = {
  verifySignature: {
    summary: 'Check a signature',
    description:
      'Whether the signature of a message holds, and if not why. Nothing of it is stored.',
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
    summary: 'The built-in receiver',
    description: `Where it listens, what it answers, and the last ${maxInspectedMessages} messages it got.`,
    answers: { 200: { description: 'The receiver.' } },
  },
  putInspector: {
    summary: 'What the built-in receiver answers',
    description: 'From now on, until the process ends.',
    body: { example: { status: 503, delaySeconds: 0 } },
    answers: { 200: { description: 'The receiver.' } },
  },
  deleteInspected: {
    summary: 'Forget what the built-in receiver got',
    description: 'Its messages alone; what it answers stays.',
    answers: { 204: { description: 'Forgotten.' } },
  },
  receiveMessage: {
    summary: 'Receives a message',
    description:
      'An endpoint for trying things out: any name, any query. Answers with the status it was set to, 204 at first.',
    body: { example: { type: 'user.created', data: {} } },
    answers: { 204: { description: 'Taken.' } },
  },
};
