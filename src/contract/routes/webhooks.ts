import * as z from 'zod/mini';
import { webhook, webhookList, webhookRegistration } from '../webhook.ts';
import { ifNoneMatchStar } from './parameters.ts';
import type { Route } from './route.ts';

const example = { url: 'https://example.com/hook', type: 'wallet.updated' };

/** Webhooks: the three calls of the interface. */
export const webhookRoutes = [
  {
    method: 'GET',
    path: '/p/webhook',
    tag: 'webhooks',
    summary: 'Registered webhooks',
    description: 'Each with its status and health; secrets are not shown here.',
    answers: [{ status: 200, description: 'The webhooks.', schema: webhookList }],
    problems: [],
  },
  {
    method: 'PUT',
    path: '/p/webhook',
    tag: 'webhooks',
    summary: 'Register a webhook',
    description:
      'Registers an address for a type of event, or for all (`*`). Where the address is new, the answer carries its `secret`, this once. The same again answers 200 and doubles nothing.',
    parameters: [ifNoneMatchStar],
    body: { schema: webhookRegistration, example },
    answers: [
      {
        status: 201,
        description: 'The webhook, registered.',
        schema: webhook,
        headers: { Location: 'Path of the webhooks.' },
      },
      {
        status: 200,
        description: 'The webhook, which was there already.',
        schema: webhook,
        headers: { Location: 'Path of the webhooks.' },
      },
    ],
    problems: [
      'invalid-url',
      'webhook-type-unknown',
      'webhook-target-forbidden',
      'precondition-failed',
    ],
  },
  {
    method: 'DELETE',
    path: '/p/webhook',
    tag: 'webhooks',
    summary: 'Remove a webhook',
    description:
      'Named by `url` and `type` in the body or, since some proxies strip the body of a DELETE, in the query.',
    parameters: [
      {
        name: 'url',
        in: 'query',
        description: 'Instead of the body: the address.',
        schema: z.string(),
      },
      {
        name: 'type',
        in: 'query',
        description: 'Instead of the body: the type.',
        schema: z.string(),
      },
    ],
    body: { schema: webhookRegistration, example },
    answers: [{ status: 204, description: 'Removed.' }],
    problems: ['webhook-not-found', 'missing-parameter'],
  },
] as const satisfies readonly Route[];
