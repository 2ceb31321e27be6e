import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { bookShock, falls, shockSort } from '../shock.ts';
import { directoryFilter, windowOrCsv } from './directoryQuery.ts';
import { instant } from './parameters.ts';

// `token` and `thematic` are shocked here, so the filters of the directory with these names are `heldToken` and `heldThematic`.
const { token: heldToken, thematic: heldThematic, ...members } = directoryFilter;

/**
 * Returns the loss of each member of a book, with its present holdings, if prices fall, or if they move again as between two past
 * instants: a window, or all rows as CSV.
 */
export const getBookShock = operation('GET', '/x/book/shock', {
  answers: { 200: bookShock },
  query: {
    token: falls,
    thematic: falls,
    from: z.optional(instant),
    to: z.optional(instant),
    ...members,
    heldToken,
    heldThematic,
    sort: z.optional(shockSort),
    ...windowOrCsv,
  },
  otherAnswerTypes: ['text/csv'],
  problems: ['token-not-found', 'thematic-not-found', 'missing-parameter'],
});
