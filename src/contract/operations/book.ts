import * as z from 'zod/mini';
import {
  bookContribution,
  bookExposure,
  bookFigures,
  bookFlows,
  bookPartKinds,
  bookPerformance,
  bookSummary,
} from '../book.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';
import { getExposure } from './exposure.ts';
import { getThematicFigures } from './figures.ts';
import { asOf, betweenInstants, oneOf } from './parameters.ts';

// The matching users of the directory are a portfolio: the book. Its members are selected by the figures of the present.

const book = { ...directoryFilter, asOf };
const { format, figures, unit } = windowOrCsv;
const csvOnly = { format, figures, unit };

// A page shows parts beside a part of the performance: `step=history` has the same records.
const between = { ...betweenInstants, step: z.optional(oneOf(['history'])) };

/** Returns total, change, flow and return of a book over a period. */
export const getBookSummary = operation('GET', '/x/book/summary/{historyType}', {
  answers: { 200: bookSummary },
  query: book,
  problems: ['invalid-history-type'],
});

/** Returns value, time-weighted index and flow of a book at each record of its history. */
export const getBookPerformance = operation('GET', '/x/book/performance/{historyType}', {
  answers: { 200: bookPerformance },
  query: book,
  problems: ['invalid-history-type'],
});

/** Returns the exposure of a book by thematic or token. */
export const getBookExposure = operation('GET', '/x/book/exposure', {
  answers: { 200: bookExposure },
  query: getExposure.query,
  otherAnswerTypes: ['text/csv'],
});

/** Returns deposits and withdrawals of a book by month. */
export const getBookFlows = operation('GET', '/x/book/flows/{historyType}', {
  answers: { 200: bookFlows },
  query: { ...book, ...between, ...csvOnly },
  otherAnswerTypes: ['text/csv'],
  problems: ['invalid-history-type'],
});

/** Returns the parts of a book's change by thematic, token or user. */
export const getBookContribution = operation('GET', '/x/book/contribution/{historyType}', {
  answers: { 200: bookContribution },
  query: { by: z.optional(oneOf(bookPartKinds)), ...book, ...between, ...windowOrCsv },
  otherAnswerTypes: ['text/csv'],
  problems: ['invalid-history-type'],
});

/** Returns every figure of a book over a period. */
export const getBookFigures = operation('GET', '/x/book/figures/{historyType}', {
  answers: { 200: bookFigures },
  query: { ...directoryFilter, ...getThematicFigures.query },
  otherAnswerTypes: ['text/csv'],
  problems: ['thematic-not-found', 'invalid-history-type'],
});
