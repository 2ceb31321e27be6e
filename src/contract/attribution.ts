import * as z from 'zod/mini';
import { isoTime } from './time.ts';

const ratio = z.nullable(z.number());

/** A token's part of the difference. `schemas.ts` describes the fields. */
export const tokenAttribution = z.looseObject({
  token: z.looseObject({ _id: z.string(), symbol: z.string(), name: z.string() }),
  weight: z.number(),
  target: z.number(),
  drift: z.number(),
  return: ratio,
  excess: ratio,
  effect: z.number(),
});
export type TokenAttribution = z.infer<typeof tokenAttribution>;

/** The steps of a part of the period: an hour, a day or a month (UTC). */
export const periodAttribution = z.looseObject({
  from: isoTime,
  to: isoTime,
  return: z.number(),
  thematicReturn: z.number(),
  effect: z.number(),
});
export type PeriodAttribution = z.infer<typeof periodAttribution>;

/** Answer of `GET /x/users/{id}/attribution/{type}`. `schemas.ts` describes the fields. */
export const attribution = z.looseObject({
  asOf: isoTime,
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  observations: z.number(),
  excluded: z.array(z.looseObject({ from: isoTime, to: isoTime, reason: z.string() })),
  return: ratio,
  thematicReturn: ratio,
  difference: ratio,
  residual: ratio,
  reason: z.nullable(z.string()),
  tokens: z.array(tokenAttribution),
  periods: z.array(periodAttribution),
});
export type WalletAttribution = z.infer<typeof attribution>;
