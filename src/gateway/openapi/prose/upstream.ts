import type * as upstream from '#contract/operations/upstream.ts';
import type { ProseOf } from './callProse.ts';

export const upstreamProse: ProseOf<typeof upstream> = {
  getUpstream: {
    summary: 'Connected service',
    description:
      'In connected mode: the state of the connection, with the results of the last hour. Sends no request to the service.',
    answers: { 200: { description: 'The state of the connection.' } },
  },
  registerHook: {
    summary: 'Register our webhook',
    description:
      'In connected mode, with `PUBLIC_URL`: registers the webhook of this process at the service for `*` or, if that is rejected, for each type of its list and of ours. Every start registers it automatically, unless it was removed.',
    answers: { 200: { description: 'How changes of the service are detected now.' } },
  },
  unregisterHook: {
    summary: 'Remove our webhook',
    description:
      'It is not registered again automatically. Data on screen is then read again every 30 s.',
    answers: { 200: { description: 'How changes of the service are detected now.' } },
  },
  receiveHint: {
    summary: 'Message of the connected service',
    description:
      'The address of our webhook at the service. A message only triggers a new read of the data that it may concern; its content is not used. If the service gave a secret, a wrong signature (Standard Webhooks) is rejected.',
    body: {
      description: 'Any JSON.',
      example: { type: 'user.updated', data: { customId: 'ada' } },
    },
    answers: { 204: { description: 'Accepted.' } },
  },
  getRawAnswer: {
    summary: 'Raw answer of the connected service',
    description:
      'In connected mode: the unchanged answer of the service to a reading call of the interface, up to one mebibyte. Secrets of the connection are removed, and for analysts also those of webhooks.',
    query: {
      path: {
        description: 'Path of the call, without a query.',
        example: '/p/users/ada/wallets',
      },
    },
    answers: {
      200: { description: 'The answer as JSON, or the start of a longer one as text.' },
    },
  },
  resumeReading: {
    summary: 'Restart the sync',
    description:
      'In connected mode: reads all users of the service again in the background, even if the sync was stopped.',
    answers: { 204: { description: 'The sync continues.' } },
  },
  cancelReading: {
    summary: 'Stop the sync',
    description:
      'In connected mode: stops reading users of the service in the background until the sync is resumed, also after a restart of the process. Synced data stays on screen with its age; data that people open is still requested.',
    answers: { 204: { description: 'The sync has stopped.' } },
  },
  checkUpstream: {
    summary: 'Check of the connected service',
    description:
      'In connected mode: tests all 16 calls of the interface on a few users and thematics. The report lists, call by call, what differs from the interface and what cannot be read. Without `writes` nothing is changed at the service. Aborting the request ends the check.',
    query: {
      writes: {
        description:
          'Also tests changes: creates one user, which stays, and registers and removes one webhook.',
        example: '1',
      },
    },
    answers: {
      200: {
        description: 'NDJSON: lines of progress, then the report or a problem.',
      },
    },
  },
};
