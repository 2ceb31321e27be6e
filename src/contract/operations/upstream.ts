import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { serviceCheckLine } from '../serviceCheck.ts';
import { kibibyte } from '../bytes.ts';
import { upstream, upstreamLive } from '../upstreamState.ts';

// What is seen of another service, in front of which this one stands. Where this process holds its users itself: 501 not-offered.

/** Which service it is, how it is and speaks, and how it becomes known here what changes there. */
export const getUpstream = operation('GET', '/x/upstream', { answers: { 200: upstream } });

/** Registers our webhook there; or again, where it is gone. */
export const registerHook = operation('POST', '/x/upstream/hook', {
  answers: { 200: upstreamLive },
});

/** Removes our webhook there; it does not come back by itself. */
export const unregisterHook = operation('DELETE', '/x/upstream/hook', {
  answers: { 200: upstreamLive },
});

/** Takes a message of the other service, in whatever shape: a hint to read again, never data. Who knows the address may send it. */
export const receiveHint = operation('POST', '/x/upstream/hook/{secret}', {
  answers: { 204: null },
  takesAnyQuery: true,
  body: {
    schema: z.unknown(),
    limit: 256 * kibibyte,
    mediaType: 'application/json',
    isReadByHandler: true,
  },
  problems: ['route-not-found', 'unauthenticated', 'too-large', 'malformed-json'],
  role: 'anyone',
});

/** What the other service answers to one of the calls of the interface that read: its text as it came, up to a mebibyte. */
export const getRawAnswer = operation('GET', '/x/upstream/raw', {
  answers: { 200: z.unknown() },
  query: { path: z.string('it is the path of a call that reads, such as /p/users') },
  otherAnswerTypes: ['text/plain'],
  problems: ['user-not-found', 'thematic-not-found'],
});

/** Reads the users of the other service in the background again, everything anew. */
export const resumeReading = operation('POST', '/x/upstream/sync', { answers: { 204: null } });

/** Stops reading them, until it is resumed: what was read stays shown, with its age. */
export const cancelReading = operation('DELETE', '/x/upstream/sync', { answers: { 204: null } });

/** Checks the other service against the interface, call by call; answers line by line how far it is, and then the report. */
export const checkUpstream = operation('POST', '/x/upstream/check', {
  answers: { 200: serviceCheckLine },
  query: {
    /** `1`: a user is created, which stays, and a webhook is registered and removed. */
    writes: z.optional(z.literal('1', 'it is 1, or left out')),
  },
  mediaType: 'application/x-ndjson',
});
