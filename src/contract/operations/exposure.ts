import * as z from 'zod/mini';
import { exposureKinds, exposurePage, exposureSort } from '../exposure.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';
import { oneOf } from './parameters.ts';

/** What the users that match hold, by thematic or by token, and how concentrated it is in their hands: a window, or all as CSV. */
export const getExposure = operation('GET', '/x/exposure', {
  answers: { 200: exposurePage },
  query: {
    by: z.optional(oneOf(exposureKinds)),
    ...directoryFilter,
    sort: z.optional(exposureSort),
    ...windowOrCsv,
  },
  otherAnswerTypes: ['text/csv'],
});
