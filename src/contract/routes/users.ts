import { user, userCreation, userList, userUpdate } from '../user.ts';
import * as z from 'zod/mini';
import { etagHeader, ifMatch, ifNoneMatchStar, linkHeader, paging } from './parameters.ts';
import type { Route } from './route.ts';

/** Users: the four calls of the interface. */
export const userRoutes = [
  {
    method: 'GET',
    path: '/p/users',
    tag: 'users',
    summary: 'All users',
    description:
      'Every user with total and attributes, in order of creation, streamed. With `customId` an array of that user or none; with `limit` or `after` a page.',
    parameters: [
      {
        name: 'customId',
        in: 'query',
        description: 'Keeps the user with exactly this customId.',
        schema: z.string(),
        example: 'ada',
      },
      ...paging,
    ],
    answers: [{ status: 200, description: 'The users.', schema: userList, headers: linkHeader }],
    problems: [],
  },
  {
    method: 'PUT',
    path: '/p/users',
    tag: 'users',
    summary: 'Create a user',
    description:
      'Creates the user with this customId: 1 to 128 characters of any script, no control characters, no white space at either end, not `.` or `..`. The same again answers 200 with the user as it is.',
    parameters: [ifNoneMatchStar],
    body: { schema: userCreation, example: { customId: 'ada' } },
    answers: [
      {
        status: 201,
        description: 'The user, created.',
        schema: user,
        headers: { ...etagHeader, Location: 'Path of the user.' },
      },
      {
        status: 200,
        description: 'The user, who was there already.',
        schema: user,
        headers: { ...etagHeader, Location: 'Path of the user.' },
      },
    ],
    problems: ['invalid-custom-id', 'precondition-failed'],
  },
  {
    method: 'GET',
    path: '/p/users/{id}',
    tag: 'users',
    summary: 'One user',
    description: 'The user with this customId. The ETag stands for attributes and holdings.',
    answers: [{ status: 200, description: 'The user.', schema: user, headers: etagHeader }],
    problems: ['user-not-found'],
  },
  {
    method: 'POST',
    path: '/p/users/{id}',
    tag: 'users',
    summary: 'Change a user, or state holdings',
    description:
      '`json` is the text of one JSON object, applied to the attributes as a merge patch (RFC 7396). Its key `wallets` is no attribute: an array of statements `{ thematics, tokens: [{ token, amount }], at? }`, each the whole positions of one wallet from `at` on; `tokens: []` closes the wallet, `tokens: null` retracts the statement. All or nothing. Up to 2 MiB.',
    parameters: [ifMatch],
    body: {
      schema: userUpdate,
      example: {
        json: '{"name":"Ada","wallets":[{"thematics":"settlement-layers","tokens":[{"token":"KORV","amount":2}]}]}',
      },
    },
    answers: [
      { status: 200, description: 'The user, changed.', schema: user, headers: etagHeader },
    ],
    problems: [
      'user-not-found',
      'precondition-failed',
      'json-not-string',
      'json-unparsable',
      'json-not-object',
      'json-too-deep',
      'json-unsupported-text',
      'json-number-range',
      'attributes-too-large',
      'read-only-attribute',
      'invalid-holdings',
    ],
  },
] as const satisfies readonly Route[];
