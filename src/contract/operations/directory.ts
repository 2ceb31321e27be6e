import * as z from 'zod/mini';
import { directoryPage } from '../directory.ts';
import { csvColumns, sinceInstants, someText, sort } from '../directoryParameters.ts';
import { groupBy } from '../directoryGroupParameters.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';
import { oneOf } from './parameters.ts';

/**
 * Returns a window of the matching users, all of them as CSV, or with `groupBy` their groups. Filters with the same name are alternatives; filters with
 * different names must all match.
 */
export const getDirectory = operation('GET', '/x/directory', {
  answers: { 200: directoryPage },
  query: {
    ...directoryFilter,
    sort: z.optional(sort),
    ...windowOrCsv,
    columns: csvColumns,
    since: sinceInstants,
    groupBy,
    within: z.optional(someText),
    withinNone: z.optional(oneOf(['true'])),
  },
  otherAnswerTypes: ['text/csv'],
});
