import * as z from 'zod/mini';
import { isoTime } from './time.ts';
import { token } from './token.ts';

/**
 * A token position. `total` = amount × price of the token, 0 before its first price. null means that a connected service does not
 * report the value.
 */
export const tokenPosition = z.looseObject({
  token,
  amount: z.nullable(z.number()),
  total: z.nullable(z.number()),
});
export type TokenPosition = z.infer<typeof tokenPosition>;

// The interface says that `user` and `thematics` are identifiers. Ours are the user's customId and the thematic's _id.
export const wallet = z.looseObject({
  _id: z.string(),
  user: z.string(),
  thematics: z.string(),
  total: z.nullable(z.number()),
  tokens: z.array(tokenPosition),
  updatedAt: z.nullable(isoTime),
});
export type Wallet = z.infer<typeof wallet>;

export const walletList = z.array(wallet);

/**
 * Answer of `GET /x/users/{id}/wallets`. `asOf` is the tick of the answer. `total` is the sum of the wallets, null if a connected
 * service reports none by then. `positionsReason` says why the positions of then are not known; `tokens` are then empty. `reason`
 * says why there are no wallets. Wallets are as in `GET /p/users/{id}/wallets`; `updatedAt` is today's.
 */
export const pastWallets = z.looseObject({
  asOf: isoTime,
  total: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  positionsReason: z.nullable(z.string()),
  wallets: z.array(wallet),
});
export type PastWallets = z.infer<typeof pastWallets>;
