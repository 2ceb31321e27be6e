import * as z from 'zod/mini';
import { directoryPage } from '../directory.ts';
import { csvColumns, sort } from '../directoryParameters.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';

/**
 * Who is there, who is big, who moved: a window of the users that match, or all of them as CSV. Filters of one name are
 * alternatives, filters of different names all have to hold.
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
