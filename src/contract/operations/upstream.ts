import * as z from 'zod/mini';
import type { Operation } from '../operation.ts';
import { serviceCheckLine } from '../serviceCheck.ts';
import { kibibyte } from '../bytes.ts';
import { upstream, upstreamLive } from '../upstreamState.ts';

// What is seen of another service, in front of which this one stands. Where this process holds its users itself: 501 not-offered.

/** Which service it is, how it is and speaks, and how it becomes known here what changes there. */
export const getUpstream = {
  method: 'GET',
  path: '/x/upstream',
  answers: { 200: upstream },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** Registers our webhook there; or again, where it is gone. */
export const registerHook = {
  method: 'POST',
  path: '/x/upstream/hook',
  answers: { 200: upstreamLive },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** Removes our webhook there; it does not come back by itself. */
export const unregisterHook = {
  method: 'DELETE',
  path: '/x/upstream/hook',
  answers: { 200: upstreamLive },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** Takes a message of the other service, in whatever shape: a hint to read again, never data. Who knows the address may send it. */
export const receiveHint = {
  method: 'POST',
  path: '/x/upstream/hook/{secret}',
  takesAnyQuery: true,
  body: {
    schema: z.unknown(),
    limit: 256 * kibibyte,
    mediaType: 'application/json',
    isReadByHandler: true,
  },
  answers: { 204: null },
  problems: ['route-not-found', 'unauthenticated', 'too-large', 'malformed-json'],
  role: 'anyone',
} as const satisfies Operation;

/** What the other service answers to one of the calls of the interface that read: its text as it came, up to a mebibyte. */
export const getRawAnswer = {
  method: 'GET',
  path: '/x/upstream/raw',
  query: { path: z.string('it is the path of a call that reads, such as /p/users') },
  otherAnswerTypes: ['text/plain'],
  answers: { 200: z.unknown() },
  problems: ['user-not-found', 'thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;

/** Reads the users of the other service in the background again, everything anew. */
export const resumeReading = {
  method: 'POST',
  path: '/x/upstream/reading',
  answers: { 204: null },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** Stops reading them, until it is resumed: what was read stays shown, with its age. */
export const cancelReading = {
  method: 'DELETE',
  path: '/x/upstream/reading',
  answers: { 204: null },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** Checks the other service against the interface, call by call; answers line by line how far it is, and then the report. */
export const checkUpstream = {
  method: 'POST',
  path: '/x/upstream/check',
  query: {
    /** `1`: a user is created, which stays, and a webhook is registered and removed. */
    writes: z.optional(z.literal('1', 'it is 1, or left out')),
  },
  answers: { 200: serviceCheckLine },
  mediaType: 'application/x-ndjson',
  problems: [],
  role: 'admin',
} as const satisfies Operation;
