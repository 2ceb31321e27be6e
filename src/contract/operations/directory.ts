import * as z from 'zod/mini';
import { directoryPage } from '../directory.ts';
import { csvColumns, repeatable, someText, sort } from '../directoryParameters.ts';
import { maxSince } from '../directorySince.ts';
import { groupBy } from '../directoryGroupParameters.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';
import { instant, oneOf } from './parameters.ts';

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
    since: repeatable(instant, maxSince),
    groupBy,
    within: z.optional(someText),
    withinNone: z.optional(oneOf(['true'])),
  },
  otherAnswerTypes: ['text/csv'],
});
