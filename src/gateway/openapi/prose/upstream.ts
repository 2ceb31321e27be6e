import type * as upstream from '#contract/operations/upstream.ts';
import type { ProseOf } from './callProse.ts';

export const upstreamProse: ProseOf<typeof upstream> = {
  getUpstream: {
    tag: 'upstream',
    summary: 'The connected service',
    description:
      'In front of another service: which one it is, whether it answers and if not since when and why, how each call did during the last hour and what was recognised in its answers, the load on it, and how it becomes known here that something changed there. Nothing is requested for that.',
    answers: { 200: { description: 'The connection as it is.' } },
  },
  getRawAnswer: {
    tag: 'upstream',
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
};
