import * as z from 'zod/mini';
import { attribution } from '../attribution.ts';
import { operation } from '../operation.ts';
import { asOf, oneOf } from './parameters.ts';

/** Returns the cost of drift: each token's part of the difference between the returns of a wallet and of its thematic. */
export const getAttribution = operation('GET', '/x/users/{id}/attribution/{historyType}', {
  answers: { 200: attribution },
  query: { thematic: z.optional(z.string()), asOf, format: z.optional(oneOf(['json', 'csv'])) },
  otherAnswerTypes: ['text/csv'],
  problems: ['user-not-found', 'thematic-not-found', 'missing-parameter', 'invalid-history-type'],
});
