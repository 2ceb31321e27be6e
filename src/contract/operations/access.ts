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
import type { Operation } from '../operation.ts';
import { oneOf } from './parameters.ts';

// Who may do what: sessions of browsers, and keys.

const limit = 8 * kibibyte;

/** Who am I? Answered to everyone, so that a page knows whether one has to sign in. */
export const getSession = {
  method: 'GET',
  path: '/x/session',
  answers: { 200: session },
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Signs in with a key: the answer sets the cookie of a new session, and the one before ends. */
export const createSession = {
  method: 'POST',
  path: '/x/session',
  body: { schema: signIn, limit },
  answers: { 201: session },
  problems: ['unauthenticated'],
  role: 'anyone',
} as const satisfies Operation;

/** Sends a browser to the OpenID Connect provider; a page says why not. */
export const beginProviderSignIn = {
  method: 'GET',
  path: '/x/sign-in',
  query: {
    to: z.optional(z.string()),
    /** `1`: also whom the provider knows still signs in there. */
    again: z.optional(oneOf(['1'])),
  },
  answers: { 302: null },
  mediaType: 'text/html',
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Where the provider sends it back: a page that says who signed in, or why nobody did, and sets the cookie of a session. */
export const finishProviderSignIn = {
  method: 'GET',
  path: '/x/sign-in/callback',
  takesAnyQuery: true,
  answers: { 200: z.string() },
  mediaType: 'text/html',
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Signs out: ends the session, and takes its cookie away. */
export const deleteSession = {
  method: 'DELETE',
  path: '/x/session',
  answers: { 204: null },
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

/** Sessions that have not ended, the newest first: of an analyst the own ones, of an admin all. */
export const getSessions = {
  method: 'GET',
  path: '/x/sessions',
  answers: { 200: openSessionList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** Ends a session: of an analyst an own one, of an admin any. */
export const endSession = {
  method: 'DELETE',
  path: '/x/sessions/{id}',
  answers: { 204: null },
  problems: ['session-not-found'],
  role: 'analyst',
} as const satisfies Operation;

/** Signs out everywhere: ends all sessions of who is signed in. */
export const deleteSessions = {
  method: 'DELETE',
  path: '/x/sessions',
  answers: { 204: null },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** All keys that ever were, the newest first. */
export const getKeys = {
  method: 'GET',
  path: '/x/keys',
  answers: { 200: accessKeyList },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

export const createKey = {
  method: 'POST',
  path: '/x/keys',
  body: { schema: accessKeyCreation, limit },
  answers: { 201: createdAccessKey },
  problems: ['first-key-not-admin', 'sign-in-too-old'],
  role: 'admin',
} as const satisfies Operation;

/** Revokes a key: what uses it, sessions and streams among it, is refused from now on. */
export const revokeKey = {
  method: 'DELETE',
  path: '/x/keys/{id}',
  answers: { 200: accessKey },
  problems: ['key-not-found', 'last-admin-key', 'sign-in-too-old'],
  role: 'admin',
} as const satisfies Operation;
