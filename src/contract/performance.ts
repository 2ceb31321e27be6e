import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Answer of `GET /x/users/{id}/performance/{type}`. `schemas.ts` describes the fields. */
export const performance = z.looseObject({
  dates: z.array(isoTime),
  total: z.array(z.nullable(z.number())),
  index: z.nullable(z.array(z.nullable(z.number()))),
  flow: z.nullable(z.array(z.number())),
  flatRecords: z.number(),
  reason: z.optional(z.string()),
});
export type PerformanceHistory = z.infer<typeof performance>;

/** Answer of `GET /x/users/{id}/wallets/performance/{type}`. `schemas.ts` describes the fields. */
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
