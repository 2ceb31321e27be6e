import * as z from 'zod/mini';
import {
  accessKeyCreation,
  accessKeyList,
  accessKey,
  createdAccessKey,
  openSessionList,
  session,
  signIn,
} from '../access.ts';
import { kibibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { oneOf } from './parameters.ts';

// Who may do what: sessions of browsers, and keys.

const limit = 8 * kibibyte;

/** Who am I? Answered to everyone, so that a page knows whether one has to sign in. */
export const getSession = operation('GET', '/x/session', {
  answers: { 200: session },
  role: 'anyone',
});

/** Signs in with a key: the answer sets the cookie of a new session, and the one before ends. */
export const createSession = operation('POST', '/x/session', {
  answers: { 201: session },
  body: { schema: signIn, limit },
  problems: ['unauthenticated'],
  role: 'anyone',
});

/** Sends a browser to the OpenID Connect provider; a page says why not. */
export const beginProviderSignIn = operation('GET', '/x/sign-in', {
  answers: { 302: null },
  query: {
    to: z.optional(z.string()),
    /** `1`: also whom the provider knows still signs in there. */
    again: z.optional(oneOf(['1'])),
  },
  mediaType: 'text/html',
  role: 'anyone',
});

/** Where the provider sends it back: a page that says who signed in, or why nobody did, and sets the cookie of a session. */
export const finishProviderSignIn = operation('GET', '/x/sign-in/callback', {
  answers: { 200: z.string() },
  takesAnyQuery: true,
  mediaType: 'text/html',
  role: 'anyone',
});

/** Signs out: ends the session, and takes its cookie away. */
export const deleteSession = operation('DELETE', '/x/session', {
  answers: { 204: null },
  role: 'anyone',
});

/** Sessions that have not ended, the newest first: of an analyst the own ones, of an admin all. */
export const getSessions = operation('GET', '/x/sessions', { answers: { 200: openSessionList } });

/** Ends a session: of an analyst an own one, of an admin any. */
export const endSession = operation('DELETE', '/x/sessions/{id}', {
  answers: { 204: null },
  problems: ['session-not-found'],
  role: 'analyst',
});

/** Signs out everywhere: ends all sessions of who is signed in. */
export const deleteSessions = operation('DELETE', '/x/sessions', {
  answers: { 204: null },
  role: 'analyst',
});

/** All keys that ever were, the newest first. */
export const getKeys = operation('GET', '/x/keys', {
  answers: { 200: accessKeyList },
  role: 'admin',
});

export const createKey = operation('POST', '/x/keys', {
  answers: { 201: createdAccessKey },
  body: { schema: accessKeyCreation, limit },
  problems: ['first-key-not-admin', 'sign-in-too-old'],
});

/** Revokes a key: what uses it, sessions and streams among it, is refused from now on. */
export const revokeKey = operation('DELETE', '/x/keys/{id}', {
  answers: { 200: accessKey },
  problems: ['key-not-found', 'last-admin-key', 'sign-in-too-old'],
});
