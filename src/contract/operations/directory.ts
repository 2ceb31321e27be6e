import * as z from 'zod/mini';
import { directoryPage } from '../directory.ts';
import { csvColumns, sort } from '../directoryParameters.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';

/**
 * Returns a window of the matching users, or all of them as CSV. Filters with the same name are alternatives; filters with
 * different names must all match.
 */
export const getDirectory = operation('GET', '/x/directory', {
  answers: { 200: directoryPage },
  query: {
    ...directoryFilter,
    sort: z.optional(sort),
    ...windowOrCsv,
    columns: csvColumns,
  },
  otherAnswerTypes: ['text/csv'],
});
