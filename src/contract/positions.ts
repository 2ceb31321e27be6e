import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * Answer of `GET /x/users/{id}/positions/history/{type}`: columns beside `dates` for each token. A price is null before the first
 * one. `reason` says why an answer about the past is empty.
 */
export const positionsHistory = z.looseObject({
  dates: z.array(isoTime),
  tokens: z.array(
    z.looseObject({
      token: z.looseObject({ _id: z.string(), symbol: z.string(), name: z.string() }),
      amount: z.array(z.number()),
      price: z.array(z.nullable(z.number())),
      total: z.array(z.number()),
    }),
  ),
  reason: z.optional(z.string()),
});
export type PositionsHistory = z.infer<typeof positionsHistory>;
