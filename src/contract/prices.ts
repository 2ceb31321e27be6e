import * as z from 'zod/mini';
import { day, hour, minute } from './historyType.ts';
import { isoTime } from './time.ts';

/** The resolutions of the price book, finest first, in milliseconds. */
export const resolutions = { '5m': 5 * minute, '1h': hour, '1d': day } as const;
export type Resolution = keyof typeof resolutions;
const isResolution = (name: string): name is Resolution => Object.hasOwn(resolutions, name);
export const resolutionNames: readonly Resolution[] = Object.keys(resolutions).filter(isResolution);

/** Maximum price. Keeps amount × price finite. */
export const maximumPrice = 1e15;

/** JSON body of `POST /x/prices`. A price holds from `at` on, which is a whole UTC multiple of `step`. */
export const pricePush = z.strictObject({
  step: z.enum(resolutionNames),
  prices: z
    .array(
      z.strictObject({
        token: z.string(),
        at: isoTime,
        price: z.number().check(z.positive(), z.maximum(maximumPrice)),
      }),
    )
    .check(z.minLength(1), z.maxLength(100_000)),
});
export type PricePush = z.infer<typeof pricePush>;

/** Answer of `POST /x/prices`: number of prices received, and of those that changed the price book. */
export const priceReceipt = z.looseObject({
  received: z.number(),
  changed: z.number(),
  asOf: isoTime,
});
export type PriceReceipt = z.infer<typeof priceReceipt>;

/**
 * A line of the answer of `POST /x/import` and `POST /x/restore` (NDJSON): progress, then one `summary` (success) or `problem`.
 */
export const importLine = z.union([
  z.looseObject({ progress: z.string(), done: z.number(), of: z.nullable(z.number()) }),
  z.looseObject({ summary: z.array(z.string()) }),
  z.looseObject({
    problem: z.looseObject({ code: z.string(), title: z.string(), detail: z.string() }),
  }),
]);
export type ImportLine = z.infer<typeof importLine>;
