import * as z from 'zod/mini';
import { someText } from '../directoryParameters.ts';
import { operation } from '../operation.ts';
import { qualityPage, seriesQuality } from '../quality.ts';
import { asOf } from './parameters.ts';
import { windowOrCsv } from './directoryQuery.ts';

const { unit: _, ...qualityWindow } = windowOrCsv;

/** Returns the series and tokens with flaws, worst first: a window, or all as CSV with a row for each flaw. */
export const getQuality = operation('GET', '/x/quality', {
  answers: { 200: qualityPage },
  query: qualityWindow,
  otherAnswerTypes: ['text/csv'],
});

/** Returns the flaws behind the history of a user, or of the wallet in one thematic, over a period. */
export const getUserQuality = operation('GET', '/x/users/{id}/quality/{historyType}', {
  answers: { 200: seriesQuality },
  query: { thematic: z.optional(someText), asOf },
  problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
});

/** Returns the flaws behind the level of a thematic over a period. */
export const getThematicQuality = operation('GET', '/x/thematics/{id}/quality/{historyType}', {
  answers: { 200: seriesQuality },
  query: { asOf },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
});

/** Returns the flaws of a token's prices over a period. */
export const getTokenQuality = operation('GET', '/x/tokens/{id}/quality/{historyType}', {
  answers: { 200: seriesQuality },
  query: { asOf },
  cache: 'revalidate',
  problems: ['token-not-found', 'invalid-history-type'],
});
