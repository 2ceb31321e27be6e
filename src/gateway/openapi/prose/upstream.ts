import type * as upstream from '#contract/operations/upstream.ts';
import type { ProseOf } from './callProse.ts';

export const upstreamProse: ProseOf<typeof upstream> = {
  getUpstream: {
    summary: 'The connected service',
    description:
      'In front of another service: which one it is, whether it answers and if not since when and why, how each call did during the last hour and what was recognised in its answers, the load on it, and how it becomes known here that something changed there. Nothing is requested for that.',
    answers: { 200: { description: 'The connection as it is.' } },
  },
  registerHook: {
    summary: 'Register our webhook there',
    description:
      'In front of another service, with `PUBLIC_URL`: registers the webhook of this process there for `*` or, where that is refused, for the types of its list and our own, each by itself. It is registered by itself at the start, unless it was removed.',
    answers: { 200: { description: 'How its changes become known here now.' } },
  },
  unregisterHook: {
    summary: 'Remove our webhook there',
    description: 'It does not come back by itself. What is shown is read again every 30 s.',
    answers: { 200: { description: 'How its changes become known here now.' } },
  },
  receiveHint: {
    summary: 'A message of the connected service',
    description:
      'The address of our webhook there. Whatever a message holds, what it may be about is read again from the service; nothing is taken from it. Where the service gave a secret, a wrong signature of Standard Webhooks is refused.',
    body: {
      description: 'Any JSON.',
      example: { type: 'user.updated', data: { customId: 'ada' } },
    },
    answers: { 204: { description: 'It was taken.' } },
  },
  getRawAnswer: {
    summary: 'Raw answer of the connected service',
    description:
      'In front of another service: what it answers to one of the calls of the interface that read, as it came, up to a mebibyte. Secrets of the connection are taken out, and for analysts those of webhooks too.',
    query: {
      path: {
        description: 'The path of the call, without a query.',
        example: '/p/users/ada/wallets',
      },
    },
    answers: {
      200: { description: 'The answer as JSON, or the beginning of a longer one as text.' },
    },
  },
  resumeReading: {
    summary: 'Read all users anew',
    description:
      'In front of another service: its users are read in the background again, all of them from now on, also where that was stopped.',
    answers: { 204: { description: 'Reading goes on.' } },
  },
  cancelReading: {
    summary: 'Stop reading users',
    description:
      'In front of another service: its users are no longer read in the background, also after a restart, until reading is resumed. What was read stays shown, with its age; what people open is requested as before.',
    answers: { 204: { description: 'Reading has stopped.' } },
  },
  checkUpstream: {
    summary: 'Check of the connected service',
    description:
      'In front of another service: all 16 calls of the interface are tried on a few users and thematics, and the report lists by call what the answers hold that differs from the interface, and what cannot be read. Without `writes` nothing is changed there. To end the request ends the check.',
    query: {
      writes: {
        description:
          'Tries changes too: one user is created and stays, one webhook is registered and removed.',
        example: '1',
      },
    },
    answers: {
      200: {
        description: 'NDJSON: lines of progress, then the report, or the problem that ended it.',
      },
    },
  },
};
