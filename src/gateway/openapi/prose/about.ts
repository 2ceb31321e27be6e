import type * as about from '#contract/operations/about.ts';
import type * as live from '#contract/operations/live.ts';
import { keepAliveMs, lastEventId, maxSecondsBefore } from '#contract/live.ts';
import type { ProseOf } from './callProse.ts';

export const aboutProse: ProseOf<typeof about & typeof live> = {
  getLive: {
    summary: 'Live events',
    description: `Server-sent events. Events of the service have their type as name, and a number in the order of commits. \`tick\` (new prices), \`deliveries\` (webhook attempts began or ended) and \`resync\` (read everything again) have no number. A client that reconnects sends the last number it received and gets all later events; otherwise the stream begins now. A comment is sent every ${keepAliveMs / 1000} s.`,
    headers: { [lastEventId.header]: { description: 'The last received number.' } },
    query: {
      [lastEventId.query]: {
        description: 'The same, for clients that cannot set the header.',
      },
      before: {
        description: `If no last number is given, the stream begins this many seconds ago, at most ${maxSecondsBefore}.`,
      },
    },
    answers: {
      200: { description: 'The stream. The data of each message is one JSON value.' },
    },
  },
  getCapabilities: {
    summary: 'Capabilities',
    description:
      'The operations of this process beyond the interface, its market, the time of its prices, and its currency.',
    answers: { 200: { description: 'The capabilities.' } },
  },
  getHealth: {
    summary: 'Health of the process',
    description:
      'Makes a test change in the database; 503 if that fails. Callers that are neither signed in nor on the same machine get only the status.',
    answers: {
      200: { description: 'Healthy.' },
      503: { description: 'Unhealthy.' },
    },
  },
  getLiveness: {
    summary: 'Liveness',
    description: 'Also answered while the process starts. Restart a process that does not answer.',
    answers: { 200: { description: 'The process is running.' } },
  },
  getReadiness: {
    summary: 'Readiness',
    description: '503 while the process starts or stops, or if its database accepts no changes.',
    answers: {
      200: { description: 'Ready for requests, including changes.' },
      503: { description: 'Not ready.' },
    },
  },
  getMetrics: {
    summary: 'Metrics',
    description:
      'Requests and their durations, deliveries and the age of their queue, the age of prices, memory, and the delay of the event loop, in the text format of Prometheus. Needs the key of an admin or a monitor, unless the service has no keys.',
    answers: { 200: { description: 'The metrics.' } },
  },
};
