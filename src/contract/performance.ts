import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * Answer of `GET /x/users/{id}/performance/{type}`: value and return as separate columns beside `dates`, which are those of the
 * history. `index`: time-weighted, 100 at the first record with value, null before it. `flow`: deposits less withdrawals since
 * the previous record, at this record's prices; 0 at the first. `flatRecords`: number of records at which the index was constant
 * because no holdings had a value. For a connected service, a null total is a gap, and `index` and `flow` are null because past
 * amounts are not known. `reason` explains that in a sentence.
 */
export const performance = z.looseObject({
  dates: z.array(isoTime),
  total: z.array(z.nullable(z.number())),
  index: z.nullable(z.array(z.nullable(z.number()))),
  flow: z.nullable(z.array(z.number())),
  flatRecords: z.number(),
  reason: z.optional(z.string()),
});
export type PerformanceHistory = z.infer<typeof performance>;

/**
 * Answer of `GET /x/users/{id}/wallets/performance/{type}`: `total` and `flow` as above for each wallet, beside the dates of all.
 * `reason` applies to all wallets.
 */
export const walletsPerformance = z.looseObject({
  dates: z.array(isoTime),
  wallets: z.array(
    z.looseObject({
      thematics: z.string(),
      total: z.array(z.nullable(z.number())),
      flow: z.nullable(z.array(z.number())),
    }),
  ),
  reason: z.optional(z.string()),
});
export type WalletsPerformance = z.infer<typeof walletsPerformance>;
