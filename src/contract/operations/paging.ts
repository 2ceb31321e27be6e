import * as z from 'zod/mini';
import { wholeNumber } from './parameters.ts';

/** Most elements of a page. */
export const maxPageSize = 1000;
/** Elements of a page where no limit is given. */
export const defaultPageSize = { holders: 100, deliveries: 50, audit: 100 } as const;

// The interface shows no paging: ours is an opaque cursor, taken from the Link header (RFC 8288) of the page before.
/** The two query parameters of a list that can be read page by page. */
export const paging = {
  limit: z.optional(wholeNumber(1, maxPageSize)),
  after: z.optional(z.string()),
} as const;
