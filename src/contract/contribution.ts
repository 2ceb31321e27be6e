import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** A token's part of a thematic's change. `change` is that of its own price, null if it had no price at `from`. */
export const tokenContribution = z.looseObject({
  token: z.looseObject({ _id: z.string(), symbol: z.string(), name: z.string() }),
  weight: z.number(),
  change: z.nullable(z.number()),
  contribution: z.nullable(z.number()),
});
export type TokenContribution = z.infer<typeof tokenContribution>;

/**
 * Answer of `GET /x/thematics/{id}/contribution/{type}`. `from` and `to` are the first and last record of the thematic's history,
 * or of the part that the query selects. Σ contribution + residual = change = last ÷ first − 1. All are null if there is no
 * record, such as before the inception. `weight` belongs to the definition in effect at the as of.
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
