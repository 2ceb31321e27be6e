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

// Access: browser sessions and keys.

const limit = 8 * kibibyte;

/** Returns the current caller. Public, so that a page knows whether sign-in is required. */
export const getSession = operation('GET', '/x/session', {
  answers: { 200: session },
  role: 'anyone',
});

/** Signs in with a key. The answer sets the cookie of a new session, and the previous session ends. */
export const createSession = operation('POST', '/x/session', {
  answers: { 201: session },
  body: { schema: signIn, limit },
  problems: ['unauthenticated'],
  role: 'anyone',
});

/** Redirects a browser to the OpenID Connect provider, or answers with an error page. */
export const beginProviderSignIn = operation('GET', '/x/sign-in', {
  answers: { 302: null },
  query: {
    to: z.optional(z.string()),
    /** `1`: requires a new sign-in at the provider, even if the user is still signed in there. */
    again: z.optional(oneOf(['1'])),
  },
  mediaType: 'text/html',
  role: 'anyone',
});

/** Receives the provider's redirect. Answers with a page that reports the result, and sets the session cookie. */
export const finishProviderSignIn = operation('GET', '/x/sign-in/callback', {
  answers: { 200: z.string() },
  takesAnyQuery: true,
  mediaType: 'text/html',
  role: 'anyone',
});

/** Signs out: ends the session and deletes its cookie. */
export const deleteSession = operation('DELETE', '/x/session', {
  answers: { 204: null },
  role: 'anyone',
});

/** Returns current sessions, newest first: an analyst's own ones, or all for an admin. */
export const getSessions = operation('GET', '/x/sessions', { answers: { 200: openSessionList } });

/** Ends a session: an analyst's own one, or any for an admin. */
export const endSession = operation('DELETE', '/x/sessions/{id}', {
  answers: { 204: null },
  problems: ['session-not-found'],
  role: 'analyst',
});

/** Ends all sessions of the caller. */
export const deleteSessions = operation('DELETE', '/x/sessions', {
  answers: { 204: null },
  role: 'analyst',
});

/** Returns all keys, including revoked ones, newest first. */
export const getKeys = operation('GET', '/x/keys', {
  answers: { 200: accessKeyList },
  role: 'admin',
});

export const createKey = operation('POST', '/x/keys', {
  answers: { 201: createdAccessKey },
  body: { schema: accessKeyCreation, limit },
  problems: ['first-key-not-admin', 'sign-in-too-old'],
});

/** Revokes a key. Its sessions and streams end too. */
export const revokeKey = operation('DELETE', '/x/keys/{id}', {
  answers: { 200: accessKey },
  problems: ['key-not-found', 'last-admin-key', 'sign-in-too-old'],
});
