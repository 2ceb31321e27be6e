import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { serviceCheckLine } from '../serviceCheck.ts';
import { kibibyte } from '../bytes.ts';
import { upstream, upstreamLive } from '../upstreamState.ts';

// The connected service. Without one, these operations answer 501 not-offered.

/** Returns the connected service, its state, the format of its answers, and how its changes are detected. */
export const getUpstream = operation('GET', '/x/upstream', { answers: { 200: upstream } });

/** Registers our webhook at the service, or registers it again if it is gone. */
export const registerHook = operation('POST', '/x/upstream/hook', {
  answers: { 200: upstreamLive },
});

/** Removes our webhook from the service. It is not registered again automatically. */
export const unregisterHook = operation('DELETE', '/x/upstream/hook', {
  answers: { 200: upstreamLive },
});

/**
 * Receives a message of the service in any format. It is a change notice only; its data is never used. Knowing the address is
 * enough to send one.
 */
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

/** Returns the connected service's raw answer to a call that reads, up to one mebibyte. */
export const getRawAnswer = operation('GET', '/x/upstream/raw', {
  answers: { 200: z.unknown() },
  query: { path: z.string('it must be the path of a GET operation, such as /p/users') },
  otherAnswerTypes: ['text/plain'],
  problems: ['user-not-found', 'thematic-not-found'],
});

/** Restarts the sync of the service's users from the beginning. */
export const resumeReading = operation('POST', '/x/upstream/sync', { answers: { 204: null } });

/** Stops the sync until it is resumed. Synced data remains on screen with its age. */
export const cancelReading = operation('DELETE', '/x/upstream/sync', { answers: { 204: null } });

/** Checks the connected service against the interface, call by call. Streams its progress, then the report. */
export const checkUpstream = operation('POST', '/x/upstream/check', {
  answers: { 200: serviceCheckLine },
  query: {
    /** `1`: also creates a user, which stays, and registers and removes a webhook. */
    writes: z.optional(z.literal('1', 'it is 1, or left out')),
  },
  mediaType: 'application/x-ndjson',
});
