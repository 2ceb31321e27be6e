import * as z from 'zod/mini';
import { wholeNumber } from './parameters.ts';

/** Maximum page size. */
export const maxPageSize = 1000;
/** Page sizes without a `limit`. */
export const defaultPageSize = { holders: 100, deliveries: 50, audit: 100 } as const;

// The interface shows no paging. Ours is an opaque cursor from the Link header (RFC 8288) of the previous page.
export const paging = {
  limit: z.optional(wholeNumber(1, maxPageSize)),
  after: z.optional(z.string()),
} as const;
