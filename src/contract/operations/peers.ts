import * as z from 'zod/mini';
import { groupingName } from '../directoryGroupParameters.ts';
import { operation } from '../operation.ts';
import { nearestUsers, outliers, peers } from '../peers.ts';

/** Returns the quartiles of the value of users that share an attribute's value or a thematic with a user. */
export const getPeers = operation('GET', '/x/users/{id}/peers/{historyType}', {
  answers: { 200: peers },
  query: { by: z.optional(groupingName) },
  problems: ['user-not-found', 'invalid-history-type', 'missing-parameter'],
});

/** Returns the users whose weights of tokens are most similar to those of a user. */
export const getNearestUsers = operation('GET', '/x/users/{id}/nearest', {
  answers: { 200: nearestUsers },
  problems: ['user-not-found'],
});

/** Returns the wallets of a thematic whose weights differ most from those of the others. */
export const getOutliers = operation('GET', '/x/thematics/{id}/outliers', {
  answers: { 200: outliers },
  problems: ['thematic-not-found'],
});
