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

/**
 * Returns the flaws of one series over a period: of a user, of the user's wallet in a thematic, of a thematic, or of a token.
 * Exactly one of these must be named.
 */
export const getSeriesQuality = operation('GET', '/x/quality/{historyType}', {
  answers: { 200: seriesQuality },
  query: {
    user: z.optional(someText),
    thematic: z.optional(someText),
    token: z.optional(someText),
    asOf,
  },
  problems: [
    'user-not-found',
    'thematic-not-found',
    'token-not-found',
    'invalid-history-type',
    'missing-parameter',
  ],
});
