import * as z from 'zod/mini';
import { change } from './change.ts';
import { isoTime } from './time.ts';

// The interface does not show a token's fields: ours are its names, its price and since when that price holds.
/** A token; `price` is null while it has none yet. */
export const token = z.looseObject({
  _id: z.string(),
  symbol: z.string(),
  name: z.string(),
  price: z.nullable(z.number()),
  priceAt: z.nullable(isoTime),
});
export type Token = z.infer<typeof token>;

/** A row of `GET /x/tokens`: the token with its change over each period. */
export const tokenWithChange = z.extend(token, { change });
export const tokenList = z.array(tokenWithChange);
export type TokenWithChange = z.infer<typeof tokenWithChange>;
