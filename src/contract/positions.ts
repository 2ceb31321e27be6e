import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** `GET /x/users/{id}/positions/history/{type}`: per token, columns beside `dates`; price null before the first one. */
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
});
export type PositionsHistory = z.infer<typeof positionsHistory>;
