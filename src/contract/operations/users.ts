import * as z from 'zod/mini';
import { mebibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { newUser, user, userCreation, userList, userUpdate } from '../user.ts';
import { paging } from './paging.ts';

/** Streams all users in order of creation. With `customId`, returns that user or none; with `limit` or `after`, a page. */
export const getUsers = operation('GET', '/p/users', {
  answers: { 200: userList },
  // The interface gives this parameter no name. Ours is customId.
  query: { customId: z.optional(z.string()), ...paging },
});

export const createUser = operation('PUT', '/p/users', {
  answers: { 201: user, 200: user },
  body: { schema: userCreation },
  problems: ['invalid-custom-id', 'precondition-failed'],
});

const attributeProblems = [
  'json-too-deep',
  'json-unsupported-text',
  'json-number-range',
  'attributes-too-large',
  'read-only-attribute',
] as const;

/** Creates a user with attributes and holdings, or nothing if one is invalid. Publishes one `user.created` event with both. */
export const putUser = operation('PUT', '/x/users/{id}', {
  answers: { 201: user },
  // Parsed by the handler, so that a fault in holdings is invalid-holdings, as in a change.
  body: { schema: newUser, limit: 2 * mebibyte, isReadByHandler: true },
  problems: [
    'invalid-custom-id',
    // The user exists.
    'precondition-failed',
    ...attributeProblems,
    'invalid-holdings',
  ],
});

export const getUser = operation('GET', '/p/users/{id}', {
  answers: { 200: user },
  problems: ['user-not-found'],
});

/** Changes attributes with a merge patch, adds statements of holdings, or both. All or nothing. */
export const updateUser = operation('POST', '/p/users/{id}', {
  answers: { 200: user },
  // Parsed by the handler, which describes faults in `json` precisely.
  body: { schema: userUpdate, limit: 2 * mebibyte, isReadByHandler: true },
  problems: [
    'user-not-found',
    'precondition-failed',
    'json-not-string',
    'json-unparsable',
    'json-not-object',
    ...attributeProblems,
    'invalid-holdings',
  ],
});
