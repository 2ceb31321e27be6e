import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * `GET /x/users/{id}/performance/{type}`: value and return apart, in columns beside `dates`, which are those of the history.
 * `total`: value; `index`: time-weighted, 100 at the first record of value, null before it; `flow`: what came in since the
 * record before, less what went out, at this record's prices, 0 at the first. `flatRecords`: for how many records the
 * index stood still because nothing was held that could grow. Of a connected service a total may be null, a gap, and `index` and
 * `flow` are null: without the amounts of the past, value and return cannot be told apart. `reason` says why, in a sentence.
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

/** `GET /x/users/{id}/wallets/performance/{type}`: `total` and `flow` as above, of each wallet of the user beside the dates of all; `reason` of all. */
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
