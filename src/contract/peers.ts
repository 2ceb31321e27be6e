import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Fewer users, or wallets, have no quartiles: each could be recognized. */
export const minPeers = 5;
/** Rows of nearest users and of outliers. */
export const maxNearest = 10;

const line = z.nullable(z.array(z.number()));

/** Answer of `GET /x/users/{id}/peers/{historyType}`. `schemas.ts` describes the fields. */
export const peers = z.looseObject({
  asOf: isoTime,
  by: z.string(),
  values: z.array(z.string()),
  count: z.number(),
  unknown: z.number(),
  dates: z.array(isoTime),
  median: line,
  lower: line,
  upper: line,
  /** Why there is no band, in a sentence; null if there is one. */
  reason: z.nullable(z.string()),
});
export type Peers = z.infer<typeof peers>;

const byWeights = <Row extends z.ZodMiniType>(row: Row) =>
  z.looseObject({
    asOf: isoTime,
    compared: z.number(),
    unknown: z.number(),
    rows: z.array(row),
    reason: z.nullable(z.string()),
  });

export const nearestUser = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.nullable(z.number()),
  similarity: z.number(),
});
export type NearestUser = z.infer<typeof nearestUser>;

/** Answer of `GET /x/users/{id}/nearest`. */
export const nearestUsers = byWeights(nearestUser);

export const outlier = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.number(),
  similarity: z.number(),
  token: z.string(),
  weight: z.number(),
  typical: z.number(),
});
export type Outlier = z.infer<typeof outlier>;

/** Answer of `GET /x/thematics/{id}/outliers`. */
export const outliers = byWeights(outlier);

const ofWeights =
  '`compared`: number with known weights, `unknown`: number without. `reason`: why there are no rows, in a sentence.';

/** The named schemas of peers. `schemas.ts` has all. */
export const peerSchemas = {
  Peers: [
    peers,
    'Quartiles of the value of other users, each divided by its value at the start of the period, at 52 points. `values`: what they share with the user. `count`: users with a value over the whole period. `unknown`: users that share the values, but not a value over the whole period. `reason`: why there is no band, in a sentence.',
  ],
  NearestUser: [
    nearestUser,
    '`similarity`: Σ min(w_a, w_b) over tokens, 0..1. 1: the same weights.',
  ],
  NearestUsers: [nearestUsers, `The users with the most similar weights. ${ofWeights}`],
  Outlier: [
    outlier,
    'A wallet whose weights differ from the usual ones. `similarity` as of nearest users, to the median weights. `token`: the token that differs most, with its `weight` in the wallet and its `typical` one, the median.',
  ],
  Outliers: [outliers, `The wallets that differ most. ${ofWeights}`],
} as const;
