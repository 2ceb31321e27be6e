import * as z from 'zod/mini';
import { change } from './change.ts';
import { isoTime } from './time.ts';

// The interface does not show a token's fields: ours are its names, its price, since when that price holds, and its age
// where a newer one should be there.
/**
 * A token; `price` is null while it has none yet. `priceAgeSeconds`: as of less `priceAt`, only where that is more than the
 * step of its prices.
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
