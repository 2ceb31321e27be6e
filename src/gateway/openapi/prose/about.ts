import type * as about from '#contract/operations/about.ts';
import type * as live from '#contract/operations/live.ts';
import { keepAliveMs, lastEventId, maxSecondsBefore } from '#contract/live.ts';
import type { ProseOf } from './callProse.ts';

export const aboutProse: ProseOf<typeof about & typeof live> = {
  getLive: {
    summary: 'What happens, as it happens',
    description: `Server-sent events. Those of the service are numbered in the order of commits and named by their type; \`tick\` (prices arrived), \`deliveries\` (attempts of webhooks began or ended) and \`resync\` (read everything again) have no number. A client that was away sends the last number it has and gets what came since; otherwise the stream begins now. A comment every ${keepAliveMs / 1000} s.`,
    headers: { [lastEventId.header]: { description: 'The last number that was received.' } },
    query: {
      [lastEventId.query]: {
        description: 'The same, for a caller that cannot set the header.',
      },
      before: {
        description: `Without a number: begins so many seconds ago, at most ${maxSecondsBefore}.`,
      },
    },
    answers: {
      200: { description: 'The stream; the data of a message is one JSON value.' },
    },
  },
  getCapabilities: {
    summary: 'Capabilities',
    description: 'What this process offers beyond the interface, its market, as of and currency.',
    answers: { 200: { description: 'The capabilities.' } },
  },
  getHealth: {
    summary: 'Health of the process',
    description:
      'Makes a test change in the database; 503 if that fails. Who is neither signed in nor on the same machine gets the status alone.',
    answers: {
      200: { description: 'Healthy.' },
      503: { description: 'Unhealthy.' },
    },
  },
  getLiveness: {
    summary: 'Whether the process runs',
    description:
      'Answered while it starts too. A process that does not answer is to be started again.',
    answers: { 200: { description: 'It runs.' } },
  },
  getReadiness: {
    summary: 'Whether to send requests to the process',
    description: '503 while it starts or stops, and where its database takes no change.',
    answers: {
      200: { description: 'It answers, and takes changes.' },
      503: { description: 'Not now.' },
    },
  },
  getMetrics: {
    summary: 'Metrics',
    description:
      'Requests and how long they took, deliveries and the age of their queue, the age of prices, memory, and the delay of the event loop, in the text format of Prometheus. Needs the key of an admin or a monitor, unless the service has no key at all.',
    answers: { 200: { description: 'The metrics.' } },
  },
};
