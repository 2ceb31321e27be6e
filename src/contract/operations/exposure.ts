import * as z from 'zod/mini';
import { exposureKinds, exposurePage, exposureSort } from '../exposure.ts';
import { operation } from '../operation.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';
import { asOf, oneOf } from './parameters.ts';

/** Returns the exposure of the matching users by thematic or token, with its concentration: a window, or all rows as CSV. */
export const getExposure = operation('GET', '/x/exposure', {
  answers: { 200: exposurePage },
  query: {
    by: z.optional(oneOf(exposureKinds)),
    ...directoryFilter,
    sort: z.optional(exposureSort),
    asOf,
    ...windowOrCsv,
  },
  otherAnswerTypes: ['text/csv'],
});
