import * as z from 'zod/mini';
import { change } from './change.ts';
import { isoTime } from './time.ts';

// The interface does not show a token's fields. Ours are its names, its price, the start of that price, and its age if it is
// overdue.
/**
 * A token. `price` is null before its first price. `priceAgeSeconds`: as of less `priceAt`, only if that exceeds the step of its
 * prices.
 */
export const token = z.looseObject({
  _id: z.string(),
  symbol: z.string(),
  name: z.string(),
  price: z.nullable(z.number()),
  priceAt: z.nullable(isoTime),
  priceAgeSeconds: z.optional(z.number()),
});
export type Token = z.infer<typeof token>;

/** A row of `GET /x/tokens`: the token with its change over each period. */
export const tokenWithChange = z.extend(token, { change });
export const tokenList = z.array(tokenWithChange);
export type TokenWithChange = z.infer<typeof tokenWithChange>;
