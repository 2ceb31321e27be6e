import * as z from 'zod/mini';
import { mebibyte } from '../bytes.ts';
import type { Operation } from '../operation.ts';
import { newUser, user, userCreation, userList, userUpdate } from '../user.ts';
import { paging } from './paging.ts';

/** Every user in order of creation, streamed; with `customId` that one or none, with `limit` or `after` a page. */
export const getUsers = {
  method: 'GET',
  path: '/p/users',
  // The interface gives this parameter no name: ours is customId.
  query: { customId: z.optional(z.string()), ...paging },
  answers: { 200: userList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const createUser = {
  method: 'PUT',
  path: '/p/users',
  body: { schema: userCreation },
  answers: { 201: user, 200: user },
  problems: ['invalid-custom-id', 'precondition-failed'],
  role: 'admin',
} as const satisfies Operation;

const attributeProblems = [
  'json-too-deep',
  'json-unsupported-text',
  'json-number-range',
  'attributes-too-large',
  'read-only-attribute',
] as const;

/** Creates a user with attributes and holdings: all or nothing, with one `user.created` event that carries both. */
export const putUser = {
  method: 'PUT',
  path: '/x/users/{id}',
  // A fault in holdings is invalid-holdings, as it is in a change.
  body: { schema: newUser, limit: 2 * mebibyte, isReadByHandler: true },
  answers: { 201: user },
  problems: [
    'invalid-custom-id',
    // The user exists.
    'precondition-failed',
    ...attributeProblems,
    'invalid-holdings',
  ],
  role: 'admin',
} as const satisfies Operation;

export const getUser = {
  method: 'GET',
  path: '/p/users/{id}',
  answers: { 200: user },
  problems: ['user-not-found'],
  role: 'analyst',
} as const satisfies Operation;

/** Changes attributes by a merge patch, states holdings, or both: all or nothing. */
export const updateUser = {
  method: 'POST',
  path: '/p/users/{id}',
  // Says of a `json` that is no text what is wrong with it.
  body: { schema: userUpdate, limit: 2 * mebibyte, isReadByHandler: true },
  answers: { 200: user },
  problems: [
    'user-not-found',
    'precondition-failed',
    'json-not-string',
    'json-unparsable',
    'json-not-object',
    ...attributeProblems,
    'invalid-holdings',
  ],
  role: 'admin',
} as const satisfies Operation;
