import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** What one token added to a thematic's change. `change`: of its own price, null where it had none at `from`. */
export const tokenContribution = z.looseObject({
  token: z.looseObject({ _id: z.string(), symbol: z.string(), name: z.string() }),
  weight: z.number(),
  change: z.nullable(z.number()),
  contribution: z.nullable(z.number()),
});
export type TokenContribution = z.infer<typeof tokenContribution>;

/**
 * `GET /x/thematics/{id}/contribution/{type}`. `from`, `to`: first and last record of the thematic's history, or of the part of it
 * that the query names; Σ contribution + residual = change = last ÷ first − 1. All null where there is no record: before the
 * inception, and where none lies in that part. `weight` is that of the definition in force at the as of.
 */
export const contribution = z.looseObject({
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  first: z.nullable(z.number()),
  last: z.nullable(z.number()),
  change: z.nullable(z.number()),
  residual: z.nullable(z.number()),
  tokens: z.array(tokenContribution),
});
export type Contribution = z.infer<typeof contribution>;
