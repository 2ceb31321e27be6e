import * as z from 'zod/mini';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';
import { token } from './token.ts';

const known = z.nullable(z.number());

/** Trade of one token in a wallet. `schemas.ts` describes the fields. */
export const walletTrade = z.looseObject({
  token,
  amount: known,
  total: known,
  weight: z.number(),
  target: z.number(),
  drift: z.number(),
  tradeAmount: z.number(),
  tradeTotal: z.number(),
  amountAfter: z.number(),
});
export type WalletTrade = z.infer<typeof walletTrade>;

/** Answer of `GET /x/users/{id}/rebalance`. `schemas.ts` describes the fields. */
export const walletRebalance = z.looseObject({
  asOf: isoTime,
  total: known,
  traded: known,
  activeShare: known,
  reason: z.nullable(z.string()),
  trades: z.array(walletTrade),
  excluded: z.array(
    z.looseObject({ token, amount: known, target: z.number(), reason: z.string() }),
  ),
});
export type WalletRebalance = z.infer<typeof walletRebalance>;

/** Purchases or sales of one token in several wallets. */
const side = z.looseObject({ wallets: z.number(), amount: z.number(), total: z.number() });

/** Trades of one token in all wallets. `schemas.ts` describes the fields. */
export const tokenTrades = z.looseObject({
  token,
  total: z.number(),
  weight: known,
  target: z.number(),
  buy: side,
  sell: side,
});
export type TokenTrades = z.infer<typeof tokenTrades>;

/** Lower bounds of the groups of wallets by active share. The last group has no upper bound. */
export const activeShareBounds = [0, 0.005, 0.02, 0.05, 0.1, 0.25] as const;

/** Trades in all wallets of a thematic. `schemas.ts` describes the fields. */
export const thematicTrades = z.looseObject({
  wallets: z.number(),
  empty: z.number(),
  unknown: z.number(),
  total: z.number(),
  traded: z.number(),
  activeShare: known,
  groups: z.array(z.looseObject({ from: z.number(), wallets: z.number() })),
  tokens: z.array(tokenTrades),
  excluded: z.array(z.looseObject({ token, wallets: z.number(), target: z.number() })),
});
export type ThematicTrades = z.infer<typeof thematicTrades>;

/** A wallet in the answer for a thematic. */
export const rebalancedWallet = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.number(),
  traded: z.number(),
  activeShare: z.number(),
});
export type RebalancedWallet = z.infer<typeof rebalancedWallet>;

/** Answer of `GET /x/thematics/{id}/rebalance`. `schemas.ts` describes the fields. */
export const thematicRebalance = z.extend(thematicTrades, {
  asOf: isoTime,
  reason: z.nullable(z.string()),
  incomplete: z.optional(incompleteList),
  count: z.number(),
  offset: z.number(),
  rows: z.array(rebalancedWallet),
});
export type ThematicRebalance = z.infer<typeof thematicRebalance>;

const levelLine = z.looseObject({ dates: z.array(isoTime), levels: z.array(z.number()) });

/** Answer of `POST /x/thematics/{id}/preview`. `schemas.ts` describes the fields. */
export const previewedDefinition = z.looseObject({
  asOf: isoTime,
  from: z.nullable(isoTime),
  levelAtFrom: known,
  level: known,
  levelBefore: known,
  line: levelLine,
  pastYear: z.extend(levelLine, { change: known, changeBefore: known }),
  before: z.nullable(thematicTrades),
  after: thematicTrades,
});
export type PreviewedDefinition = z.infer<typeof previewedDefinition>;
