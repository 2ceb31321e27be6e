import * as z from 'zod/mini';
import { directoryPage, directoryPeriods } from '../directory.ts';
import {
  csvColumns,
  hiddenFigures,
  maxDirectoryRows,
  rangeParameters,
  repeatable,
  someText,
  sort,
} from '../directoryParameters.ts';
import type { Operation } from '../operation.ts';
import { oneOf, wholeNumber } from './parameters.ts';

/**
 * Who is there, who is big, who moved: a window of the users that match, or all of them as CSV. Filters of one name are
 * alternatives, filters of different names all have to hold.
 */
export const getDirectory = {
  method: 'GET',
  path: '/x/directory',
  query: {
    q: z.optional(someText),
    period: z.optional(oneOf(directoryPeriods)),
    sort: z.optional(sort),
    thematic: repeatable(someText),
    token: repeatable(someText),
    ...rangeParameters,
    'attribute.*': repeatable(someText),
    offset: z.optional(wholeNumber(0, 999_999_999)),
    limit: z.optional(wholeNumber(1, maxDirectoryRows)),
    format: z.optional(oneOf(['json', 'csv'])),
    columns: csvColumns,
    figures: z.optional(oneOf(hiddenFigures)),
    unit: z.optional(someText),
  },
  otherAnswerTypes: ['text/csv'],
  answers: { 200: directoryPage },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;
