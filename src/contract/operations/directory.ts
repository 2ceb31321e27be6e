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
import { exposureKinds, exposurePage, exposureSort } from '../exposure.ts';
import type { Operation } from '../operation.ts';
import { oneOf, wholeNumber } from './parameters.ts';

/** Who is wanted. */
const directoryFilter = {
  q: z.optional(someText),
  period: z.optional(oneOf(directoryPeriods)),
  thematic: repeatable(someText),
  token: repeatable(someText),
  ...rangeParameters,
  'attribute.*': repeatable(someText),
};

/** A window of what there is, or all of it as CSV. */
const windowOrCsv = {
  offset: z.optional(wholeNumber(0, 999_999_999)),
  limit: z.optional(wholeNumber(1, maxDirectoryRows)),
  format: z.optional(oneOf(['json', 'csv'])),
  figures: z.optional(oneOf(hiddenFigures)),
  unit: z.optional(someText),
};

/**
 * Who is there, who is big, who moved: a window of the users that match, or all of them as CSV. Filters of one name are
 * alternatives, filters of different names all have to hold.
 */
export const getDirectory = {
  method: 'GET',
  path: '/x/directory',
  query: {
    ...directoryFilter,
    sort: z.optional(sort),
    ...windowOrCsv,
    columns: csvColumns,
  },
  otherAnswerTypes: ['text/csv'],
  answers: { 200: directoryPage },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

/** What the users that match hold, by thematic or by token, and how concentrated it is in their hands: a window, or all as CSV. */
export const getExposure = {
  method: 'GET',
  path: '/x/exposure',
  query: {
    by: z.optional(oneOf(exposureKinds)),
    ...directoryFilter,
    sort: z.optional(exposureSort),
    ...windowOrCsv,
  },
  otherAnswerTypes: ['text/csv'],
  answers: { 200: exposurePage },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;
